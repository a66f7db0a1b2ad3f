// Recognises wait loops. A turn that stores nothing and ends with the registers of the turn before
// repeats until an event changes memory. Both engines call this at the head of a loop.
#pragma once

#include "cpu/engine/narrow.h"
#include "cpu/engine/program.h"
#include "cpu/engine/state.h"

#include <algorithm>

namespace inlet::engine {

/// Whether the loop has the condition codes of the turn before. Their words may differ, where one
/// turn was compiled and the other was not (flags.h).
inline bool same_conditions(const State &s, const SpinLoop &loop) {
    if (loop.plain == loop.count) return true;
    const std::uint32_t *const last = &s.spin.registers[loop.plain], *const now = &s.r[flag_kind];
    return std::equal(last, last + 3, now) || six_flags_of(last) == six_flags_of(now);
}

/// Called when the closing branch of `loop` was taken and the node stands at its head. True: the
/// last turn was a wait (its cycles are counted), and the next one would be the same. `needed`:
/// unchanged turns in a row that are required (Program::turns_to_see_a_wait).
inline bool turned(State &s, const SpinLoop &loop, std::uint32_t needed) {
    SpinRecord &last = s.spin;
    bool same = last.branch == loop.branch_pc;
    for (unsigned i = 0; i < loop.plain; ++i) {
        const std::uint32_t value = s.r[loop.registers[i]];
        same &= last.registers[i] == value;
        last.registers[i] = value;
    }
    same = same && same_conditions(s, loop);
    for (unsigned i = loop.plain; i < loop.count; ++i) last.registers[i] = s.r[loop.registers[i]];
    last.turns = same ? std::min(last.turns + 1, needed) : 0;
    const bool waits = last.turns == needed;
    if (waits) {
        s.spin_cycles = s.now - last.now;
        s.spin_instructions = s.instructions - last.instructions;
        s.waiting += s.spin_cycles;
    }
    last.branch = loop.branch_pc;
    last.now = s.now;
    last.instructions = s.instructions;
    return waits;
}

/// Called when the node leaves a loop, by its branch or by an event: earlier turns no longer count.
inline void left_loop(State &s) { s.spin.branch = 0; }

} // namespace inlet::engine
