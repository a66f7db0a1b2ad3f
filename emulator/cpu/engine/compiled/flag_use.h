// What operations do with condition codes (flags.h).
#pragma once

#include "cpu/engine/uop.h"

namespace inlet::engine {

/// Whether nobody can see the condition codes that `op` makes: an operation before `end` makes all
/// of them again, and none up to there reads them or may bail out.
bool flags_are_dead(const Uop *op, const Uop *end);

/// Whether the operation behind `op` is before `end` and asks for condition codes, as a branch
/// does.
bool flags_are_read(const Uop *op, const Uop *end);

/// Whether it compares into a field of PowerPC's CR.
bool makes_order(UopCode code);

} // namespace inlet::engine
