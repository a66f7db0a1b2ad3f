// Translates a region to host code (x86-64).
#pragma once

#include "cpu/engine/compiled/entry.h"
#include "cpu/engine/compiled/region.h"

#include <asmjit/core.h>
#include <cstddef>
#include <vector>

namespace inlet::engine {

struct Translation {
    Entry enter = nullptr;            ///< nullptr: no room, or not compilable
    std::vector<const void *> blocks; ///< by number in the region
    std::vector<Point> points;        ///< if `exact`: all points
    std::size_t bytes = 0;
};

/// `exact`: the code can be entered before and left behind every instruction (exact.h). Otherwise
/// it is left where a block does not fit.
Translation translate(const Program &program, const Region &region, bool exact,
                      asmjit::JitRuntime &runtime);

} // namespace inlet::engine
