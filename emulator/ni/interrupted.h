// Registers of the code that a message handler has interrupted, for backtraces.
//
// An event saves the interrupted pc and registers in the interface, which DWARF cannot name. So the
// unwind table of the code below the handler (runtime: am_entry.S, debug_frame.h) reads them as
// words at addresses outside memory: the top of the level's stack plus `begin`, plus a number. T1
// and PowerPC: a number below `words`, and the top is a multiple of `words`. x86: four times the
// index of the word (ni/ncube2/xnet.cpp).
#pragma once

#include "inlet/context.h"

#include <cstdint>

namespace inlet::interrupted {

inline constexpr std::uint32_t begin = 0x80000000;   ///< above the end of any node's memory
inline constexpr std::uint32_t most_stack = 0x10000; ///< of a handler level (docs/libc.md,
                                                     ///< "Stacks")

/// A word that a debugger reads.
struct Question {
    std::uint32_t number; ///< number of the word
    std::uint32_t top;    ///< top of the stack of the handler's level
};
constexpr Question question(std::uint32_t address, std::uint32_t words) {
    return {address % words, (address - begin) & ~(words - 1)};
}

/// The level of a frame below `top`, and the level that it has interrupted.
struct Levels {
    Context level, before;
};
/// `over_low`: the visible level is high and has interrupted a low handler, whose stack pointer was
/// `low_stack`.
constexpr Levels levels(Context visible, bool over_low, std::uint32_t top,
                        std::uint32_t low_stack) {
    if (!over_low) return {visible, Context::main};
    if (top - low_stack <= most_stack) return {Context::low, Context::main};
    return {Context::high, Context::low};
}

} // namespace inlet::interrupted
