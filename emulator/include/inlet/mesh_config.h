// The numbers of a mesh network.
#pragma once

#include <cstdint>

namespace inlet {

/// How the edges of the grid are connected.
enum class GridKind : std::uint8_t {
    mesh,     ///< not at all
    cylinder, ///< each row is a ring: its last router is a neighbour of its first (CSD-94-823 3.2)
};

/// Of a router: links to its four neighbours, and its node.
enum class Port : std::uint8_t { north, south, west, east, local };
const char *port_name(Port port); ///< "north", ...; local: "node"

/// All latencies in cycles of the node clock, all numbers but `columns` at least 1.
struct MeshConfig {
    GridKind topology = GridKind::cylinder;
    std::uint32_t columns = 0;           ///< of the grid; 0: so that it is as square as possible
    std::uint32_t hop_latency = 1;       ///< head of a packet from one router's input to the next's
    std::uint32_t cycles_per_word = 1;   ///< link rate: cycles a word occupies a link
    std::uint32_t eject_latency = 1;     ///< router to receive buffer, before the words
    std::uint32_t credit_latency = 1;    ///< a freed slot is known upstream this much later
    std::uint32_t header_words = 1;      ///< words of a packet besides handler address and data
    std::uint32_t injection_packets = 1; ///< slots of the injection buffer, per priority
    std::uint32_t receive_packets = 1;   ///< slots of the receive buffer, per priority
    /// Slots of a router's input buffer, per link, priority and, in a ring, virtual channel.
    std::uint32_t router_packets = 1;
    /// Packets of high priority that pass one of low priority, at most, which could go over the
    /// same link: 1 to 255.
    std::uint32_t high_burst = 4;
    /// I/O nodes, in a row of their own below the others (CSD-94-823 3.2): 0 to columns.
    std::uint32_t io_nodes = 0;
    /// For tests of software that may not rely on order: each packet waits 0 to so many cycles
    /// before its delivery, and others of its sender pass it meanwhile. 0: order is kept.
    std::uint32_t reorder = 0;
};

/// Routers that a packet leaves on its way from `source` to `destination`, of `nodes` nodes without
/// I/O nodes: the distance, 0 to oneself.
std::uint32_t hops(const MeshConfig &mesh, std::uint32_t nodes, std::uint32_t source,
                   std::uint32_t destination);

} // namespace inlet
