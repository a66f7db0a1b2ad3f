// The SP-2's switch: chips with eight ports, four down and four up, in stages. Four nodes share a
// leaf chip. A board is 16 nodes: each of its four leaf chips has one link to each of its four
// spine chips. Packets to a node of the same leaf chip use a spine chip, too, so there are exactly
// four routes of three chips between any two nodes of a board (003 2.1). The sender names the
// route.
//
// How more boards are joined is assumed: by further stages of the same chips, a fat tree. Chips of
// the last stage have no ports up, so all eight lead down: two stages take 32 nodes, three 128,
// four 512. A packet goes up to the first stage that has a way down to its destination, by the
// sender's spine chip and then by a port that the destination chooses, and down by the only way
// that there is. Nothing that goes down goes up again, so waits for room never form a circle.
#pragma once

#include "inlet/multistage_config.h"
#include "net/routers.h"

#include <cstdint>
#include <string>

namespace inlet::net {

/// Router n < nodes() is the adapter's end of node n's link. The chips follow, stage by stage,
/// those of the leaves first.
class Multistage final : public Topology {
  public:
    static constexpr std::uint32_t routes = 4, leaf_nodes = 4;
    static constexpr unsigned first_up = 5; ///< ports: 0-3 down, 4 the node, 5-8 up
    static constexpr unsigned most_stages = 4;

    explicit Multistage(std::uint32_t nodes);

    std::uint32_t nodes() const override { return nodes_; }
    std::uint32_t routers() const override { return first_[stages_ + 1]; }
    std::uint32_t node_at(std::uint32_t router) const override {
        return router < nodes_ ? router : none;
    }
    std::uint32_t router_of(std::uint32_t node) const override { return node; }
    unsigned ports() const override { return first_up + routes; }
    std::string port_name(Port port) const override;
    std::uint32_t neighbour(std::uint32_t router, Port port) const override;
    std::uint32_t distance(std::uint32_t source, std::uint32_t destination) const override {
        return 2 * turn(source, destination);
    }
    Place place(std::uint32_t router) const override;

    /// Stages of chips: 2 to most_stages.
    unsigned stages() const { return stages_; }
    /// 0: an adapter; 1: a leaf chip; ...; stages(): a chip of the last stage.
    unsigned stage(std::uint32_t router) const;
    /// The stage at which packets from `source` to `destination` turn down, at least 2. Their hops
    /// are twice as many.
    unsigned turn(std::uint32_t source, std::uint32_t destination) const;
    /// The port up that a packet takes at this stage.
    static Port up(unsigned stage, std::uint32_t route, std::uint32_t destination);
    /// The port down to this node from a chip of this stage, which must be above it.
    Port down(unsigned stage, std::uint32_t node) const;
    /// The chip (of stage 0: the adapter) above `node` that packets of this route to `destination`
    /// pass.
    std::uint32_t chip_of(unsigned stage, std::uint32_t node, std::uint32_t route,
                          std::uint32_t destination) const;
    bool has_link(std::uint32_t router, Port port) const;
    /// The input port of the neighbour behind `out`.
    Port entry(std::uint32_t router, Port out) const;

  private:
    /// Chips of a stage stand in groups that reach the same nodes. A chip by its place there.
    struct Chip {
        unsigned stage;
        std::uint32_t group, index;
    };
    Chip chip(std::uint32_t router) const;
    std::uint32_t router(const Chip &chip) const;
    /// Nodes below each chip of a stage, and chips in each of its groups.
    std::uint32_t reach(unsigned stage) const;
    static std::uint32_t width(unsigned stage) { return 1u << 2 * (stage - 1); }
    std::uint32_t group(unsigned stage, std::uint32_t node) const { return node / reach(stage); }
    /// The group below a chip behind port `port`, counted from the chip's first one; none: the port
    /// does not lead down.
    std::uint32_t child(unsigned stage, unsigned port) const;

