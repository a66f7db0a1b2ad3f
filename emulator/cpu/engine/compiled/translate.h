// A region to host code (x86-64).
#pragma once

#include "cpu/engine/compiled/entry.h"
#include "cpu/engine/compiled/links.h"
#include "cpu/engine/compiled/region.h"

#include <asmjit/core.h>
#include <cstddef>
#include <vector>

namespace inlet::engine {

struct Translation {
    Entry enter = nullptr;            ///< nullptr: no room, or no host code for it
    std::vector<const void *> blocks; ///< by number in the region
    std::vector<const void *> linked; ///< the same for Links
    std::vector<Point> points;        ///< if `exact`: all there are
    std::size_t bytes = 0;
};

/// `exact`: the code can be entered at every instruction, and stops behind every one (exact.h).
/// Otherwise it is left where a block does not fit. It goes on where `links` says; `number` is that
/// of the code, as Left has it.
Translation translate(const Program &program, const Region &region, bool exact, const Links &links,
                      std::uint32_t number, asmjit::JitRuntime &runtime);

} // namespace inlet::engine
