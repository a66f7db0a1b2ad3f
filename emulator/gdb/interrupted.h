// What the code that a message handler has interrupted had in its registers, for backtraces.
//
// An event keeps the interrupted pc in LPEPC or HPEPC, and $4-$9 and $29 in a register set that is
// not visible (CSD-94-823 A.9.1). DWARF can name neither. So the unwind table of __xnet_am_entry
// (runtime, am_entry.S) reads them as words of addresses that are no node's memory: the stack
// pointer of its caller's frame, which is a multiple of 8, plus `begin`, plus a number of Word.
#pragma once

#include "inlet/control.h"

#include <cstdint>
#include <optional>

namespace inlet::gdb::interrupted {

inline constexpr std::uint32_t begin = 0x80000000; ///< a node's memory ends below
enum Word : std::uint32_t { pc = 0, r4 = 1, r9 = 6, r29 = 7 };

/// The word at an address from `begin` on, as this node stands. Nothing: it is in no handler.
std::optional<std::uint32_t> word(const Machine::Control &control, std::uint32_t node,
                                  std::uint32_t address);

} // namespace inlet::gdb::interrupted
