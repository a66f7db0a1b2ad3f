// Translates a region to host code (x86-64).
#pragma once

#include "cpu/engine/compiled/direct_loads.h"
#include "cpu/engine/compiled/entry.h"
#include "cpu/engine/compiled/links.h"
#include "cpu/engine/compiled/region.h"

#include <asmjit/core.h>
#include <cstddef>
#include <vector>

namespace inlet::engine {

struct Translation {
    Entry enter = nullptr;            ///< nullptr: no room, or not compilable
    std::vector<const void *> blocks; ///< by number in the region
    std::vector<const void *> linked; ///< the same for Links
    std::vector<Point> points;        ///< if `exact`: all points
    std::vector<DirectLoad> loads;    ///< in order of addresses
    std::size_t bytes = 0;
    bool uses_host_float = false; ///< it runs between take_ and give_host_float()
};

/// `exact`: the code can be entered before and left behind every instruction (exact.h). Otherwise
/// it is left where a block does not fit. `links` has the other compiled code it can continue in;
/// `direct` says which instructions load directly; `number` is this code's, as in Left.
Translation translate(const Program &program, const Region &region, bool exact, const Links &links,
                      const DirectLoads &direct, std::uint32_t number, asmjit::JitRuntime &runtime);

} // namespace inlet::engine
