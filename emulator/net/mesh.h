// A grid of routers with dimension-order routing (along the row first), finite buffers and
// back-pressure. Two priorities have buffers of their own and share the links; high goes first, but
// not for ever. A ring cannot deadlock: it has two virtual channels, and packets change over at the
// dateline.
//
// The contract with the scheduler (docs/network.md):
//  - what a node does at cycle t (inject, take a packet) has its effect at t + 1 or later;
//  - a packet is delivered at least `min_delivery()` cycles after it entered its injection buffer;
//  - one that waited for a full receive buffer comes at least `min_delivery_after_take()` cycles
//    after room was made;
//  - injection slots of a node and priority are filled by that node; others can only free them;
//  - delivered means the whole packet is there;
//  - the state at cycle t is a function of time stamps, not of the order of the calls.
// net/contract.h checks it in every run.
#pragma once

#include "inlet/mesh_config.h"
#include "inlet/observer.h"
#include "net/calendar.h"
#include "net/grid.h"
#include "net/packet.h"
#include "net/payloads.h"
#include "net/slots.h"

#include <cstdint>
#include <vector>

namespace inlet::net {

/// A packet that stands whole in a node's receive buffer since `cycle`.
struct Delivery {
    std::uint64_t cycle = 0;
    Packet packet;
};

/// Where a packet stands, for who asks the diagnostic network (CSD-94-823 3.2, 3.6).
struct Standing {
    enum class Place : std::uint8_t {
        injection, ///< buffer of what the node sends
        router,    ///< input buffer of a router, or on the link to it
        receive,   ///< receive buffer: delivered, to be taken by the node
    } place;
    std::uint32_t router;   ///< Grid::node_at() is the node
    Port from;              ///< router: the port that the buffer is at; else local
    Port to;                ///< the output that it waits for; receive: local
    bool behind_dateline;   ///< it is in the second virtual channel of a ring
    std::uint32_t position; ///< 0: first in its buffer
    std::uint64_t since;    ///< cycle; of the head in a router, of the whole in a receive buffer;
                            ///< after known(): on its way
    Packet packet;
};

class Mesh {
  public:
    /// `jitter`: seed of extra delays of heads on links and of deliveries, as a busy network might
    /// have them; order between a pair stays. 0: none.
    /// With MeshConfig::reorder it is the seed of which packet passes which, too.
    /// `nodes` and, beside them, the I/O nodes of `config`. `ring_channels`: virtual channels of a
    /// ring's links; with 1, for a test, a ring full of packets stands still for ever.
    Mesh(const MeshConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0,
         unsigned ring_channels = 2);

    const Grid &grid() const { return grid_; }

    /// Tells every hop, while advance() makes it. nullptr: nobody listens, which costs nothing.
    void watch(Observer *observer) { observer_ = observer; }

    /// Slots of the injection buffer that are surely free: certain as soon as it is not 0. When 0
    /// it is certain only for cycles up to known(); then the buffer is full.
    std::uint32_t free_slots(std::uint32_t node, Priority p) const;
    /// The cycle from which on a slot is free; never: it depends on what is not known yet.
    std::uint64_t room_at(std::uint32_t node, Priority p) const {
        return injection_[static_cast<unsigned>(p)][node].free_at();
    }
    /// Puts a packet into the injection buffer at `cycle`, which is later than any cycle advanced
    /// to. A multicast goes the way of Grid::multicast_way(). `vector`: packet.vector_words words,
    /// which are copied.
    void inject(std::uint64_t cycle, const Packet &packet, const std::uint32_t *vector = nullptr);

