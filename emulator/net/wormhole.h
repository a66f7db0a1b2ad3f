// Source-routed switches whose packets hold their paths: Myrinet's network (001 1.6.2), below a
// network interface whose memory sets the pace. Times are ticks (inlet/wormhole_config.h); a cycle
// is `word` ticks, and the DMA engines of all interfaces begin cycles together. The rules:
//  - A node sends one packet at a time, one word per cycle, from the cycle after inject(). With
//    `one_engine` it does not send while its own receive DMA works. Words in consecutive cycles are
//    a train, both at the source and at the receiver.
//  - The head leaves with the first word. At each switch it takes the output that the next byte of
//    its route names, and waits while another packet holds that link: first come, first served; of
//    equals the lowest input port. At a node it waits for an armed receive DMA.
//  - While the head waits, each link that the packet holds stores `slack_words`; then the source
//    stops. When the head moves, a signal travels back along the path, and the source continues.
//  - Word i is received a path latency after it was sent, and at least a cycle after word i - 1.
//    The packet is delivered at the end of its last word.
//  - A link is free for the next packet when the last word has passed it and the head has left the
//    next router, so that no packet overtakes another. If the head has waited, the link is free
//    when the signal of its move can have arrived.
//  - A packet that waits for a link for `time_limit` is killed. A byte that names no port with a
//    cable, and the end of the route at a switch, lose a packet, and so do faults by seed. The
//    switch then swallows the words that come.
//
// Packets keep their order for each pair and route. There is one channel.
#pragma once

#include "inlet/observer.h"
#include "inlet/wormhole_config.h"
#include "net/network.h"
#include "net/payloads.h"
#include "net/switch_grid.h"

#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace inlet::net {

/// An engine of a node begins or stops to move a word in each cycle.
struct TrainEvent {
    std::uint64_t cycle;
    std::uint32_t node;
    bool receives; ///< the receive DMA; else the send DMA
    bool runs;
    bool operator==(const TrainEvent &) const = default;
};

class TrainObserver {
  public:
    virtual ~TrainObserver() = default;
    /// Called in the order of cycles.
    virtual void train(const TrainEvent &event) = 0;
};

class Wormhole final : public Network {
  public:
    enum class Loss : std::uint8_t {
        killed,    ///< blocked too long
        misrouted, ///< its route leads nowhere
        fault      ///< by seed
    };
    static constexpr std::size_t losses = 3;

    /// `jitter`: seed of delays at each hop; 0: none.
    Wormhole(const WormholeConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0);

    const SwitchGrid &topology() const override { return topology_; }
    unsigned channels() const override { return 1; }
    void watch_trains(TrainObserver *observer) { trains_ = observer; }

    /// The payload, at least one byte, begins with the route. Packet::destination is for observers.
    void inject(std::uint64_t cycle, const Packet &packet,
                std::span<const std::uint8_t> payload = {}) override;
    /// The slot is free when the last word has left the node.
    std::uint32_t free_slots(std::uint32_t node, unsigned channel = 0) const override;
    std::uint64_t room_at(std::uint32_t node, unsigned channel = 0) const override;

    /// Arms the receive DMA at `cycle` for one packet. It begins unarmed.
    void arm(std::uint64_t cycle, std::uint32_t node);
    /// Whether it is armed or holds a packet.
    bool armed(std::uint32_t node) const;
    /// The cycle since which a head waits for the receive DMA, or never.
    std::uint64_t waits_since(std::uint32_t node) const;

    const Delivery *received(std::uint32_t node, unsigned channel,
                             std::uint32_t place) const override;
    /// Packet::destination is the node; Packet::bytes does not count the route.
    const Delivery *front(std::uint32_t node, unsigned channel = 0) const override;
    std::span<const std::uint8_t> payload(const Packet &packet) const override;
    /// Takes the packet. The receive DMA stays unarmed until arm().
    void take(std::uint64_t cycle, std::uint32_t node, unsigned channel = 0) override;
    /// Whether the packet's checksum is wrong: a function of the seed and the packet.
    bool corrupt(const Packet &packet) const;
    /// The link of the default route that made a corrupt packet so, as a text: a function of the
    /// packet.
    std::string corrupting_link(const Packet &packet) const;
    /// Whether the packet, which has been or will be injected, is lost by seed.
    bool loses(const Packet &packet) const;
    /// Packets that were not delivered. They count neither as taken nor as in flight.
    std::uint64_t lost(Loss cause) const { return lost_[static_cast<std::size_t>(cause)]; }

    void advance(std::uint64_t cycle) override;
    std::uint64_t next_delivery() const override;
    std::uint64_t next_delivery(std::uint32_t node) const override;
    std::uint64_t min_delivery(bool to_oneself) const override;
    std::uint64_t min_delivery_after_take(bool to_oneself) const override;
    /// Minimum cycles from arm() or inject() until engines of another node begin or stop.
    std::uint64_t min_effect() const;
    std::uint64_t next_event() const override;
    std::vector<Standing> standing() const override;
    std::uint64_t link_bytes() const override { return link_bytes_; }
    void archive(Archive &ar) override;

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint32_t unlimited = ~std::uint32_t{0};

