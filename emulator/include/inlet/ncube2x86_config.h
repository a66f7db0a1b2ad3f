// Configuration of kind ncube2x86 besides the processor.
#pragma once

#include "inlet/cube_config.h"

#include <cstdint>

namespace inlet {

struct Ncube2X86Config {
    CubeConfig network;
    /// Accesses of an interrupt's entry that a trap does not make.
    std::uint32_t interrupt_extra = 0;
};

} // namespace inlet
