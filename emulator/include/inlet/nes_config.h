// The numbers of StarT-Voyager's network endpoint subsystem, NES (004 2 to 4; docs/voyager.md).
#pragma once

#include <cstdint>

namespace inlet {

/// Times are in bus cycles of 35 MHz unless stated otherwise, and `ratio` processor cycles each
/// (004 3.1). What has no section number is assumed.
struct NesConfig {
    static constexpr std::uint32_t express_queues = 8, basic_queues = 8; ///< pairs (004 4.3)
    static constexpr std::uint32_t least_words = 4, most_words = 22;     ///< of Basic (004 3.2)
    static constexpr std::uint32_t line_bytes = 32;                      ///< (004 3.1)

    std::uint32_t ratio = 0;
    std::uint32_t burst = 0;  ///< transfer of a line (004 3.1)
    std::uint32_t single = 0; ///< an uncached transfer of 4 or 8 bytes (004 3.1: eight take 24)
    std::uint32_t read = 0;   ///< wait of a load for the NES, beside its transfer
    std::uint32_t snoop = 0;  ///< an operation of Reclaim on a line
    std::uint32_t retry = 0;  ///< until a dirty line that was snooped is written (004 5.4)
    std::uint32_t transmit = 0, receive = 0; ///< latency of a message through the NES
    std::uint32_t message = 0; ///< time of a message in an engine, beside 8 bytes a cycle
    /// `clean` and `flush` (004 3.1, 5.4), in processor cycles, with the instruction's own.
    std::uint32_t line_operation = 0;
    std::uint32_t memory = 0; ///< until a DMA engine's read of the aP's memory brings data
    std::uint32_t posted = 0; ///< stores and written lines that a processor need not wait for
    /// Messages of a queue: a power of two.
    std::uint32_t express_entries = 0, basic_entries = 0;
    std::uint32_t miss_entries = 0; ///< a multiple of 4, a power of two
};

} // namespace inlet
