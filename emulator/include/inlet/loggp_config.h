// Configuration of kind loggp besides the processor: the parameters of LogGP (docs/loggp.md).
#pragma once

#include <cstdint>

namespace inlet {

/// All times are in cycles of the node clock.
struct LoggpConfig {
    static constexpr std::uint32_t most_nodes = 512; ///< of the switch (net/multistage.h)

    std::uint32_t send = 0;            ///< of the processor, beside the library's instructions
    std::uint32_t receive = 0;         ///< the same, for a message that it takes
    std::uint32_t interrupt_level = 0; ///< of the processor, by which arrivals interrupt, 1 to 15
    std::uint32_t latency = 0;         ///< of a message of five words in an empty network
    /// A node's link moves `link_bytes` bytes in `link_cycles` cycles.
    std::uint32_t link_cycles = 0, link_bytes = 0;
    std::uint32_t injection_packets = 0, receive_packets = 0; ///< messages in each channel's queue
};

} // namespace inlet
