// Operations that compiled code calls: floating point, by functions made from its lines in fp.def,
// and what reads condition codes.
#pragma once

#include "cpu/engine/uop.h"

namespace inlet::engine {

struct State;

/// Executes `op` on the state. False: it traps, and nothing was changed.
using FloatCall = bool (*)(State &state, const Uop &op);

/// Nullptr: no operation of floating point.
FloatCall float_call(UopCode code);

/// The operations of beyond_mips.def that only compute.
bool flag_operation(State &state, const Uop &op);

} // namespace inlet::engine
