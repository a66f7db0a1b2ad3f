// A hypercube whose messages hold their paths: the nCUBE/2's network (US 5,367,636; 000 4.2). There
// are no buffers on the way. A head takes links one by one in ascending dimensions, waits for
// occupied ones, and holds its links until the tail has passed. At its destination it waits for an
// armed input channel; then the whole message flows.
//
// Observers get the hops of a message when its path stands, which is when their ends are known.
//
// Channels are the dimensions: injection channel d is a node's output channel d, and messages over
// dimension d are received in channel d. There is one path between two nodes, so messages of a pair
// keep their order.
#pragma once

#include "inlet/cube_config.h"
#include "inlet/observer.h"
#include "net/network.h"
#include "net/payloads.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace inlet::net {

/// Nodes are the corners: two are neighbours if their numbers differ in one bit.
class CubeTopology final : public Topology {
  public:
    static constexpr unsigned most_dimensions = 13; ///< 8192 nodes

    /// `nodes`: a power of two.
    explicit CubeTopology(std::uint32_t nodes);

    unsigned dimensions() const { return dimensions_; }
    /// The first dimension of a route or of its rest.
    static unsigned first_dimension(std::uint32_t from, std::uint32_t to);
    /// Dimensions as ports. Port::local is the node in every topology, so higher dimensions move up
    /// by one.
    static Port port_of(unsigned dimension);
    static unsigned dimension_of(Port port);

    std::uint32_t nodes() const override { return nodes_; }
    std::uint32_t routers() const override { return nodes_; }
    std::uint32_t node_at(std::uint32_t router) const override { return router; }
    std::uint32_t router_of(std::uint32_t node) const override { return node; }
    unsigned ports() const override { return most_dimensions + 1; }
    std::string port_name(Port port) const override;
    std::uint32_t neighbour(std::uint32_t router, Port port) const override;
    std::uint32_t distance(std::uint32_t source, std::uint32_t destination) const override;
    Place place(std::uint32_t router) const override;

  private:
    std::uint32_t nodes_;
    unsigned dimensions_;
};

/// An event of a message on its way, for reports.
struct PathEvent {
    enum class Kind : std::uint8_t {
        asks,      ///< for its first link
        takes,     ///< a link: its head is at `router` + 1 bit after `hop`
        arrives,   ///< its head is at its destination
        flows,     ///< the input channel is armed: the message begins to flow
        leaves,    ///< it has left the sender; the output channel is ready
        delivered, ///< the input channel is ready
    } kind;
    std::uint64_t cycle;
    std::uint32_t source, number; ///< of the message
    std::uint32_t router;
    unsigned dimension; ///< takes: of the link
};

class PathObserver {
  public:
    virtual ~PathObserver() = default;
    /// Called in the order of cycles, but `leaves` and `delivered` as soon as they are known.
    virtual void path(const PathEvent &event) = 0;
};

class Cube final : public Network {
  public:
    /// Of a message without its end: it begins with a word.
    static constexpr std::uint32_t least_bytes = 4;

    /// `jitter`: seed of delays at each hop; 0: none.
    Cube(const CubeConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0);

    const CubeTopology &topology() const override { return topology_; }
    const CubeConfig &config() const { return config_; }
    unsigned channels() const override { return topology_.dimensions(); }
    void watch_paths(PathObserver *observer) { paths_ = observer; }
    /// For observers: messages with this bit in the highest byte of the first word have high
    /// priority, and the words of a message are Packet::words. Without it messages have no
    /// priority, and all bytes count.
    void mark_high(std::uint32_t bit) { high_ = bit; }

    /// Packet::channel is the first dimension. The whole message is payload; Packet::bytes does not
    /// count the end of message.
    void inject(std::uint64_t cycle, const Packet &packet,
                std::span<const std::uint8_t> payload = {}) override;
    std::uint32_t free_slots(std::uint32_t node, unsigned channel) const override;
    std::uint64_t room_at(std::uint32_t node, unsigned channel) const override;

    /// Arms an input channel at `cycle` for one message. Input channels begin unarmed. A message
    /// for an unarmed one waits and holds its path.
    void arm(std::uint64_t cycle, std::uint32_t node, unsigned channel);
    /// Whether it is armed or holds a message.
    bool armed(std::uint32_t node, unsigned channel) const;

    const Delivery *received(std::uint32_t node, unsigned channel,
                             std::uint32_t place) const override;
    const Delivery *front(std::uint32_t node, unsigned channel) const override;
    std::span<const std::uint8_t> payload(const Packet &packet) const override;
    /// Takes the message. The channel stays unarmed until arm().
    void take(std::uint64_t cycle, std::uint32_t node, unsigned channel) override;

    void advance(std::uint64_t cycle) override;
    std::uint64_t next_delivery() const override;
    std::uint64_t next_delivery(std::uint32_t node) const override;
    std::uint64_t min_delivery(bool to_oneself) const override;
    std::uint64_t min_delivery_after_take(bool to_oneself) const override;
    /// Minimum cycles from arm() to the ready bit of another node's output channel.
    std::uint64_t min_ready_after_arm() const;
    std::uint64_t next_event() const override;
    std::vector<Standing> standing() const override;
    std::uint64_t link_bytes() const override { return link_bytes_; }
    void archive(Archive &ar) override;

    // In parts (docs/network.md, "Parts of a network"), as Routers:

