// Operations that compiled code calls: floating point, by functions generated from fp.def, and
// readers of condition codes.
#pragma once

#include "cpu/engine/uop.h"

namespace inlet::engine {

struct State;

/// Executes `op` on the state. False: it traps, and nothing was changed.
using FloatCall = bool (*)(State &state, const Uop &op);

/// Nullptr: not a floating-point operation.
FloatCall float_call(UopCode code);

/// The operations of beyond_mips.def that only compute.
bool flag_operation(State &state, const Uop &op);

} // namespace inlet::engine
