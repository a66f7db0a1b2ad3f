// Which guest registers a region keeps in host registers.
#pragma once

#include "cpu/engine/compiled/region.h"

#include <array>
#include <cstdint>

namespace inlet::mips {

/// Guest registers by number: $0..$31, the sink, then HI and LO.
inline constexpr unsigned hi_number = 33, lo_number = 34, guest_registers = 35;

struct RegisterUse {
    std::array<std::uint64_t, guest_registers> weight{}; ///< how often it is used, by loop depth
    std::uint64_t written = 0;                           ///< bit n: the region writes it
};

RegisterUse register_use(const Program &program, const Region &region);

} // namespace inlet::mips
