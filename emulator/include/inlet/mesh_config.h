// The numbers of a mesh network.
#pragma once

#include <cstdint>

namespace inlet {

/// How the edges of the grid are connected.
enum class GridKind : std::uint8_t {
    mesh,     ///< no wrap-around
    cylinder, ///< each row is a ring: its last router is a neighbour of its first (CSD-94-823 3.2)
};

/// Ports of a router: links to its four neighbours, and its node.
enum class Port : std::uint8_t { north, south, west, east, local };
const char *port_name(Port port); ///< "north", ...; local: "node"

/// All latencies are in cycles of the node clock. All numbers but `columns` are at least 1.
struct MeshConfig {
    GridKind topology = GridKind::mesh;
    std::uint32_t columns = 0;           ///< columns of the grid; 0: as square as possible
    std::uint32_t hop_latency = 0;       ///< head of a packet from one router's input to the next's
    std::uint32_t cycles_per_word = 0;   ///< link rate: cycles a word occupies a link
    std::uint32_t eject_latency = 0;     ///< router to receive buffer, before the words
    std::uint32_t credit_latency = 0;    ///< delay until upstream sees a freed slot
    std::uint32_t header_words = 0;      ///< words of a packet besides handler address and data
    std::uint32_t injection_packets = 0; ///< slots of the injection buffer, per priority
    std::uint32_t receive_packets = 0;   ///< slots of the receive buffer, per priority
    /// Slots of a router's input buffer, per link, priority and, in a ring, virtual channel.
    std::uint32_t router_packets = 0;
    /// Limit of high-priority packets that overtake a low-priority packet for the same link: 1 to
    /// 255.
    std::uint32_t high_burst = 0;
    /// I/O nodes, in a row of their own below the others (CSD-94-823 3.2): 0 to columns.
    std::uint32_t io_nodes = 0;
    /// For tests of software that must not rely on order: delays each packet by 0 to this many
    /// cycles before delivery, while later packets of its sender pass it. 0: packets stay in order.
    std::uint32_t reorder = 0;

    bool operator==(const MeshConfig &) const = default;
};

/// Hops of a packet from `source` to `destination` in a machine of `nodes` nodes, not counting I/O
/// nodes; 0 to itself.
std::uint32_t hops(const MeshConfig &mesh, std::uint32_t nodes, std::uint32_t source,
                   std::uint32_t destination);

} // namespace inlet
