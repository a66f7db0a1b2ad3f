// The grid of T1 for the router model: dimension order, two priorities that share the links, two
// virtual channels on the links of a ring, multicasts, and routers that drain.
#pragma once

#include "inlet/mesh_config.h"
#include "net/grid.h"
#include "net/routers.h"

#include <cstdint>

namespace inlet::net {

class GridModel {
  public:
    using Route = Way;
    static constexpr unsigned ports = net::ports, channels = priorities;
    static constexpr bool shared_links = true, second_channels = true, copies = true,
                          chooses = false;
    /// A ring's links have two buffers: before the dateline and behind it.
    enum : std::uint8_t { north, south, west, west2, east, east2, local_buffer };
    static constexpr unsigned buffers = 7;

    static constexpr bool across(Port port) { return port == Port::west || port == Port::east; }
    static std::uint8_t buffer(Port port, bool second) {
        switch (port) {
        case Port::north: return north;
        case Port::south: return south;
        case Port::west: return second ? west2 : west;
        case Port::east: return second ? east2 : east;
        case Port::local: break;
        }
        return local_buffer;
    }
    static Port port(std::uint8_t buffer) {
        switch (buffer) {
        case north: return Port::north;
        case south: return Port::south;
        case west:
        case west2: return Port::west;
        case east:
        case east2: return Port::east;
        default: return Port::local;
        }
    }
    static bool second(std::uint8_t buffer) { return buffer == west2 || buffer == east2; }
    static void step(Way &way) { way.step(); }

    /// `ring_channels`: virtual channels of a ring's links. With 1, for a test, a ring full of
    /// packets deadlocks.
    GridModel(const MeshConfig &config, std::uint32_t nodes, unsigned ring_channels)
        : config_(config), grid_(config.topology, nodes, config.columns, config.io_nodes),
          ring_channels_(ring_channels) {}

    RouterNumbers numbers() const {
        return {config_.hop_latency,       config_.eject_latency,   config_.credit_latency,
                config_.injection_packets, config_.receive_packets, config_.router_packets,
                config_.high_burst,        config_.reorder};
    }
    const Grid &topology() const { return grid_; }
    std::uint32_t nodes() const { return grid_.nodes(); }
    std::uint32_t routers() const { return grid_.routers(); }
    std::uint32_t node_at(std::uint32_t router) const { return grid_.node_at(router); }
    std::uint32_t router_of(std::uint32_t node) const { return grid_.router_of(node); }
    std::uint32_t neighbour(std::uint32_t router, Port port) const {
        return grid_.neighbour(router, port);
    }
    bool closes_ring(std::uint32_t router, Port port) const {
        return ring_channels_ > 1 && grid_.closes_ring(router, port);
    }
    static Port entry(std::uint32_t /*router*/, Port out) { return opposite(out); }
    static Port next(std::uint32_t /*router*/, const Way &way) { return way.next(); }
    Way route(const Packet &packet) const {
        return packet.multicast ? grid_.multicast_way(packet.source, packet.destination)
                                : grid_.way(packet.source, packet.destination);
    }
    std::uint32_t receivers(const Packet &packet) const {
        return packet.multicast ? grid_.receivers(packet.source, packet.destination) : 1;
    }
    std::uint32_t nodes_on(std::uint32_t router, const Way &way) const {
        return grid_.nodes_on(router, way);
    }
    std::uint64_t link_latency(std::uint32_t /*router*/) const { return config_.hop_latency; }
    std::uint64_t flight(std::uint32_t /*router*/, const Way &way) const {
        return way.hops() * std::uint64_t{config_.hop_latency};
    }
    std::uint64_t least_flight(bool to_oneself) const {
        return to_oneself ? 0 : config_.hop_latency;
    }
    std::uint64_t occupancy(const Packet &packet) const {
        const std::uint32_t words = config_.header_words + 1u + packet.words + packet.bytes / 4u;
        return std::uint64_t{words} * config_.cycles_per_word;
    }
    std::uint64_t least_occupancy() const {
        return std::uint64_t{config_.header_words + 1} * config_.cycles_per_word;
    }
    /// A snapshot's packet: whether the rest of its route leads to its destination.
    void check(const Archive &ar, std::uint32_t router, std::uint8_t in, const Way &way,
               const Packet &packet) const;
    /// Whether such a packet is possible.
    static bool carries(const Packet &packet);
    static void archive(Archive &ar, Way &way);

  private:
    MeshConfig config_;
    Grid grid_;
    unsigned ring_channels_;
};

extern template class Routers<GridModel>;

} // namespace inlet::net
