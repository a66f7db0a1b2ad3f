// The router model: routers with finite buffers and credits, cut-through with whole packets,
// back-pressure. What differs between topologies is a Model, which the compiler fills in
// (grid_model.h is the first). It has, as inline functions: the numbers (RouterNumbers); the router
// and port behind a port (neighbour, entry); the route of a packet and its next output (route,
// next, step); equally good outputs (choices); how long a packet holds a link (occupancy,
// least_occupancy) and how long its head takes (link_latency, flight, least_flight); for snapshots
// check, carries, archive; and these names:
//
//   Route             what of its way a packet carries from router to router
//   ports, buffers    outputs of a router, and input buffers in the order in which they win when
//                     their packets have waited equally long
//   channels          what stands in one never waits for a slot of another
//   shared_links      the channels share the links; the highest goes first, but not for ever
//   copies            packets may leave copies on their way, and routers may drain (T1)
//   chooses           a router may have several links that are equally good for a packet
#pragma once

#include "net/calendar.h"
#include "net/network.h"
#include "net/payloads.h"
#include "net/slots.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace inlet::net {

/// The numbers that every model has.
struct RouterNumbers {
    std::uint32_t hop_latency = 1;    ///< head of a packet from one router's input to the next's
    std::uint32_t eject_latency = 1;  ///< router to receive buffer, before the words
    std::uint32_t credit_latency = 1; ///< a freed slot is known upstream this much later
    std::uint32_t injection_packets = 1, receive_packets = 1, router_packets = 1; ///< slots
    std::uint32_t high_burst = 4; ///< shared links: packets that pass one of a lower channel
    std::uint32_t reorder = 0;    ///< cycles that packets may be held back; see MeshConfig
};

