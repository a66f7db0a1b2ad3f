// The semantics of the operations as x86-64 instructions. alu.def, branch.def, memory.def and
// trap.def define them; compiled_test and the oracle compare.
#pragma once

#include "cpu/engine/compiled/emitter.h"
#include "cpu/engine/program.h"

#include <optional>

namespace inlet::engine {

// Each emits `op`, if it is of its kind; otherwise it emits nothing and returns false.
bool emit_integer(Emitter &e, const Uop &op);
bool emit_access(Emitter &e, const Uop &op);
bool emit_floating(Emitter &e, const Uop &op);
bool emit_latch(Emitter &e, const Uop &op);       ///< keeps the condition of a branch
bool emit_window(Emitter &e, const Uop &op);      ///< moves to another register window
bool emit_call(Emitter &e, const Uop &op);        ///< of a function of the instruction set
bool emit_float_stack(Emitter &e, const Uop &op); ///< such a call, by the host's x87

/// Emits any operation but branches and jumps. Tells the emitter of one that only the interpreter
/// has.
inline void emit_operation(Emitter &e, const Uop &op) {
    if (!emit_integer(e, op) && !emit_access(e, op) && !emit_latch(e, op) &&
        !emit_floating(e, op) && !emit_window(e, op) && !emit_float_stack(e, op) &&
        !emit_call(e, op))
        e.is_incomplete();
    e.wrote(op);
}

/// The location of a floating-point register, or pair, in the State.
inline std::size_t float_at(unsigned number) {
    return offsetof(State, r) + 4 * (first_float + number);
}
inline std::size_t pair_at(unsigned number) { return float_at(number & ~1u); }

/// Whether a branch is taken: always or never, or by the host's flags.
struct Condition {
    std::optional<bool> constant;
    x86::CondCode code = x86::CondCode::kE;
};

/// Loads the guest's flags, which `known` has set, into the host's. The carry may differ if it is
/// not asked for. Changes a1.
void known_flags(Emitter &e, const Emitter::KnownFlags &known, bool carry = true);

/// The same for any setter: unexpected flags are computed.
void guest_flags(Emitter &e, bool carry = true);
/// All six conditions of an x86 become the host's. False: but for the carry out of bit 3, which is
/// not defined and 0 for the guest.
bool six_to_host(Emitter &e);
/// a1 becomes the word that flags_host has of the host's flags, but for the bits `without`. The
/// carry out of bit 3 is 0 unless `half_carry`: where the host does not define it. A whole word
/// leaves the host's flags alone.
void host_flags_word(Emitter &e, bool half_carry, std::uint32_t without = 0);

/// Bits of that word.
inline constexpr std::uint32_t word_overflow = 1, word_carry = 0x100, word_half_carry = 0x1000,
                               word_flags = 0xFF00 | word_overflow;

/// Sets the host's flags by a comparison. May change a1.
void compare_order(Emitter &e, const Emitter::KnownOrder &known);

/// Emits the comparison of a conditional branch. Nothing if `op` is not one.
std::optional<Condition> emit_condition(Emitter &e, const Uop &op);

} // namespace inlet::engine
