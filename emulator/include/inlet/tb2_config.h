// The numbers of an SP-2 node's communication adapter (TB2) and of the path between it and the
// processor: Micro Channel, memory bus, cache lines (docs/sp2.md has the source of each number).
#pragma once

#include <cstdint>

namespace inlet {

/// In cycles of the node clock (66 MHz) unless stated otherwise.
struct Tb2Config {
    static constexpr std::uint32_t entry_bytes = 256;  ///< of a FIFO's entry (003 2.1)
    static constexpr std::uint32_t send_entries = 128; ///< (003 2.1)

    /// Entries of the receive FIFO for each node of the machine (003 2.1).
    std::uint32_t receive_entries_per_node = 0;
    /// A load or store over the Micro Channel: "around 1us" (003 2.1).
    std::uint32_t access = 0;
    /// DMA over it moves a word of 4 bytes in `channel_cycles` / `channel_words` cycles: 80 MB/s
    /// (003 2.1).
    std::uint32_t channel_cycles = 0, channel_words = 0;
    /// Width of the memory bus per cycle, and size of a cache line (003 2.1).
    std::uint32_t bus_bytes = 0, line_bytes = 0;
    /// Fetch of a line from memory; `dcbf` of a clean and of a dirty line.
    std::uint32_t miss = 0, flush_clean = 0, flush_dirty = 0;
    /// Work of the adapter's processor for each packet sent and received.
    std::uint32_t firmware_send = 0, firmware_receive = 0;
    /// Delay until the idle adapter sees a length or a packet.
    std::uint32_t idle_send = 0, idle_receive = 0;
};

} // namespace inlet
