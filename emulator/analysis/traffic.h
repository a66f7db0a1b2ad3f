// Network traffic: messages by source and destination, load of links, and occupancy of buffers.
#pragma once

#include "analysis/hop_names.h"
#include "analysis/wiring.h"
#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace inlet {

class Traffic final : public Observer {
  public:
    struct Pair {
        std::uint64_t sent = 0;
        std::uint64_t arrived = 0, handled = 0; ///< messages, drained ones included
        std::uint64_t drained = 0;              ///< of `arrived`
        std::uint64_t lost = 0;                 ///< by the network or their receiver
    };
    struct Link {
        std::uint64_t packets = 0, words = 0;
        std::uint64_t busy = 0;    ///< cycles in which it carried a packet
        std::uint64_t high = 0;    ///< packets
        std::uint64_t waited = 0;  ///< cycles that heads waited for it, summed over all packets
        std::uint64_t longest = 0; ///< cycles, maximum of a packet
    };
    enum class Buffer : std::uint8_t { injection, receive };
    /// A buffer of a node for one priority.
    struct Queue {
        std::uint64_t messages = 0;
        std::uint64_t waited = 0;  ///< cycles, summed over all messages
        std::uint64_t longest = 0; ///< cycles, maximum of a message
        std::uint32_t most = 0;    ///< maximum number of messages
        std::uint64_t full = 0;    ///< cycles without a free slot
    };

    explicit Traffic(const TraceHeader &header);
    /// Messages that were handled and had been sent before the trace begins, at a snapshot. Nothing
    /// else counts them.
    std::uint64_t handled_from_before() const { return from_before_; }

    Wants wants() const override { return {.instructions = false}; }
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override;

    /// By source and destination. A multicast counts once for each receiver.
    const std::map<std::pair<std::uint32_t, std::uint32_t>, Pair> &pairs() const { return pairs_; }
    const Wiring &wiring() const { return wiring_; }
    /// Whether the trace has hops. Without them (files of single records up to format 3), links and
    /// injection buffers have no data.
    bool has_hops() const { return hops_ != 0; }
    /// The link from a port of a router.
    const Link &link(std::uint32_t router, net::Port port) const {
        return links_[router][static_cast<std::size_t>(port)];
    }
    std::uint32_t slots(Buffer buffer) const {
        const MeshConfig &mesh = wiring_.mesh();
        return buffer == Buffer::injection ? mesh.injection_packets : mesh.receive_packets;
    }
    /// By node and priority ([0] low, [1] high). Messages that stay in a buffer count until the
    /// last event.
    std::vector<std::array<Queue, 2>> queues(Buffer buffer) const;
    /// Number of refused SENDs of a node.
    std::uint64_t refused(std::uint32_t node) const {
        return node < refused_.size() ? refused_[node] : 0;
    }
    /// Cycles from injection to arrival in an idle network; 0: not known.
    std::uint64_t unhindered(std::uint32_t source, std::uint32_t destination,
                             std::uint32_t words) const;

  private:
    struct Stay {
        std::uint64_t from = 0, until = 0;
    };
    struct Waiting {
        std::uint64_t since = 0;
        bool high = false;
    };
    /// Past and present messages in a node's buffers of one kind.
    struct Buffers {
        std::array<std::vector<Stay>, 2> stays;
        /// [0] delivered, [1] drained messages. The drained part of a multicast may be in the
        /// buffer together with the copy for this node.
        std::array<std::unordered_map<std::uint64_t, Waiting>, 2> waiting;

        void come(MessageId id, std::uint64_t cycle, bool high, bool drained);
        void leave(MessageId id, std::uint64_t cycle, bool drained);
    };
    /// The receivers of a message, in the order of its route.
    std::vector<std::uint32_t> receivers(std::uint32_t source, std::uint32_t destination,
                                         bool multicast) const;
    /// Adds one to `what` of each pair that the message counts for.
    void count(const MessageEvent &event, std::uint64_t Pair::*what);
    void lose(const MessageEvent &event, const events::Dropped &drop);

    /// Whether it was sent before the trace begins. Each node numbers its messages.
    bool is_from_before(MessageId id) const {
        return id.source < first_.size() && id.number < first_[id.source];
    }

    std::map<std::pair<std::uint32_t, std::uint32_t>, Pair> pairs_;
    /// Of a trace that begins at a snapshot, by source: the first message in it.
    std::vector<std::uint64_t> first_;
    std::uint64_t from_before_ = 0;
    Wiring wiring_;
    std::vector<std::vector<Link>> links_; ///< by router, then by port
    std::uint64_t hops_ = 0;
    HopNames names_;
    std::vector<Buffers> injection_, receive_; ///< by node
    std::vector<std::uint64_t> refused_;
    std::uint64_t last_ = 0; ///< cycle of the last event
};

} // namespace inlet
