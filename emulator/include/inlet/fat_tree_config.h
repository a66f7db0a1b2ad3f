// The numbers of a fat tree of routers, as the CM-5's data networks are (docs/network.md).
#pragma once

#include <cstdint>
#include <vector>

namespace inlet {

/// All latencies in cycles of the node clock, all numbers at least 1 but `overhead_nibbles`. Four
/// routers or nodes have the same parents.
struct FatTreeConfig {
    std::uint32_t inject_latency = 17; ///< from the interface to its first router
    std::uint32_t hop_latency = 7;     ///< head of a packet from one router to the next
    std::uint32_t eject_latency = 16;  ///< from the last router to the receive buffer
    std::uint32_t credit_latency = 1;  ///< a freed slot is known upstream this much later
    /// A link moves `link_nibbles` of 4 bits in `link_cycles` cycles.
    std::uint32_t link_cycles = 33, link_nibbles = 40;
    std::uint32_t overhead_nibbles = 8;  ///< of a packet besides its words: route, length, tag, CRC
    std::uint32_t injection_packets = 1; ///< slots of the outgoing FIFO, per channel
    std::uint32_t receive_packets = 4;   ///< slots of the incoming FIFO, per channel
    std::uint32_t router_packets = 2;    ///< slots of a router's input buffer, per link and channel
    /// Links upwards of a router of level 1, 2, ..., at most 4 each; the last is that of all above.
    std::vector<std::uint32_t> parents = {2, 2, 4};
    /// Of the choice among the links upwards that are free.
    std::uint64_t seed = 1;
};

} // namespace inlet
