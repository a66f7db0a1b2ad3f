// A two-dimensional mesh of routers with dimension-order routing (columns first), finite buffers
// and back-pressure. Two priorities have buffers of their own and share the links; high goes first.
//
// The contract with the scheduler (docs/network.md):
//  - what a node does at cycle t (inject, take a packet) has its effect at t + 1 or later;
//  - a packet is delivered at least `min_delivery()` cycles after it entered its injection buffer;
//  - one that waited for a full receive buffer comes at least `min_delivery_after_take()` cycles
//    after room was made;
//  - injection slots of a node and priority are filled by that node; others can only free them;
//  - delivered means the whole packet is there;
//  - the state at cycle t is a function of time stamps, not of the order of the calls.
#pragma once

#include "net/mesh_config.h"
#include "net/packet.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

namespace inlet::net {

/// A packet that stands whole in a node's receive buffer since `cycle`.
struct Delivery {
    std::uint64_t cycle = 0;
    Packet packet;
};

class Mesh {
  public:
    /// `nodes` of them at the first positions of a grid as square as possible, row by row;
    /// positions beyond are routers only.
    /// `jitter`: seed of extra delays of heads on links and of deliveries, as a busy network might
    /// have them; order between a pair stays. 0: none.
    Mesh(const MeshConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0);

    std::uint32_t rows() const { return rows_; }
    std::uint32_t columns() const { return columns_; }

    /// Slots of the injection buffer that are surely free: certain as soon as it is not 0. When 0
    /// it is certain only for cycles up to known(); then the buffer is full.
    std::uint32_t free_slots(std::uint32_t node, Priority p) const;
    /// Puts a packet into the injection buffer at `cycle`, which is later than any cycle advanced
    /// to.
    void inject(std::uint64_t cycle, const Packet &packet);

    /// Whether `node` has a packet of this priority, and since when. Complete for cycles below
    /// horizon().
    const Delivery *front(std::uint32_t node, Priority p) const { return received(node, p, 0); }
    /// The packet `place` places behind the front.
    const Delivery *received(std::uint32_t node, Priority p, std::uint32_t place) const {
        const auto &queue = received_[static_cast<unsigned>(p)][node];
        return place < queue.size() ? &queue[place] : nullptr;
    }
    /// Takes that packet at `cycle`; its slot is free from the next cycle on.
    void take(std::uint64_t cycle, std::uint32_t node, Priority p);

    /// Runs the network through all of `cycle`. No node may still act before it.
    void advance(std::uint64_t cycle);
    /// All that happens up to here is known (cycles).
    std::uint64_t known() const { return known_; }

    static constexpr std::uint64_t never = ~std::uint64_t{0};
    /// No packet can be delivered before this cycle that front() does not show yet, as long as
    /// nobody injects.
    std::uint64_t next_delivery() const;
    /// Cycles between injection and delivery, at least, for a packet to another node (or to
    /// oneself).
    std::uint64_t min_delivery(bool to_oneself) const;
    /// Cycles between a take() and a delivery that it makes possible, at least: to the node itself
    /// the packet that waited for the slot, to others one that stood behind that packet in the
    /// router.
    std::uint64_t min_delivery_after_take(bool to_oneself) const;
    /// Whether anything is still to happen of itself, and when.
    bool busy() const { return !events_.empty(); }
    std::uint64_t next_event() const { return events_.empty() ? never : events_.top().cycle; }
    /// Packets that were injected and not yet taken.
    std::uint64_t in_flight() const { return in_flight_; }

    /// Nodes that got a delivery since the last call, in the order it happened. Scheduler only.
    std::vector<std::uint32_t> take_delivered();

  private:
    enum Port : std::uint8_t { north, south, west, east, local, ports };
    enum class What : std::uint8_t {
        head,           ///< a packet's head is in the input buffer `port`
        slot_free,      ///< a slot downstream of output `port` is free
        injection_free, ///< a slot of the node's injection buffer is free
        link_free,      ///< the packet from input `from` has left through output `port`
    };

    struct Event {
        std::uint64_t cycle;
        std::uint32_t router;
        std::uint32_t packet;
        What what;
        Port port;
        Port from;
        Priority priority;
        /// Events of one cycle touch different things, so any total order will do; this one is by
        /// place.
        bool operator>(const Event &o) const {
            return std::tie(cycle, router, what, port, priority, packet) >
                   std::tie(o.cycle, o.router, o.what, o.port, o.priority, o.packet);
        }
    };

    struct Waiting {
        std::uint32_t packet;
        std::uint64_t since; ///< cycle its head came
    };

    /// Input buffers by port of arrival, output side by port of departure.
    struct Router {
        std::deque<Waiting> input[ports][priorities];
        std::uint32_t credit[ports][priorities]; ///< free slots downstream; local: receive buffer
        std::uint64_t last[ports][priorities] =
            {};                               ///< cycle at which the last head comes out of it
        bool busy[ports] = {};                ///< link occupied
        bool leaving[ports][priorities] = {}; ///< the buffer's front packet is on its way out
    };

    Port route(std::uint32_t router, std::uint32_t destination) const;
    std::uint32_t neighbour(std::uint32_t router, Port port) const;
    static Port opposite(Port port);
    std::uint64_t occupancy(const Packet &packet) const;
    std::uint64_t least_occupancy() const {
        return std::uint64_t{config_.header_words + 1} * config_.cycles_per_word;
    }
    std::uint64_t delay(const Packet &packet, std::uint32_t router) const;
    void happen(const Event &event);
    void arbitrate(std::uint32_t router, std::uint64_t cycle);
    void start(std::uint32_t router, Port in, Port out, Priority p, std::uint64_t cycle);
    void touch(std::uint32_t router);
    std::uint32_t store(const Packet &packet);

    MeshConfig config_;
    std::uint32_t rows_, columns_;
    std::uint64_t jitter_;
    std::uint64_t known_ = 0;
    std::uint64_t in_flight_ = 0;
    std::vector<Router> routers_;
    std::vector<std::deque<Delivery>> received_[priorities]; ///< by node
    std::vector<std::uint32_t> injected_[priorities];        ///< slots in use, by node
    std::vector<Packet> packets_;
    std::vector<std::uint32_t> free_packets_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::vector<std::uint32_t> touched_;
    std::vector<bool> is_touched_;
    std::vector<std::uint32_t> delivered_;
};

} // namespace inlet::net
