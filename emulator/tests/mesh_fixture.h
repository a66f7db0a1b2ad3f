// Shared by the tests of the network.
#pragma once

#include "net/mesh.h"
#include "tests/network_numbers.h"

#include <cstdint>
#include <random>
#include <vector>

namespace inlet::net {

inline MeshConfig slow_links(GridKind topology = GridKind::cylinder) {
    MeshConfig c = test::plain_mesh();
    c.topology = topology;
    c.hop_latency = 3;
    c.cycles_per_word = 2;
    c.eject_latency = 1;
    c.credit_latency = 1;
    c.header_words = 1;
    c.injection_packets = 2;
    c.receive_packets = 2;
    c.router_packets = 2;
    return c;
}

/// The same with `packets` packets in each buffer.
inline MeshConfig buffers(std::uint32_t packets, GridKind topology = GridKind::cylinder) {
    MeshConfig c = slow_links(topology);
    c.injection_packets = c.receive_packets = c.router_packets = packets;
    return c;
}

inline constexpr GridKind topologies[] = {GridKind::mesh, GridKind::cylinder};
/// `random` numbers below `end`.
inline std::uint32_t below(std::minstd_rand &random, std::uint32_t end) {
    return static_cast<std::uint32_t>(random() % end);
}

inline constexpr Priority both[] = {Priority::low, Priority::high};

inline Packet packet(std::uint32_t from, std::uint32_t to, std::uint32_t number,
                     Priority p = Priority::low, std::uint8_t words = 1) {
    return {from, to, number, 0x10000, p, words, {number, 0, 0, 0, 0}};
}

inline Packet multicast(std::uint32_t from, std::uint32_t to, std::uint32_t number,
                        Priority p = Priority::low) {
    Packet m = packet(from, to, number, p);
    m.multicast = true;
    return m;
}

/// One row of routers.
inline MeshConfig ring(std::uint32_t nodes, std::uint32_t packets) {
    MeshConfig c = buffers(packets);
    c.columns = nodes;
    return c;
}

/// The nodes on a packet's route, including the last one, found hop by hop from the grid's
/// neighbours, which grid_test.cpp tests.
inline std::vector<std::uint32_t> nodes_on(const Grid &grid, std::uint32_t from, Way way) {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t at = grid.router_of(from); way.next() != Port::local; way.step()) {
        at = grid.neighbour(at, way.next());
        if (grid.has_node(at)) nodes.push_back(grid.node_at(at));
    }
    return nodes;
}

} // namespace inlet::net