    /// Whether `node` has a packet of this priority, and since when. Complete for cycles below
    /// horizon().
    const Delivery *front(std::uint32_t node, Priority p) const { return received(node, p, 0); }
    /// The packet `place` places behind the front.
    const Delivery *received(std::uint32_t node, Priority p, std::uint32_t place) const {
        std::uint32_t id = received_[static_cast<unsigned>(p)][node].first;
        while (id != none && place--) id = moving_[id].next;
        return id == none ? nullptr : &packets_[id];
    }
    /// The first packet.vector_words of these are the vector of a packet that front(), received()
    /// or standing() shows, until it is taken.
    const VectorWords &vector(const Packet &packet) const { return payloads_.words(packet.vector); }
    /// Takes that packet at `cycle`; its slot is free from the next cycle on.
    void take(std::uint64_t cycle, std::uint32_t node, Priority p);
    /// Whether the node's router drains (CSD-94-823 3.6): a packet sent in user mode whose head is
    /// there goes into this node's receive buffer, whatever its destination. A multicast does so
    /// when it has left its copy, for those that have none yet (Packet::rest). From the cycle after
    /// known() on; the node acts at known().
    void drain(std::uint32_t node, bool on);
    /// Cycles between drain() and a delivery that it makes possible, at least.
    std::uint64_t min_delivery_after_drain(bool to_oneself) const {
        return 1 + min_delivery(to_oneself);
    }

    /// Runs the network through all of `cycle`. No node may still act before it.
    void advance(std::uint64_t cycle);
    /// All that happens up to here is known (cycles).
    std::uint64_t known() const { return known_; }

    static constexpr std::uint64_t never = ~std::uint64_t{0};
    /// No packet can be delivered before this cycle that front() does not show yet, as long as
    /// nobody injects.
    std::uint64_t next_delivery() const;
    /// The same for deliveries to one node, as long as it takes nothing either: later or equal.
    std::uint64_t next_delivery(std::uint32_t node) const;
    /// Cycles between injection and delivery, at least, for a packet to another node (or to
    /// oneself).
    std::uint64_t min_delivery(bool to_oneself) const;
    /// Cycles between a take() and a delivery that it makes possible, at least: to the node itself
    /// the packet that waited for the slot, to others one that stood behind that packet in the
    /// router, or a multicast that waited to leave its copy. Changes with what is on its way.
    std::uint64_t min_delivery_after_take(bool to_oneself) const;
    /// Whether anything is still to happen of itself, and when.
    bool busy() const { return next_event() != never; }
    std::uint64_t next_event() const { return wakes_.next(); }
    /// Nothing moves and nothing is going to, unless a node puts something in or takes something
    /// out: what nodes see of the network now they will see for ever.
    bool still() const { return !busy() && known_ >= settles_; }
    /// How often nodes have put something in or taken something out.
    std::uint64_t acts() const { return acts_; }
    /// Deliveries that what was injected has still to make, and those that are not yet taken. So
    /// injected (a multicast as often as it has receivers) == taken + in flight, at every moment,
    /// but that of the receivers of a multicast that ended where it was drained only one counts.
    std::uint64_t in_flight() const { return in_flight_; }

    /// All packets, by router, then injection, links from north, south, west, east, and receive
    /// buffer, then high before low, then first to last. Slow.
    std::vector<Standing> standing() const;

    void archive(Archive &ar);

    /// Nodes that got a delivery, or room where none was known, since the last call, in the order
    /// it happened; valid until the next one. Scheduler only.
    const std::vector<std::uint32_t> &take_told();

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// Buffers of a router, in the order in which they win when their packets have waited equally
    /// long. A ring's links have two: before the dateline and behind it.
    enum Buffer : std::uint8_t { north, south, west, west2, east, east2, local, buffers };
    static Buffer buffer(Port port, bool behind_dateline);
    static Port port(Buffer buffer);

    /// What a packet is on its way through the routers. A packet is in one queue at a time.
    struct Moving {
        std::uint64_t since = 0;      ///< cycle its head came to the router
        std::uint64_t occupancy = 0;  ///< cycles that it holds a link
        std::uint64_t earliest = 0;   ///< delivery, if nothing is in its way
        Way way;                      ///< to go from this router
        std::uint32_t next = none;    ///< packet behind it in the queue
        Port out = Port::local;       ///< of this router
        bool behind_dateline = false; ///< has closed a ring
        bool multicast = false;
        bool drains = false; ///< stays at the first router that drains
    };
    struct Queue {
        std::uint32_t first = none, last = none;
    };
    /// A buffer of a router. Packets that are still on the link stand in it already, with the cycle
    /// at which they come.
    struct Input : Queue {
        std::uint64_t since = 0;   ///< cycle the first packet's head came
        std::uint64_t leaving = 0; ///< until then the packet before it is on its way out
        bool second = false;       ///< its first packet wants the second buffer of the next router
    };
    /// In the order in which it is needed: the first line of the cache for each look at a router.
    struct alignas(64) Router {
        std::uint64_t busy[ports] = {}; ///< by output: until then the link is occupied
        std::uint8_t want[ports][priorities] =
            {}; ///< bits of the inputs whose first packet goes there
        bool has_node, closes_ring[ports];
        std::uint8_t passed[ports] = {}; ///< high packets that a low one has let pass in a row
        bool drain = false;
        Input input[buffers][priorities];
        std::uint32_t node; ///< where it has one
        std::uint32_t neighbour[ports];
        Slots slots[ports][priorities][2]; ///< of the buffers behind each output
    };

