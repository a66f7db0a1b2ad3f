// The exact version of a region's blocks: the same operations with a look at the budget before each
// instruction. It runs where a block does not fit as a whole, so it is always left in the middle,
// or at the block's end with the budget used up.
#pragma once

#include "cpu/engine/compiled/ways.h"

#include <span>

namespace inlet::engine {

/// A Point with labels in place of addresses.
struct Landing {
    Point point;
    Label inside, exact, slot; ///< `slot` is valid only where the group is a branch or jump
};

/// Emits the exact version of a block, whose groups have these landings, in order.
void emit_exact(Emitter &e, Ways &ways, const Program &program, const Block &block,
                std::span<const Landing> landings);

} // namespace inlet::engine