    std::uint32_t nodes_;
    unsigned stages_;
    std::uint32_t first_[most_stages + 2] = {}; ///< by stage: its first router
};

class MultistageModel {
  public:
    struct Route {
        std::uint32_t destination = 0;
        std::uint8_t spine = 0; ///< of the four routes
        std::uint8_t left = 0;  ///< links left
    };
    static constexpr unsigned ports = Multistage::first_up + Multistage::routes, buffers = ports,
                              channels = 1;
    static constexpr bool shared_links = false, second_channels = false, copies = false,
                          chooses = false;
    static constexpr std::uint8_t local_buffer = static_cast<std::uint8_t>(Port::local);
    /// The route in Packet::tag: the second byte of the hardware header (ni/sp2/adapter.h).
    static constexpr unsigned route_shift = 16;
    /// Bytes of a packet. The shortest is a word of header.
    static constexpr std::uint32_t shortest = 4, longest = 255;

    static std::uint8_t buffer(Port port, bool /*second*/) {
        return static_cast<std::uint8_t>(port);
    }
    static Port port(std::uint8_t buffer) { return static_cast<Port>(buffer); }
    static bool second(std::uint8_t /*buffer*/) { return false; }
    static void step(Route &route) {
        if (route.left) --route.left;
    }

    MultistageModel(const MultistageConfig &config, std::uint32_t nodes)
        : config_(config), topology_(nodes) {}

    RouterNumbers numbers() const;
    const Multistage &topology() const { return topology_; }
    std::uint32_t nodes() const { return topology_.nodes(); }
    std::uint32_t routers() const { return topology_.routers(); }
    std::uint32_t node_at(std::uint32_t router) const { return topology_.node_at(router); }
    std::uint32_t router_of(std::uint32_t node) const { return topology_.router_of(node); }
    std::uint32_t neighbour(std::uint32_t router, Port port) const {
        return topology_.neighbour(router, port);
    }
    static bool closes_ring(std::uint32_t /*router*/, Port /*port*/) { return false; }
    Port entry(std::uint32_t router, Port out) const { return topology_.entry(router, out); }
    Port next(std::uint32_t router, const Route &route) const;
    Route route(const Packet &packet) const;
    std::uint64_t link_latency(std::uint32_t router) const {
        return topology_.stage(router) == 0 ? config_.inject_latency : config_.hop_latency;
    }
    /// Cycles from `router` for a packet's head in an empty network.
    std::uint64_t flight(std::uint32_t router, const Route &route) const {
        const std::uint64_t hops = std::uint64_t{route.left} * config_.hop_latency;
        return route.left && topology_.stage(router) == 0
                   ? hops - config_.hop_latency + config_.inject_latency
                   : hops;
    }
    /// Within a board: up, up, down, down.
    std::uint64_t least_flight(bool /*to_oneself*/) const {
        return config_.inject_latency + std::uint64_t{3} * config_.hop_latency;
    }
    std::uint64_t occupancy(const Packet &packet) const { return cycles(packet.bytes); }
    std::uint64_t least_occupancy() const { return cycles(shortest); }
    void check(const Archive &ar, std::uint32_t router, std::uint8_t in, const Route &route,
               const Packet &packet) const;
    static bool carries(const Packet &packet) {
        return packet.words == 0 && packet.bytes >= shortest && packet.bytes <= longest;
    }
    static void archive(Archive &ar, Route &route);

  protected:
    std::uint64_t cycles(std::uint64_t bytes) const {
        return (bytes * config_.link_cycles + config_.link_bytes - 1) / config_.link_bytes;
    }

  private:
    MultistageConfig config_;
    Multistage topology_;
};

extern template class Routers<MultistageModel>;

class MultistageNetwork final : public Routers<MultistageModel> {
  public:
    /// `jitter`: as in Mesh.
    MultistageNetwork(const MultistageConfig &config, std::uint32_t nodes,
                      std::uint64_t jitter = 0);

    /// Whether a fault of the switch has destroyed this packet: a function of the seed and the
    /// packet. The network delivers it nevertheless, so that it keeps the contract. The receiving
    /// adapter loses it.
    bool faulty(const Packet &packet) const;

  private:
    std::uint32_t faults_per_million_;
    std::uint64_t fault_seed_;
};

} // namespace inlet::net
