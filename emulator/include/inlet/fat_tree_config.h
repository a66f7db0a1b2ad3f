// The numbers of a fat tree of routers, as the CM-5's data networks are (docs/network.md).
#pragma once

#include <cstdint>
#include <vector>

namespace inlet {

/// All latencies are in cycles of the node clock. All numbers but `overhead_nibbles` are at least
/// 1. Four routers or nodes have the same parents.
struct FatTreeConfig {
    std::uint32_t inject_latency = 0; ///< from the interface to its first router
    std::uint32_t hop_latency = 0;    ///< head of a packet from one router to the next
    std::uint32_t eject_latency = 0;  ///< from the last router to the receive buffer
    std::uint32_t credit_latency = 0; ///< delay until upstream sees a freed slot
    /// A link moves `link_nibbles` of 4 bits in `link_cycles` cycles.
    std::uint32_t link_cycles = 0, link_nibbles = 0;
    std::uint32_t overhead_nibbles = 0;  ///< overhead of a packet: route, length, tag, CRC
    std::uint32_t injection_packets = 0; ///< slots of the outgoing FIFO, per channel
    std::uint32_t receive_packets = 0;   ///< slots of the incoming FIFO, per channel
    std::uint32_t router_packets = 0;    ///< slots of a router's input buffer, per link and channel
    /// Upward links of a router of level 1, 2, ..., at most 4 each. The last number holds for all
    /// higher levels.
    std::vector<std::uint32_t> parents;
    /// Seed of the choice among free upward links.
    std::uint64_t seed = 0;
};

} // namespace inlet
