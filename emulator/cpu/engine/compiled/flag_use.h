// Uses of condition codes by operations (flags.h).
#pragma once

#include "cpu/engine/uop.h"

namespace inlet::engine {

/// Whether the condition codes of `op` are dead: an operation before `end` sets all of them again,
/// and none in between reads them or may bail out.
bool flags_are_dead(const Uop *op, const Uop *end);

/// Whether it makes a carry in register c; the second: from the carry there.
bool makes_carry(UopCode code);
bool extends_carry(UopCode code);

/// The same as flags_are_dead() for the carry that `op` makes in its register c.
bool carry_is_dead(const Uop *op, const Uop *end);

/// The last operation that may bail out before another one, before `end`, sets all condition codes
/// again, where nothing else sees those of `op`; nullptr where something does, or nothing bails
/// out.
const Uop *last_to_see_flags(const Uop *op, const Uop *end);

/// Whether it leaves condition codes as they are.
bool leaves_flags(const Uop &op);

/// Whether the operation behind `op` is before `end` and tests condition codes, as a branch does.
bool flags_are_read(const Uop *op, const Uop *end);

/// Whether it compares into a field of PowerPC's CR.
bool makes_order(UopCode code);

} // namespace inlet::engine
