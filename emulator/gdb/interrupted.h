// What the code that a message handler has interrupted had in its registers, for backtraces.
//
// An event keeps them where DWARF cannot name them: T1 the pc in LPEPC or HPEPC and $4-$9 and $29
// in a register set that is not visible (CSD-94-823 A.9.1), an x86's interface in registers of its
// own (docs/ncube2-xnet.md). So unwind tables read them as words of addresses that are no node's
// memory, from `begin` on:
//
//   T1: __xnet_am_entry's (runtime, am_entry.S), at the stack pointer of its caller's frame, which
//   is a multiple of 8, plus `begin`, plus a number of Word; x86: __xnet_handler_return's
//   (crt0_xnet.S), at the top of its level's stack, plus `begin`, plus 4 times the place of EIP,
//   ESP, EAX, ECX, EDX, EFLAGS.
#pragma once

#include "inlet/control.h"

#include <cstdint>
#include <optional>

namespace inlet::gdb::interrupted {

inline constexpr std::uint32_t begin = 0x80000000; ///< a node's memory ends below
enum Word : std::uint32_t { pc = 0, r4 = 1, r9 = 6, r29 = 7 };

/// The word at an address from `begin` on, as this node stands. Nothing: there is none such, or it
/// is in no handler.
std::optional<std::uint32_t> word(const Machine::Control &control, std::uint32_t node,
                                  std::uint32_t address);

} // namespace inlet::gdb::interrupted
