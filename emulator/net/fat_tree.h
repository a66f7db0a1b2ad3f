// A fat tree of routers, each with four children (or two: net/arctic.h) and several parents. Any
// link leads up, and one leads down to a node. Each of two channels has its own links. A packet
// takes a random free link upwards, so packets of a pair can overtake each other.
#pragma once

#include "inlet/fat_tree_config.h"
#include "net/routers.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::net {

/// Level 0 is the link of a node, so that every router has at most one node. Several routers of
/// level k are above each group of children^k nodes. They are numbered by level, group and place in
/// the group. Router n < nodes() is node n's.
class FatTree final : public Topology {
  public:
    static constexpr std::uint32_t most_children = 4, most_parents = 4;
    static constexpr unsigned first_up = 5; ///< ports: 0-3 down, 4 the node, 5-8 up

    /// A router has 1 << `child_bits` children, at most 4.
    FatTree(std::uint32_t nodes, const std::vector<std::uint32_t> &parents,
            unsigned child_bits = 2);

    std::uint32_t nodes() const override { return nodes_; }
    std::uint32_t routers() const override { return static_cast<std::uint32_t>(by_number_.size()); }
    std::uint32_t node_at(std::uint32_t router) const override {
        return router < nodes_ ? router : none;
    }
    std::uint32_t router_of(std::uint32_t node) const override { return node; }
    unsigned ports() const override { return first_up + most_parents; }
    std::string port_name(Port port) const override;
    std::uint32_t neighbour(std::uint32_t router, Port port) const override;
    std::uint32_t distance(std::uint32_t source, std::uint32_t destination) const override {
        return 2 * common_level(source, destination);
    }
    Place place(std::uint32_t router) const override;

    std::uint32_t levels() const { return static_cast<std::uint32_t>(levels_.size()) - 1; }
    std::uint32_t level(std::uint32_t router) const { return by_number_[router].level; }
    std::uint32_t children() const { return 1u << child_bits_; }
    /// The group of a router: the nodes below it, whose group_of() of its level is the same.
    std::uint32_t group(std::uint32_t router) const { return by_number_[router].group; }
    std::uint32_t parents(std::uint32_t router) const { return levels_[level(router)].parents; }
    std::uint32_t group_of(std::uint32_t node, std::uint32_t level) const {
        return node >> child_bits_ * level;
    }
    /// The first node of a group.
    std::uint32_t first_node(std::uint32_t group, std::uint32_t level) const {
        return group << child_bits_ * level;
    }
    /// The port down to a node's group, of a router above it of level 1 or more.
    Port down(std::uint32_t level, std::uint32_t node) const {
        return static_cast<Port>(group_of(node, level - 1) & (children() - 1));
    }
    /// The level of the lowest router above both. A node reaches itself by a router, too.
    std::uint32_t common_level(std::uint32_t source, std::uint32_t destination) const;
    bool has_link(std::uint32_t router, Port port) const;
    /// The input port of the neighbour behind `out`.
    Port entry(std::uint32_t router, Port out) const;

  private:
    struct Level {
        std::uint32_t first;   ///< number of its first router
        std::uint32_t routers; ///< above each group
        std::uint32_t parents; ///< links upwards of each
    };
    struct Router {
        std::uint32_t level, group, place; ///< place: among those above the same group
    };
    std::uint32_t nodes_;
    unsigned child_bits_;
    std::vector<Level> levels_;
    std::vector<Router> by_number_;
};

/// What the models of fat trees have in common. `Config` has the latencies and slots of
/// FatTreeConfig, and its parents. Routes have a destination and the number of links left upwards.
template <class Config> class FatTreeBase {
  public:
    static constexpr unsigned ports = FatTree::first_up + FatTree::most_parents, buffers = ports,
                              channels = 2;
    static constexpr bool second_channels = false, copies = false;
    static constexpr std::uint8_t local_buffer = static_cast<std::uint8_t>(Port::local);

    static std::uint8_t buffer(Port port, bool /*second*/) {
        return static_cast<std::uint8_t>(port);
    }
    static Port port(std::uint8_t buffer) { return static_cast<Port>(buffer); }
    static bool second(std::uint8_t /*buffer*/) { return false; }
    template <class Route> static void step(Route &route) { route.up -= route.up != 0; }

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
    std::uint64_t link_latency(std::uint32_t router) const {
        return tree_.level(router) == 0 ? config_.inject_latency : config_.hop_latency;
    }
    /// Cycles from `router` for a packet's head in an empty network.
    template <class Route> std::uint64_t flight(std::uint32_t router, const Route &route) const {
        const std::uint32_t level = tree_.level(router), links = route.up + level + route.up;
        const std::uint64_t cycles = std::uint64_t{links} * config_.hop_latency;
        return level == 0 && links ? cycles - config_.hop_latency + config_.inject_latency : cycles;
    }
    std::uint64_t least_flight(bool /*to_oneself*/) const {
        return std::uint64_t{config_.inject_latency} + config_.hop_latency;
    }

  protected:
    FatTreeBase(const Config &config, std::uint32_t nodes, unsigned child_bits)
        : config_(config), tree_(nodes, config.parents, child_bits) {}

    Config config_;
    FatTree tree_;
};

class FatTreeModel : public FatTreeBase<FatTreeConfig> {
  public:
    struct Route {
        std::uint32_t destination = 0;
        std::uint8_t up = 0; ///< links left upwards
    };
    static constexpr bool shared_links = false, chooses = true;

    FatTreeModel(const FatTreeConfig &config, std::uint32_t nodes)
        : FatTreeBase(config, nodes, 2) {}

    RouterNumbers numbers() const;
    Port next(std::uint32_t router, const Route &route) const;
    unsigned choices(std::uint32_t router, Port out) const {
        return static_cast<unsigned>(out) >= FatTree::first_up ? tree_.parents(router) : 1;
    }
    std::uint64_t seed() const { return config_.seed; }
    Route route(const Packet &packet) const {
        return {packet.destination,
                static_cast<std::uint8_t>(tree_.common_level(packet.source, packet.destination))};
    }
    std::uint64_t occupancy(const Packet &packet) const {
        return nibbles(8 * (packet.words + (packet.bytes + 3u) / 4));
    }
    std::uint64_t least_occupancy() const { return nibbles(0); }
    void check(const Archive &ar, std::uint32_t router, std::uint8_t in, const Route &route,
               const Packet &packet) const;
    static bool carries(const Packet &packet) { return packet.may_be_vector(); }
    static void archive(Archive &ar, Route &route);

  private:
    std::uint64_t nibbles(std::uint64_t data) const {
        const std::uint64_t cycles = (data + config_.overhead_nibbles) * config_.link_cycles;
        return (cycles + config_.link_nibbles - 1) / config_.link_nibbles;
    }
};

extern template class Routers<FatTreeModel>;

class FatTreeNetwork final : public Routers<FatTreeModel> {
  public:
    /// `jitter`: as in Mesh.
    FatTreeNetwork(const FatTreeConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0);

    const FatTree &tree() const { return model_.topology(); }
};

} // namespace inlet::net