    static unsigned at(Port port) { return static_cast<unsigned>(port); }
    std::uint64_t occupancy(const Packet &packet) const;
    std::uint64_t least_occupancy() const {
        return std::uint64_t{config_.header_words + 1} * config_.cycles_per_word;
    }
    std::uint64_t delay(const Packet &packet, std::uint32_t router) const;
    std::uint64_t hold_back(const Packet &packet) const;
    void arrive(std::uint32_t router, Buffer in, unsigned p, std::uint32_t id, std::uint64_t cycle);
    template <bool watched> void run(std::uint64_t cycle);
    template <bool watched> std::uint64_t arbitrate(std::uint32_t router, std::uint64_t cycle);
    static int ready(const Router &router, unsigned out, unsigned p, std::uint64_t cycle,
                     std::uint64_t &next);
    template <bool watched>
    void start(std::uint32_t router, Buffer in, Port out, unsigned p, std::uint64_t cycle);
    std::uint64_t leave_copy(std::uint32_t router, Buffer in, unsigned p, std::uint64_t cycle);
    std::uint64_t go_on(std::uint32_t router, Buffer in, Port out, unsigned p, std::uint64_t cycle);
    std::uint64_t deliver(std::uint32_t router, unsigned p, std::uint32_t id, std::uint64_t cycle);
    std::uint64_t jittered(std::uint64_t cycle, std::uint32_t id, std::uint32_t router, Port out,
                           bool second, unsigned p);
    void release(std::uint32_t router, Port out, bool second, unsigned p, std::uint64_t cycle);
    void look_at_first(Router &router, Buffer in, unsigned p);
    Port output(const Router &router, const Moving &moving) const {
        return router.drain && moving.drains ? Port::local : moving.out;
    }
    void append(Queue &queue, std::uint32_t id);
    void insert_by_cycle(Queue &received, std::uint32_t id);
    std::uint32_t remove_first(Queue &queue);
    std::uint32_t store(const Packet &packet);
    void archive(Archive &ar, Moving &moving);
    void archive(Archive &ar, Queue &queue, std::vector<bool> &found);
    void archive_packets(Archive &ar);
    void check_way(const Archive &ar, std::uint32_t router, Buffer in, std::uint32_t id) const;

    MeshConfig config_;
    Grid grid_;
    std::uint64_t jitter_;
    std::uint64_t known_ = 0;
    std::uint64_t in_flight_ = 0;
    std::uint64_t acts_ = 0;
    std::uint64_t settles_ =
        0; ///< deliveries and free injection slots that are known: the last one
    std::uint64_t multicasts_ = 0; ///< on their way
    std::vector<Router> routers_;
    Calendar wakes_;                           ///< by router: when something may start there next
    std::vector<Queue> received_[priorities];  ///< by node
    std::vector<Slots> injection_[priorities]; ///< by node
    std::vector<Delivery> packets_;
    Payloads payloads_;          ///< of those packets that have a vector
    std::vector<Moving> moving_; ///< of the same packets
    std::uint32_t free_ = none;  ///< places of both that are free, as a list
    /// With jitter, by router, output, buffer behind it and priority: when the last head comes
    /// there.
    std::vector<std::uint64_t> last_;
    std::vector<std::uint32_t> told_, taken_told_;
    Observer *observer_ = nullptr;
};

} // namespace inlet::net
