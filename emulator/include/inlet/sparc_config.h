// What a machine file says of a SPARC processor.
#pragma once

#include "inlet/isa/sparc.h"

#include <array>
#include <cstdint>

namespace inlet {

struct SparcConfig {
    bool v8 = false;                 ///< the instructions that V8 added too
    std::uint32_t load_use = 1;      ///< cycles, when the next instruction uses a loaded value
    std::uint32_t annulled_slot = 1; ///< of the slot that a branch skips
    /// Cycles per instruction by key; of floating point until the result is there.
    std::array<std::uint32_t, static_cast<std::size_t>(isa::sparc::CostKey::COUNT)> costs{};

    bool operator==(const SparcConfig &) const = default;
};

} // namespace inlet
