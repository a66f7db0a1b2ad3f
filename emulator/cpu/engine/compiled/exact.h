// The exact version of a region's blocks, which checks the budget before each instruction. It runs
// where a whole block does not fit, so it is left in the middle, or at the end of the block with
// the budget used up.
#pragma once

#include "cpu/engine/compiled/ways.h"

#include <span>

namespace inlet::engine {

/// A Point with labels in place of addresses.
struct Landing {
    Point point;
    Label inside, exact, slot; ///< `slot` is valid only where the group is a branch or jump
};

/// Emits the exact version of a block with these landings of its groups, in order.
void emit_exact(Emitter &e, Ways &ways, const Program &program, const Block &block,
                std::span<const Landing> landings);

} // namespace inlet::engine
