// Arctic, the network of StarT-Voyager (004 2): a fat tree of routers with two children and two
// parents, so 32 sites are one to nine routers from each other (004 5.2). Two channels share the
// links, and the high one goes first: 004 3.6 gives receive queues two priorities, and the same for
// the network is assumed. The way up is a function of source and destination, so packets of a pair
// and channel keep their order (assumed, too: 004 is silent).
#pragma once

#include "inlet/arctic_config.h"
#include "net/fat_tree.h"
#include "net/routers.h"

#include <cstdint>

namespace inlet::net {

class ArcticModel {
  public:
    struct Route {
        std::uint32_t destination = 0;
        std::uint32_t way = 0; ///< selects the links upwards
        std::uint8_t up = 0;   ///< links left upwards
    };
    static constexpr unsigned ports = FatTree::first_up + FatTree::most_parents, buffers = ports,
                              channels = 2;
    static constexpr bool shared_links = true, second_channels = false, copies = false,
                          chooses = false;
    static constexpr std::uint8_t local_buffer = static_cast<std::uint8_t>(Port::local);
    static constexpr unsigned child_bits = 1;
    /// Bytes of the longest payload: three lines, an address word and what Express carries. 004
    /// names no limit, but Tag-On has to fit (004 3.5).
    static constexpr std::uint32_t longest = 104;

    static std::uint8_t buffer(Port port, bool /*second*/) {
        return static_cast<std::uint8_t>(port);
    }
    static Port port(std::uint8_t buffer) { return static_cast<Port>(buffer); }
    static bool second(std::uint8_t /*buffer*/) { return false; }
    static void step(Route &route) { route.up -= route.up != 0; }

    ArcticModel(const ArcticConfig &config, std::uint32_t nodes)
        : config_(config), tree_(nodes, config.parents, child_bits) {}

    RouterNumbers numbers() const;
    const FatTree &topology() const { return tree_; }
    std::uint32_t nodes() const { return tree_.nodes(); }
    std::uint32_t routers() const { return tree_.routers(); }
    std::uint32_t node_at(std::uint32_t router) const { return tree_.node_at(router); }
    std::uint32_t router_of(std::uint32_t node) const { return tree_.router_of(node); }
    std::uint32_t neighbour(std::uint32_t router, Port port) const {
        return tree_.neighbour(router, port);
    }
    static bool closes_ring(std::uint32_t /*router*/, Port /*port*/) { return false; }
    Port entry(std::uint32_t router, Port out) const { return tree_.entry(router, out); }
    Port next(std::uint32_t router, const Route &route) const;
    Route route(const Packet &packet) const;
    std::uint64_t link_latency(std::uint32_t router) const {
        return tree_.level(router) == 0 ? config_.inject_latency : config_.hop_latency;
    }
    /// Cycles from `router` for a packet's head in an empty network.
    std::uint64_t flight(std::uint32_t router, const Route &route) const;
    std::uint64_t least_flight(bool /*to_oneself*/) const {
        return std::uint64_t{config_.inject_latency} + config_.hop_latency;
    }
    std::uint64_t occupancy(const Packet &packet) const { return cycles(packet.bytes); }
    std::uint64_t least_occupancy() const { return cycles(0); }
    void check(const Archive &ar, std::uint32_t router, std::uint8_t in, const Route &route,
               const Packet &packet) const;
    static bool carries(const Packet &packet) {
        return packet.words == 0 && packet.bytes <= longest;
    }
    static void archive(Archive &ar, Route &route);

  private:
    std::uint64_t cycles(std::uint64_t payload) const {
        const std::uint64_t bytes = payload + config_.header_bytes;
        return (bytes * config_.link_cycles + config_.link_bytes - 1) / config_.link_bytes;
    }

    ArcticConfig config_;
    FatTree tree_;
};

extern template class Routers<ArcticModel>;

class ArcticNetwork final : public Routers<ArcticModel> {
  public:
    /// `jitter`: as in Mesh.
    ArcticNetwork(const ArcticConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0);

    const FatTree &tree() const { return model_.topology(); }
};

} // namespace inlet::net
