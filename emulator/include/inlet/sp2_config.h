// Configuration of kind sp2 besides the processor.
#pragma once

#include "inlet/multistage_config.h"
#include "inlet/tb2_config.h"

#include <cstdint>

namespace inlet {

struct Sp2Config {
    Tb2Config adapter;
    MultistageConfig network;
    std::uint32_t stall_cycles = 0; ///< 0: a run never stalls
};

} // namespace inlet
