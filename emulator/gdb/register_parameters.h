// Calls of functions by gdb (`print f(1)`) where the compiler passes parameters in registers that
// gdb does not know of.
#pragma once

#include "inlet/control.h"
#include "inlet/image.h"

namespace inlet::gdb {

/// gdb has set up a call of a function of `image` on a node with an x86: the return address and all
/// parameters are on the stack. Moves the parameters that ncube2-clang passes in registers
/// (docs/ncube2-abi.md) there. Without DWARF of the function, does nothing.
void pass_in_registers(Machine::Control &control, std::uint32_t node, const Image &image);

} // namespace inlet::gdb
