// The numbers of a network of source-routed switches that hold paths, as Myrinet's.
#pragma once

#include <cstdint>

namespace inlet {

/// Times in ticks of 5 ns, the cycles of a host at 200 MHz. The cluster is that
/// of Bhoedjang's thesis (001 1.6.2); `hop`, `cable` and `slack_words` are assumed.
struct WormholeConfig {
    static constexpr std::uint32_t most_nodes = 128;

    /// A cycle of the interfaces at 33.33 MHz, in which DMA moves one word. The link is faster: 25
    /// ns a word.
    std::uint32_t word = 0;
    std::uint32_t hop = 0;         ///< the head of a packet through a switch
    std::uint32_t cable = 0;       ///< the head of a packet along a cable
    std::uint32_t slack_words = 0; ///< that each held link of a blocked packet stores
    /// A packet that other packets have blocked for this time is killed: 50 ms. At least 1.
    std::uint32_t time_limit = 0;
    /// In one cycle the memory of an interface serves its receive DMA or its send DMA, not both.
    bool one_engine = false;
    /// Packets out of a million that the network loses, or delivers with a wrong checksum, and the
    /// seed of the choice. For tests of protocols.
    std::uint32_t lost_per_million = 0, corrupt_per_million = 0;
    std::uint64_t fault_seed = 0;
};

} // namespace inlet
