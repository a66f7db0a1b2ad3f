// The SP-2's switch: two stages of chips with four ports down and four up. Four nodes share a leaf
// chip, and every leaf chip has one link to each of the four spine chips. Packets to a node of the
// same leaf chip use a spine chip, too, so there are exactly four routes of three chips between any
// two nodes (003 2.1). The sender names the route.
#pragma once

#include "inlet/multistage_config.h"
#include "net/routers.h"

#include <cstdint>
#include <string>

namespace inlet::net {

/// Router n < nodes() is the adapter's end of node n's link. The leaf chips follow, then the spine
/// chips.
class Multistage final : public Topology {
  public:
    static constexpr std::uint32_t routes = 4, leaf_nodes = 4;
    static constexpr unsigned first_up = 5; ///< ports: 0-3 down, 4 the node, 5-8 up

    explicit Multistage(std::uint32_t nodes)
        : nodes_(nodes), leaves_((nodes + leaf_nodes - 1) / leaf_nodes) {}

    std::uint32_t nodes() const override { return nodes_; }
    std::uint32_t routers() const override { return nodes_ + leaves_ + routes; }
    std::uint32_t node_at(std::uint32_t router) const override {
        return router < nodes_ ? router : none;
    }
    std::uint32_t router_of(std::uint32_t node) const override { return node; }
    unsigned ports() const override { return first_up + routes; }
    std::string port_name(Port port) const override;
    std::uint32_t neighbour(std::uint32_t router, Port port) const override;
    std::uint32_t distance(std::uint32_t /*source*/, std::uint32_t /*destination*/) const override {
        return links;
    }
    Place place(std::uint32_t router) const override;

    /// The hops of every packet: up, up, down, down.
    static constexpr std::uint8_t links = 4;
    /// 0: adapters, 1: leaf chips, 2: spine chips.
    unsigned stage(std::uint32_t router) const {
        return router < nodes_ ? 0 : router < nodes_ + leaves_ ? 1 : 2;
    }
    bool has_link(std::uint32_t router, Port port) const;
    /// The input port of the neighbour behind `out`.
    Port entry(std::uint32_t router, Port out) const;

  private:
    std::uint32_t nodes_, leaves_;
};

class MultistageModel {
  public:
    struct Route {
        std::uint32_t destination = 0;
        std::uint8_t spine = 0; ///< spine chip on the route
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
    std::uint64_t flight(std::uint32_t /*router*/, const Route &route) const {
        const std::uint64_t hops = std::uint64_t{route.left} * config_.hop_latency;
        return route.left == Multistage::links ? hops - config_.hop_latency + config_.inject_latency
                                               : hops;
    }
    std::uint64_t least_flight(bool /*to_oneself*/) const {
        return config_.inject_latency + std::uint64_t{Multistage::links - 1} * config_.hop_latency;
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
