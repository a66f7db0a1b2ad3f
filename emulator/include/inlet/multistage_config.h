// The numbers of a multistage switch, as the SP-2's is (docs/sp2.md).
#pragma once

#include <cstdint>

namespace inlet {

/// All latencies in cycles of the node clock and at least 1. On the SP-2, at 66 MHz, the
/// head of a packet takes inject + 3 hops + eject = 33 cycles through an empty board: "about
/// 500ns" (003 2.1). How these are divided is assumed: 5 switch cycles of 25 ns a chip.
struct MultistageConfig {
    /// Of 32 racks, each with a board for 16 nodes (003 2.1). How boards are joined is assumed
    /// (net/multistage.h).
    static constexpr std::uint32_t most_nodes = 512;

    std::uint32_t inject_latency = 0; ///< from the adapter to its first chip
    std::uint32_t hop_latency = 0;    ///< head of a packet through a chip
    std::uint32_t eject_latency = 0;  ///< from the last chip into the adapter's receive buffer
    std::uint32_t credit_latency = 0; ///< delay until upstream sees a freed slot
    /// A link moves `link_bytes` in `link_cycles` cycles: 40 MB/s (003 1).
    std::uint32_t link_cycles = 0, link_bytes = 0;
    /// Slots for whole packets: in the two halves of the adapter's 4 KB FIFO, and at a chip's
    /// input.
    std::uint32_t injection_packets = 0, receive_packets = 0, router_packets = 0;
    /// 0: the sender chooses the route. Otherwise a hash of this seed, source and number chooses
    /// one of the four, for tests: packets of a pair of nodes then overtake each other.
    std::uint64_t scatter = 0;
    /// Packets out of a million that a fault of the switch destroys, and the seed of the choice.
    std::uint32_t faults_per_million = 0;
    std::uint64_t fault_seed = 0;
};

} // namespace inlet
