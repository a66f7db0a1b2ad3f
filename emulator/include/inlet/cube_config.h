// The numbers of a hypercube of held paths.
#pragma once

#include <cstdint>

namespace inlet {

/// Cycles of the node clock; those of the nCUBE/2 (von Eicken's thesis, 000 4.2; docs/ncube2.md).
struct CubeConfig {
    std::uint32_t hop = 0; ///< head of a message from one router to the next, at least 1
    std::uint32_t cycles_per_byte = 0; ///< along a held path, at least 1
    std::uint32_t eot_bytes = 0;       ///< after the bytes of the message
    std::uint32_t dma_start = 0;       ///< from LCNT until the head asks for its first link
    std::uint32_t dma_end = 0;         ///< from the last byte until INRDY
};

} // namespace inlet
