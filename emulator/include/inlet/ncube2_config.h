// Configuration of an nCUBE/2 with its own processor.
#pragma once

#include "inlet/cube_config.h"

#include <cstdint>

namespace inlet {

/// The processor. An instruction takes base + memory * accesses + the cycles below that apply to
/// it.
struct NcubeConfig {
    std::uint32_t base = 0;
    std::uint32_t memory = 0;
    std::uint32_t prefetch_stall = 0;  ///< of instructions that the prefetch unit executes (000
                                       ///< 4.2.5.1)
    std::uint32_t interrupt_extra = 0; ///< accesses of an interrupt's entry in addition to those of
                                       ///< a trap
    std::uint32_t multiply = 0, divide = 0;

    bool operator==(const NcubeConfig &) const = default;
};

/// Configuration besides the processor.
struct Ncube2Config {
    CubeConfig network;
    std::uint32_t clock_hz = 0;
};

} // namespace inlet
