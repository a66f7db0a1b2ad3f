// What one instruction cost, by cause.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace inlet {

/// Cycles of one instruction by cause: a member for each INLET_COST of inlet/causes.def. The node's
/// clock advances by total().
struct Cost {
#define INLET_COST(id, ...) std::uint32_t id = 0;
#include "inlet/causes.def"

    std::uint32_t total() const {
        return 0
#define INLET_COST(id, ...) +id
#include "inlet/causes.def"
            ;
    }
    bool operator==(const Cost &) const = default;
};

/// The members in their order, which is that of files and hashes.
inline constexpr std::array cost_parts = {
#define INLET_COST(id, ...) &Cost::id,
#include "inlet/causes.def"
};

/// "issue 1, network 4"; "free" for a cost of 0, which host services have.
std::string cost_text(const Cost &cost);

} // namespace inlet
