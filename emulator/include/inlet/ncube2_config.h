// What a machine file says of an nCUBE/2 with its own processor.
#pragma once

#include "inlet/cube_config.h"

#include <cstdint>

namespace inlet {

/// Its processor, in cycles: base + memory for each access + what is here of the instruction.
struct NcubeConfig {
    std::uint32_t base = 1;
    std::uint32_t memory = 0;
    std::uint32_t prefetch_stall = 0;  ///< of what executes in the prefetch unit (000 4.2.5.1)
    std::uint32_t interrupt_extra = 0; ///< accesses of an interrupt's entry beyond a trap's
    std::uint32_t multiply = 0, divide = 0;

    bool operator==(const NcubeConfig &) const = default;
};

/// What the file says beside the processor.
struct Ncube2Config {
    CubeConfig network;
    std::uint32_t clock_hz = 1;
};
struct MachineConfig;
/// Of a machine of kind ncube2, as its file has it and MachineConfig::with() has changed it.
Ncube2Config ncube2_config(const MachineConfig &config);

} // namespace inlet
