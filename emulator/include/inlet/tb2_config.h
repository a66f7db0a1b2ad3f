// The numbers of an SP-2 node's communication adapter (TB2) and of what lies between it and the
// processor: Micro Channel, memory bus, cache lines (docs/sp2.md has each number's source).
#pragma once

#include <cstdint>

namespace inlet {

/// In cycles of the node clock (66 MHz) if nothing else is said. Defaults are the thin node's.
struct Tb2Config {
    static constexpr std::uint32_t entry_bytes = 256;  ///< of a FIFO's entry (003 2.1)
    static constexpr std::uint32_t send_entries = 128; ///< (003 2.1)

    /// Entries of the receive FIFO for each node of the machine (003 2.1).
    std::uint32_t receive_entries_per_node = 64;
    /// A load or store over the Micro Channel: "around 1us" (003 2.1).
    std::uint32_t access = 66;
    /// DMA over it moves a word of 4 bytes in `channel_cycles` / `channel_words` cycles: 80 MB/s
    /// (003 2.1).
    std::uint32_t channel_cycles = 33, channel_words = 10;
    /// Of the memory bus, which carries them in a cycle, and of a cache line (003 2.1).
    std::uint32_t bus_bytes = 8, line_bytes = 64;
    /// A line from memory; `dcbf` of a line that the cache has, as memory has it or changed.
    std::uint32_t miss = 34, flush_clean = 22, flush_dirty = 26;
    /// What the adapter's processor does for each packet, sent and received.
    std::uint32_t firmware_send = 370, firmware_receive = 370;
    /// How much later it sees a length, or a packet, when it had nothing to do.
    std::uint32_t idle_send = 230, idle_receive = 230;
};

} // namespace inlet
