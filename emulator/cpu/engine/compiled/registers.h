// Register allocation: the guest registers that a region keeps in host registers.
#pragma once

#include "cpu/engine/compiled/region.h"

#include <array>
#include <cstdint>

namespace inlet::engine {

/// Guest registers by number (uop.h) that can be in host registers: all but floating point.
inline constexpr unsigned guest_registers = first_float;

struct RegisterUse {
    std::array<std::uint64_t, guest_registers> weight{}; ///< number of uses, weighted by loop depth
    std::uint64_t written = 0;                           ///< bit n: the region writes it
};

/// Whether it changes HI or LO.
bool writes_hi_lo(UopCode code);

RegisterUse register_use(const Program &program, const Region &region);

} // namespace inlet::engine