template <typename Model> class Routers : public Network {
  public:
    const Topology &topology() const final { return model_.topology(); }
    unsigned channels() const final { return Model::channels; }

    std::uint32_t free_slots(std::uint32_t node, unsigned channel) const final {
        return injection_[channel][node].free(known_);
    }
    std::uint64_t room_at(std::uint32_t node, unsigned channel) const final {
        return injection_[channel][node].free_at();
    }
    void inject(std::uint64_t cycle, const Packet &packet,
                std::span<const std::uint8_t> payload = {}) final;

    const Delivery *front(std::uint32_t node, unsigned channel) const final {
        const std::uint32_t id = received_[channel][node].first;
        return id == none ? nullptr : &packets_[id];
    }
    const Delivery *received(std::uint32_t node, unsigned channel,
                             std::uint32_t place) const final {
        std::uint32_t id = received_[channel][node].first;
        while (id != none && place--) id = moving_[id].next;
        return id == none ? nullptr : &packets_[id];
    }
    std::span<const std::uint8_t> payload(const Packet &packet) const final {
        return packet.bytes ? payloads_.bytes(packet.payload) : std::span<const std::uint8_t>{};
    }
    void take(std::uint64_t cycle, std::uint32_t node, unsigned channel) final;

    void advance(std::uint64_t cycle) final;
    std::uint64_t next_delivery() const final;
    std::uint64_t next_delivery(std::uint32_t node) const final;
    std::uint64_t min_delivery(bool to_oneself) const final;
    /// A multicast that waited to leave its copy continues in the same cycle, too.
    std::uint64_t min_delivery_after_take(bool to_oneself) const final;
    std::uint64_t next_event() const final { return wakes_.next(); }
    std::vector<Standing> standing() const final;
    typename Network::Work work() const final { return work_; }
    void archive(Archive &ar) final;

    /// An event reaches neighbours of its router only.
    static constexpr bool reaches_far = false;
    struct FlatCrossing;
    struct Crossing;
    /// Before it runs: only the routers with `own` are simulated here, with their nodes. What goes
    /// to another router is added to `out`, in order of cycle for each link.
    void divide(const std::vector<bool> &own, std::vector<Crossing> &out) {
        own_ = own;
        out_ = &out;
    }
    /// What another part has added comes in. Its cycle is later than known().
    void enter(const Crossing &crossing);
    /// Takes over the routers with `which`, with their nodes' buffers and their packets, from a
    /// network of the same kind, which is of no use after that. Here they are as at the begin.
    void adopt(Routers &from, const std::vector<bool> &which);
    /// Before it adopts routers.
    void begin_with(const Numbers &numbers);
    /// Of one router, or never.
    std::uint64_t next_event_of(std::uint32_t router) const { return wakes_.date(router); }
    /// Cycles from an event of a router to what it changes in another one, at least.
    std::uint64_t least_crossing() const {
        std::uint64_t least = model_.least_occupancy() + config_.credit_latency;
        for (std::uint32_t router = 0; router < routers_.size(); ++router)
            least = std::min<std::uint64_t>(least, model_.link_latency(router));
        return least;
    }
    /// Cycles from an event of a router to a delivery to its node, at least.
    std::uint64_t least_after_event() const {
        return config_.eject_latency + model_.least_occupancy();
    }

  protected:
    static constexpr unsigned ports = Model::ports, buffers = Model::buffers,
                              channels_ = Model::channels;
    static constexpr unsigned links = Model::shared_links ? 1 : channels_; ///< of a port
    static constexpr unsigned seconds = Model::second_channels ? 2 : 1; ///< buffers behind a port
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    using Buffer = std::uint8_t;                                                    ///< of a router
    using Buffers = std::conditional_t<(buffers > 8), std::uint16_t, std::uint8_t>; ///< bits
    static_assert(buffers <= 16);

    /// A packet in the routers. It is in one queue at a time.
    struct Moving {
        std::uint64_t since = 0;      ///< cycle at which its head came to the router
        std::uint64_t occupancy = 0;  ///< cycles that it holds a link
        std::uint64_t earliest = 0;   ///< delivery in an empty network
        typename Model::Route way;    ///< to go from this router
        std::uint32_t next = none;    ///< next packet in the queue
        Port out = Port::local;       ///< output of this router; the first if it may choose
        bool behind_dateline = false; ///< has closed a ring
        bool multicast = false;
        bool drains = false; ///< ends at the first router that drains
    };
    struct Queue {
        std::uint32_t first = none, last = none;
    };
    /// A buffer of a router. It contains packets that are still on the link, with the cycle of
    /// their arrival.
    struct Input : Queue {
        std::uint64_t since = 0;   ///< cycle the first packet's head came
        std::uint64_t leaving = 0; ///< end of the departure of the packet before it
        bool second = false; ///< its first packet goes to the second buffer of the next router
    };
    /// In order of use: every look at a router needs the first cache lines.
    struct alignas(64) Router {
        std::uint64_t date[ports];              ///< by output: the next possible start there
        std::uint64_t busy[ports * links] = {}; ///< by output: the link is occupied until then
        Buffers want[ports][channels_] =
            {}; ///< bits of the inputs whose first packet goes to that output
        bool has_node, closes_ring[ports];
        std::uint8_t passed[ports] = {}; ///< high packets in a row that have passed a low one
        bool drain = false;
        Input input[buffers][channels_];
        std::uint32_t node; ///< if it has one
        std::uint32_t neighbour[ports];
        Slots slots[ports][channels_][seconds]; ///< of the buffers behind each output

        /// An output may have a start at `cycle`.
        void lower(unsigned out, std::uint64_t cycle) { date[out] = std::min(date[out], cycle); }
    };

    Routers(const Model &model, std::uint64_t jitter);

    static constexpr unsigned at(Port port) { return static_cast<unsigned>(port); }
    static constexpr unsigned link(unsigned out, unsigned p) {
        return links == 1 ? out : out * links + p;
    }
    std::uint64_t delay(const Packet &packet, std::uint32_t router) const;
    std::uint64_t hold_back(const Packet &packet) const;
    void arrive(std::uint32_t router, Buffer in, unsigned p, std::uint32_t id, std::uint64_t cycle);
    template <bool watched> void run(std::uint64_t cycle);
    template <bool watched> void arbitrate(std::uint32_t router, std::uint64_t cycle);
    void wake(std::uint32_t router, unsigned out, std::uint64_t cycle);
    static int ready(const Router &router, unsigned out, unsigned p, std::uint64_t cycle,
                     std::uint64_t &next);
    Port choice(std::uint32_t router, Buffer in, unsigned p, std::uint64_t cycle) const
        requires(Model::chooses);
    template <bool watched>
    void start(std::uint32_t router, Buffer in, Port out, unsigned p, std::uint64_t cycle);
    template <bool watched>
    void report(std::uint32_t router, Buffer in, Port out, unsigned p, std::uint32_t id,
                bool stays);
    std::uint64_t leave_copy(std::uint32_t router, Buffer in, unsigned p, std::uint64_t cycle);
    std::uint64_t go_on(std::uint32_t router, Buffer in, Port out, unsigned p, std::uint64_t cycle);
    std::uint64_t deliver(std::uint32_t router, unsigned p, std::uint32_t id, std::uint64_t cycle);
    std::uint64_t jittered(std::uint64_t cycle, std::uint32_t id, std::uint32_t router, Port out,
                           bool second, unsigned p);
    void release(std::uint32_t router, Port out, bool second, unsigned p, std::uint64_t cycle);
    void release_elsewhere(std::uint32_t router, Port out, bool second, unsigned p,
                           std::uint64_t cycle);
    bool is_elsewhere(std::uint32_t router) const { return out_ && !own_[router]; }
    void leave(std::uint32_t router, Buffer in, unsigned p, std::uint32_t id, std::uint64_t cycle);
    void look_at_first(Router &router, Buffer in, unsigned p);
    std::uint64_t earliest_start(const Router &router, Buffer in, unsigned p, unsigned out) const;
    std::uint64_t earliest_start(const Router &router, unsigned out, unsigned p) const;
    void lower_for_first(Router &router, Buffer in, unsigned p);
    void forget_first(Router &router, Buffer in, unsigned p);
    Port output(const Router &router, const Moving &moving) const {
        if constexpr (Model::copies)
            if (router.drain && moving.drains) return Port::local;
        return moving.out;
    }
    bool second_behind(const Router &router, const Moving &moving, Port to) const {
        if constexpr (Model::second_channels)
            return Model::across(to) && (moving.behind_dateline || router.closes_ring[at(to)]);
        return false;
    }
    /// Links of a router that are as good for a packet as `out`, with `out` itself.
    unsigned choices(const Router &router, Port out) const {
        if constexpr (Model::chooses)
            return model_.choices(static_cast<std::uint32_t>(&router - routers_.data()), out);
        return 1;
    }
    Queue adopted(Routers &from, const Queue &queue);
    void append(Queue &queue, std::uint32_t id);
    void insert_by_cycle(Queue &received, std::uint32_t id);
    std::uint32_t remove_first(Queue &queue);
    std::uint32_t store(const Packet &packet);
    void archive(Archive &ar, Moving &moving);
    void archive(Archive &ar, Queue &queue, std::vector<bool> &found);
    void archive_packets(Archive &ar);
    void restore_dates(const Archive &ar, std::uint32_t router);
    void check_way(const Archive &ar, std::uint32_t router, Buffer in, std::uint32_t id) const;

    Model model_;
    RouterNumbers config_;
    std::uint64_t jitter_;
    std::uint64_t multicasts_ = 0; ///< on their way
    std::uint32_t draining_ = 0;   ///< routers
    typename Network::Work work_;
    std::vector<std::uint32_t> coming_; ///< by destination: packets on their way, but multicasts
    std::vector<Router> routers_;
    Calendar wakes_;                          ///< by router: the earliest date of its outputs
    std::vector<Queue> received_[channels_];  ///< by node
    std::vector<Slots> injection_[channels_]; ///< by node
    std::vector<Delivery> packets_;
    Payloads payloads_;          ///< of packets with a payload
    std::vector<Moving> moving_; ///< packets in routers
    std::uint32_t free_ = none;  ///< list of free places of both
    /// With jitter, by router, output, buffer behind it and channel: when the last head comes
    /// there.
    std::vector<std::uint64_t> last_;
    std::vector<bool> own_;                ///< of a part: by router
    std::vector<Crossing> *out_ = nullptr; ///< of a part; nullptr: all routers are here
};

/// What goes from one part of a network to another: a slot of a buffer, or the head of a packet,
/// and the packet with it.
template <typename Model> struct Routers<Model>::FlatCrossing {
    std::uint64_t cycle = 0;  ///< at which the slot is free, or the head is there
    std::uint32_t router = 0; ///< to which it goes
    std::uint8_t place = 0;   ///< a slot: the output; a head: the input buffer
    std::uint8_t channel = 0;
    bool second = false; ///< a slot: of the second buffer behind the output
    bool head = false;
    Packet packet;
    Moving moving;
};
template <typename Model> struct Routers<Model>::Crossing : FlatCrossing {
    using Flat = FlatCrossing;
    std::vector<std::uint8_t> payload;

    /// Those of Flat that say anything; with a payload, all.
    std::size_t flat_bytes() const {
        return this->head ? sizeof(Flat) : offsetof(Flat, head) + sizeof(this->head);
    }
};

} // namespace inlet::net
