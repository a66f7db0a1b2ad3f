// The numbers of Arctic, the fat tree of StarT-Voyager (004 2; docs/network.md).
#pragma once

#include <cstdint>
#include <vector>

namespace inlet {

/// All latencies are in cycles of a 140 MHz processor and at least 1. Arctic's cycle at 37.5 MHz
/// (004 5) is 56/15 of them. 004 gives the clock, the number of sites and the hops of a packet, one
/// to nine; the other numbers are assumed.
struct ArcticConfig {
    static constexpr std::uint32_t most_nodes = 32;

    std::uint32_t inject_latency = 0; ///< from the interface to its first router
    std::uint32_t hop_latency = 0;    ///< head of a packet through a router: six cycles of Arctic
    std::uint32_t eject_latency = 0;  ///< from the last router to the receive buffer
    std::uint32_t credit_latency = 0; ///< delay until upstream sees a freed slot
    /// A link moves `link_bytes` in `link_cycles` cycles: 4 bytes a cycle of Arctic, 150 MB/s.
    std::uint32_t link_cycles = 0, link_bytes = 0;
    std::uint32_t header_bytes = 0; ///< of each packet, in addition to its payload
    /// Slots for whole packets, per channel.
    std::uint32_t injection_packets = 0, receive_packets = 0, router_packets = 0;
    /// After this many packets of the high channel have passed a waiting one of the low channel,
    /// the low one is sent.
    std::uint32_t high_burst = 0;
    /// Of a router: 2, or 4 for routers of a higher degree.
    std::uint32_t children = 0;
    /// Upward links of a router of level 1, 2, ..., at most 4 each. The last number holds for all
    /// higher levels. Two routers or nodes have the same parents.
    std::vector<std::uint32_t> parents;
    /// 0: all packets of a pair of nodes take the same route. Otherwise, for tests, a hash of this
    /// seed, the source and the packet's number selects the route, so packets of a pair can
    /// overtake each other.
    std::uint64_t scatter = 0;
};

} // namespace inlet
