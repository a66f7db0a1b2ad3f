// What a machine file says of a PowerPC processor.
#pragma once

#include "inlet/isa/ppc.h"

#include <array>
#include <cstdint>

namespace inlet {

struct PpcConfig {
    /// Cycles, when the next instruction uses a loaded value or a floating-point result.
    std::uint32_t load_use = 1;
    std::uint32_t cache_line = 64; ///< bytes, a power of two: what DCBZ clears
    /// Cycles per instruction by key.
    std::array<std::uint32_t, static_cast<std::size_t>(isa::ppc::CostKey::COUNT)> costs{};

    bool operator==(const PpcConfig &) const = default;
};

} // namespace inlet
