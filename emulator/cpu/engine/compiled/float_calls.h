// Floating point in compiled code: each operation is a call of a function made from its line in
// fp.def.
#pragma once

#include "cpu/engine/code.h"

namespace inlet::mips {

struct Op;
struct State;

/// Executes `op` on the state. False: it traps, and nothing was changed.
using FloatCall = bool (*)(State &state, const Op &op);

/// Nullptr: no operation of floating point.
FloatCall float_call(Code code);

} // namespace inlet::mips
