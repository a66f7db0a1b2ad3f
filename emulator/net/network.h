// A network as nodes and the scheduler know it. The contract with the scheduler (docs/network.md):
//  - what a node does at cycle t (inject, take a packet) has its effect at t + 1 or later;
//  - a packet is delivered at least `min_delivery()` cycles after it entered its injection buffer;
//  - one that waited for a full receive buffer comes at least `min_delivery_after_take()` cycles
//    after a slot was made free;
//  - injection slots of a node and channel are filled by that node; others can only free them;
//  - delivered means the whole packet is there;
//  - the state at cycle t is a function of time stamps, not of the order of the calls.
// net/contract.h checks it in every run.
#pragma once

#include "inlet/mesh_config.h"
#include "inlet/observer.h"
#include "net/packet.h"
#include "net/topology.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::net {

/// A packet that is complete in a node's receive buffer since `cycle`.
struct Delivery {
    std::uint64_t cycle = 0;
    Packet packet;
};

/// The place of a packet, for the diagnostic network (CSD-94-823 3.2, 3.6).
struct Standing {
    enum class Place : std::uint8_t {
        injection, ///< buffer of what the node sends
        router,    ///< input buffer of a router, or on the link to it
        receive,   ///< receive buffer: delivered, to be taken by the node
    } place;
    std::uint32_t router;   ///< Topology::node_at() is the node
    Port from;              ///< router: the port that the buffer is at; else local
    Port to;                ///< the output that it waits for; receive: local
    bool behind_dateline;   ///< it is in the second virtual channel of a ring
    std::uint32_t position; ///< 0: first in its buffer
    std::uint64_t since;    ///< cycle; of the head in a router, of the whole in a receive buffer;
                            ///< after known(): on its way
    std::uint32_t next;     ///< router behind `to`; local: the same
    Port next_from;         ///< the port of that router by which it would come in
    bool next_second;       ///< into the second virtual channel
    Packet packet;
};

class Network {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    virtual ~Network() = default;

    virtual const Topology &topology() const = 0;
    /// Number of channels. A packet in one never waits for a slot of another.
    virtual unsigned channels() const = 0;

    /// Reports every hop during advance(). nullptr: no reports, at no cost.
    void watch(Observer *observer) { observer_ = observer; }

    /// Slots of the injection buffer known to be free. A result above 0 is certain; 0 is certain, a
    /// full buffer, for cycles up to known() only.
    virtual std::uint32_t free_slots(std::uint32_t node, unsigned channel) const = 0;
    /// The cycle from which a slot is free; never: not known yet.
    virtual std::uint64_t room_at(std::uint32_t node, unsigned channel) const = 0;
    /// Puts a packet into the injection buffer at `cycle`, which is later than any cycle advanced
    /// to. `payload`: packet.bytes bytes, which are copied.
    virtual void inject(std::uint64_t cycle, const Packet &packet,
                        std::span<const std::uint8_t> payload = {}) = 0;

    /// The packet `place` places behind the front of the receive buffer, and since when it is
    /// there; nullptr: there is none. Complete for cycles below next_delivery().
    virtual const Delivery *received(std::uint32_t node, unsigned channel,
                                     std::uint32_t place) const = 0;
    virtual const Delivery *front(std::uint32_t node, unsigned channel) const = 0;
    /// The payload of a packet that front(), received() or standing() returns, until it is taken.
    virtual std::span<const std::uint8_t> payload(const Packet &packet) const = 0;
    /// Takes the first packet at `cycle`; its slot is free from the next cycle on.
    virtual void take(std::uint64_t cycle, std::uint32_t node, unsigned channel) = 0;

    /// Simulates the network to the end of `cycle`. No node may act before it any more.
    virtual void advance(std::uint64_t cycle) = 0;
    /// The cycle up to which the network has been simulated.
    std::uint64_t known() const { return known_; }

    /// Without injections, no packet that front() does not return yet is delivered before this
    /// cycle.
    virtual std::uint64_t next_delivery() const = 0;
    /// The same for deliveries to one node, if it also takes nothing; also if other nodes act when
    /// something is delivered to them, or when they have room to send. Later or equal.
    virtual std::uint64_t next_delivery(std::uint32_t node) const = 0;
    /// Minimum cycles from injection to delivery for a packet to another node (or to the node
    /// itself).
    virtual std::uint64_t min_delivery(bool to_oneself) const = 0;
    /// Minimum cycles from take() to a delivery that it makes possible: to the node itself, of the
    /// packet that waited for the slot; to other nodes, of one behind that packet in the router.
    /// Changes with the traffic.
    virtual std::uint64_t min_delivery_after_take(bool to_oneself) const = 0;

    /// The cycle of the network's next own event, or never.
    virtual std::uint64_t next_event() const = 0;
    bool busy() const { return next_event() != never; }
    /// Whether nothing moves, or will move, until a node injects or takes a packet: nodes see the
    /// same state of the network forever.
    bool still() const { return !busy() && known_ >= settles_; }
    /// The number of injections and takes.
    std::uint64_t acts() const { return acts_; }
    /// Deliveries that what was injected has still to make, and those that are not yet taken. So
    /// injected (a multicast as often as it has receivers) == taken + in flight, at every moment,
    /// but that of the receivers of a multicast that ended where it was drained only one counts.
    std::uint64_t in_flight() const { return in_flight_; }

    /// What the functions above are made of: of the network, or the share that a part has.
    struct Numbers {
        std::uint64_t known = 0, in_flight = 0, acts = 0, settles = 0;
    };
    Numbers numbers() const { return {known_, in_flight_, acts_, settles_}; }

    /// All packets, ordered by router; injection, links by port, receive buffer; channel, highest
    /// first; position. Slow.
    virtual std::vector<Standing> standing() const = 0;
    /// The host's work so far.
    struct Work {
        std::uint64_t looks = 0;  ///< at outputs of routers
        std::uint64_t starts = 0; ///< of packets, onto a link or to a node
    };
    virtual Work work() const { return {}; }
    /// Bytes that its links have carried since the network was made, headers included. 0: not
    /// counted.
    virtual std::uint64_t link_bytes() const { return 0; }

    virtual void archive(Archive &ar) = 0;

    /// Nodes that got a delivery, or a free slot when none was known, or that tell() names, since
    /// the last call, in order. Valid until the next call. For the scheduler only.
    const std::vector<std::uint32_t> &take_told() {
        taken_told_.clear();
        std::swap(told_, taken_told_);
        return taken_told_;
    }

    /// The scheduler is to look at this node again, for a reason of its machine's.
    void tell(std::uint32_t node) { told_.push_back(node); }

  protected:
    std::uint64_t known_ = 0;
    std::uint64_t in_flight_ = 0;
    std::uint64_t acts_ = 0;
    std::uint64_t settles_ =
        0; ///< deliveries and free injection slots that are known: the last one
    std::vector<std::uint32_t> told_, taken_told_;
    Observer *observer_ = nullptr;
};

} // namespace inlet::net