    /// Where a message begins to flow, routers on its whole way learn it.
    static constexpr bool reaches_far = true;
    struct FlatCrossing;
    struct Crossing;
    /// Before it runs: only the routers with `own` are simulated here, with their nodes. What goes
    /// to another router is added to `out`.
    void divide(const std::vector<bool> &own, std::vector<Crossing> &out);
    /// What another part has added comes in. Its cycle is later than known().
    void enter(const Crossing &crossing);
    /// Takes over the routers with `which`, with the messages whose heads are there, and what
    /// `from` has counted. `from` is of no use after that. Here they are as at the begin.
    void adopt(Cube &from, const std::vector<bool> &which);
    /// Before it adopts routers. Removes what is to come.
    void begin_with(const Numbers &numbers);
    /// So many of the numbers that it has begun with are not its own.
    void count_off(std::uint64_t in_flight, std::uint64_t acts) {
        in_flight_ -= in_flight;
        acts_ -= acts;
    }
    /// Cycles from an event of a router, or an action of its node, to what it changes in another
    /// one, at least: a head comes, or a message begins to flow and its links become free.
    std::uint64_t least_crossing() const;
    /// Cycles from an event of a router to what its node sees of it, at least: an output channel is
    /// ready when the network says so.
    static std::uint64_t least_after_event() { return 0; }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Event {
        enum class Kind : std::uint8_t { free, head, arm, ready } kind = Kind::free;
        std::uint64_t cycle = 0;
        std::uint32_t where = 0; ///< free: link; head: message; arm, ready: node and channel
        bool operator==(const Event &) const = default;
        void archive(Archive &ar);
    };
    struct Later {
        bool operator()(const Event &a, const Event &b) const { return a.cycle > b.cycle; }
    };
    /// A link that a message holds.
    struct Held {
        std::uint32_t link = 0;
        std::uint64_t since = 0; ///< cycle at which its head came to the router
        std::uint64_t cycle = 0; ///< cycle at which it took the link
        void archive(Archive &ar);
    };
    struct Moving {
        Packet packet;
        std::uint32_t at = 0;       ///< router of its head, or the next one
        std::uint32_t entry = 0;    ///< dimension by which it came; at its source: dimensions()
        std::uint64_t since = 0;    ///< cycle at which its head came there
        std::uint64_t earliest = 0; ///< bound of its delivery
        std::vector<Held> held;     ///< the links that it holds, in path order
        bool used = false;
        void archive(Archive &ar);
    };
    struct Input {
        std::uint64_t armed_at = never; ///< never: it is unarmed
        std::uint32_t waiting = none;   ///< message whose head waits for it
        std::uint32_t received = none;  ///< message that flows into it, or is in it
        Delivery delivery;
        void archive(Archive &ar);
    };

    std::uint32_t place(std::uint32_t node, unsigned channel) const {
        return node * topology_.dimensions() + channel;
    }
    std::uint64_t bytes_time(std::uint32_t bytes) const;
    std::uint32_t router_of_link(std::uint32_t link) const { return link / topology_.dimensions(); }
    bool is_elsewhere(std::uint32_t router) const { return out_ && !own_[router]; }
    void push(Event event);
    void push_there(const Event &event);
    std::uint32_t new_place();
    void leave(std::uint32_t id);
    void check_places(const Archive &ar) const;
    void apply(const Event &event);
    void arbitrate(std::uint32_t link);
    void head(std::uint32_t id);
    void flow(std::uint32_t id, std::uint32_t input);
    void tell_hops(std::uint32_t input) const;
    std::uint64_t hop_time(const Moving &moving, std::uint32_t router) const;
    void report(PathEvent::Kind kind, std::uint64_t cycle, const Packet &packet,
                std::uint32_t router, unsigned dimension = 0) const;

    CubeConfig config_;
    CubeTopology topology_;
    std::uint64_t jitter_;
    PathObserver *paths_ = nullptr;
    std::uint32_t high_ = 0;    ///< see mark_high()
    std::vector<Event> events_; ///< a heap: the earliest first
    std::vector<Moving> moving_;
    std::vector<std::uint32_t> free_;  ///< of `moving_`
    std::vector<std::uint32_t> owner_; ///< by link: source of the message that has it, or none
    std::vector<std::vector<std::uint32_t>> queues_; ///< by link: waiting heads
    std::vector<Input> inputs_;                      ///< by node and channel
    std::vector<std::uint64_t> ready_;   ///< by node and output channel: ready since this cycle
    std::vector<std::uint32_t> touched_; ///< links, in this cycle
    std::vector<std::uint32_t> flows_;   ///< inputs whose message begins to flow, in this cycle
    std::uint64_t link_bytes_ = 0;
    Payloads payloads_;
    std::vector<bool> own_;                ///< of a part: by router
    std::vector<Crossing> *out_ = nullptr; ///< of a part; nullptr: all routers are here
};

/// What goes from one part of a cube to another: the head of a message, with the message; a link
/// that becomes free; or an output channel that becomes ready.
struct Cube::FlatCrossing {
    std::uint64_t cycle = 0;
    std::uint32_t router = 0; ///< to which it goes
    std::uint32_t entry = 0;  ///< a head: as in Moving
    Event event;              ///< `where` of a head: the number of links that it holds
    std::uint64_t earliest = 0;
    Packet packet;
};
struct Cube::Crossing : FlatCrossing {
    using Flat = FlatCrossing;
    std::vector<std::uint8_t> payload; ///< a head: the links, then the message

    /// Those of Flat that say anything; with a payload, all.
    std::size_t flat_bytes() const {
        return event.kind == Event::Kind::head ? sizeof(Flat) : offsetof(Flat, earliest);
    }
};

} // namespace inlet::net