    struct Event {
        enum class Kind : std::uint8_t {
            free,   ///< a link
            begins, ///< the receive DMA of a node: a train
            ends,
            head, ///< of a packet is at a router
            arm,  ///< a node's receive DMA
            go,   ///< the signal that the head moves arrives at the source of a packet
            pump, ///< a node's send DMA may begin or stop
        } kind = Kind::free;
        std::uint64_t cycle = 0;
        std::uint32_t where = 0; ///< link, packet or node
        std::uint32_t stamp = 0; ///< of the packet
        bool operator==(const Event &) const = default;
        void archive(Archive &ar);
    };
    struct Later {
        bool operator()(const Event &a, const Event &b) const { return a.cycle > b.cycle; }
    };
    /// A link that a packet holds or has held.
    struct Held {
        std::uint32_t link = 0;
        std::uint64_t since = 0; ///< cycle at which its head came to the router before the link
        std::uint64_t cycle = 0; ///< cycle at which it took the link
        std::uint64_t before = 0, reach = 0; ///< latency from the source to both ends of the link
        std::uint64_t end = never;           ///< the link is free
        void archive(Archive &ar);
    };
    /// Words that were sent without a pause.
    struct Segment {
        std::uint64_t start = 0;
        std::uint32_t words = 0; ///< 0: it is not over
        void archive(Archive &ar);
    };
    enum class Sink : std::uint8_t { unknown, node, nowhere };
    struct Moving {
        Packet packet;
        std::uint32_t stamp = 0;
        bool used = false;
        std::uint32_t at = 0;                     ///< router of its head, or the next one
        Port entry = Port::local;                 ///< by which it came there
        std::uint64_t since = 0;                  ///< cycle at which its head came there
        std::uint64_t earliest = 0;               ///< bound of its delivery
        std::vector<Held> held;                   ///< in path order
        bool blocked = false;                     ///< its head waits
        std::uint64_t moved = 0, moved_reach = 0; ///< when and where it last ceased to wait

        std::uint32_t sent = 0;          ///< words of trains that are over
        std::uint64_t opened = never;    ///< begin of the train that runs
        std::uint32_t limit = unlimited; ///< words that the source may send
        std::uint64_t done = never;      ///< the last word has left the source

        Sink sink = Sink::unknown;
        std::vector<Segment> segments;  ///< until the sink is known
        std::uint64_t received = never; ///< begin of the train that is being received
        std::uint64_t receive_free = 0; ///< end of what has been received
        void archive(Archive &ar);
    };
    struct Input {
        std::uint64_t armed_at = never;
        std::uint32_t waiting = none; ///< packet whose head waits
        std::uint32_t flowing = none; ///< packet that is being received, or has been
        bool complete = false;        ///< `delivery` is known
        Delivery delivery;
        void archive(Archive &ar);
    };

    std::uint32_t link(std::uint32_t router, Port port) const {
        return router * topology_.ports() + static_cast<unsigned>(port);
    }
    std::uint32_t words(const Moving &moving) const { return (moving.packet.bytes + 3u) / 4; }
    /// The begin of the first cycle that does not begin before `cycle`.
    std::uint64_t aligned(std::uint64_t cycle) const {
        return (cycle + config_.word - 1) / config_.word * config_.word;
    }
    std::uint64_t base_time(std::uint32_t next_router) const;
    void push(Event::Kind kind, std::uint64_t cycle, std::uint32_t where, std::uint32_t stamp = 0);
    void apply(const Event &event);
    void head(std::uint32_t id);
    void arbitrate(std::uint32_t link);
    void take_link(std::uint32_t id, std::uint32_t router, Port port);
    void block(std::uint32_t id);
    void unblock(std::uint32_t id);
    void lose(std::uint32_t id, Loss cause);
    void connect(std::uint32_t id, Sink sink);
    void receive(Moving &moving, std::uint64_t start);
    void receive_end(Moving &moving, std::uint32_t words);
    void pump(std::uint32_t node);
    void train(std::uint32_t node, bool receives, bool runs);
    void complete(std::uint32_t id);
    void release(Moving &moving);
    void tell_hops(std::uint32_t node) const;

    WormholeConfig config_;
    SwitchGrid topology_;
    std::uint64_t jitter_;
    TrainObserver *trains_ = nullptr;
    std::vector<Event> events_;                               ///< a heap: the earliest first
    std::set<std::pair<std::uint64_t, std::uint32_t>> kills_; ///< when, and which blocked packet
    std::vector<Moving> moving_;
    std::vector<std::uint32_t> free_;                ///< of `moving_`
    std::vector<std::uint32_t> owner_;               ///< by link: packet, or none
    std::vector<std::vector<std::uint32_t>> queues_; ///< by link: waiting heads
    std::vector<Input> inputs_;                      ///< by node
    std::vector<std::uint32_t> sending_;             ///< by node: packet, or none
    std::vector<std::uint64_t> ready_;               ///< by node: it may send since this cycle
    std::vector<std::uint32_t> receiving_;           ///< by node: trains that come in
    std::array<std::uint64_t, losses> lost_{};
    std::uint64_t link_bytes_ = 0;
    std::uint32_t stamp_ = 0;
    Payloads payloads_;
    // In the current cycle:
    std::vector<std::uint32_t> touched_;      ///< links
    std::vector<std::uint32_t> asked_;        ///< packets whose heads have come to a router
    std::vector<std::uint32_t> pumped_;       ///< nodes
    std::vector<std::uint32_t> arrivals_;     ///< nodes whose delivery is now known
    std::vector<std::uint32_t> trained_;      ///< nodes whose receive DMA may have begun or stopped
    std::vector<std::uint8_t> received_runs_; ///< by node: what trained_ last reported
};

} // namespace inlet::net
