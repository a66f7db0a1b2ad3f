// Floating point in compiled code: each operation is a call of a function made from its line in
// fp.def.
#pragma once

#include "cpu/engine/uop.h"

namespace inlet::engine {

struct Uop;
struct State;

/// Executes `op` on the state. False: it traps, and nothing was changed.
using FloatCall = bool (*)(State &state, const Uop &op);

/// Nullptr: no operation of floating point.
FloatCall float_call(UopCode code);

} // namespace inlet::engine
