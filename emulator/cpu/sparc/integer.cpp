// SAVE and RESTORE, tagged arithmetic, division.
#include "cpu/engine/flags.h"
#include "cpu/sparc/functions.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"

#include <cstdint>

namespace inlet::sparc {

using engine::State;
using engine::Uop;

namespace {

std::uint32_t left(const State &s, const Uop &op) { return s.r[op.a]; }
std::uint32_t right(const State &s, const Uop &op) { return s.r[op.b] + op.imm; }

bool raise(State &s, FaultKind kind, std::uint32_t value) {
    s.fault = Fault{kind, 0, s.now, s.pc, value};
    return false;
}

bool is_supervisor(State &s) {
    return (s.r[psr_place] & psr::s) || raise(s, FaultKind::unit_disabled, privileged_instruction);
}

/// V8 B.20: the operands are in the old window, the destination in the new one.
bool move_window(State &s, const Uop &op, unsigned window, FaultKind otherwise) {
    if (is_invalid(s, window)) return raise(s, otherwise, s.r[stack_register]);
    const std::uint32_t result = left(s, op) + right(s, op);
    switch_window(s, window);
    s.r[op.to] = result;
    return true;
}

/// Tagged operands are multiples of 4; any other operand sets overflow too (V8 B.15).
bool tagged(State &s, const Uop &op, bool subtract, bool traps) {
    const std::uint32_t a = left(s, op), b = right(s, op);
    const std::uint32_t bits =
        engine::flags_of(subtract ? engine::flags_sub : engine::flags_add, a, b);
    const bool overflow = bits & engine::flag_overflow || (a | b) & 3;
    if (traps && overflow) return raise(s, FaultKind::tag_overflow, a);
    engine::set_flags(s.r.data(), engine::flags_bits,
                      (bits & ~engine::flag_overflow) | (overflow ? engine::flag_overflow : 0u));
    s.r[op.to] = subtract ? a - b : a + b;
    return true;
}

/// Y and rs1 are the dividend. A quotient out of range saturates and sets V (V8 B.19).
bool divide(State &s, const Uop &op, bool is_signed, bool sets_flags) {
    const std::uint64_t dividend = std::uint64_t{s.r[y_register]} << 32 | left(s, op);
    const std::uint32_t divisor = right(s, op);
    if (divisor == 0) return raise(s, FaultKind::division_by_zero, 0);
    std::uint32_t result = 0;
    bool overflow = false;
    if (!is_signed) {
        const std::uint64_t quotient = dividend / divisor;
        overflow = quotient >> 32 != 0;
        result = overflow ? 0xFFFFFFFF : static_cast<std::uint32_t>(quotient);
    } else {
        const auto a = static_cast<std::int64_t>(dividend);
        const auto b = static_cast<std::int32_t>(divisor);
        const bool most = a == INT64_MIN && b == -1;
        const std::int64_t quotient = most ? INT64_MAX : a / b;
        overflow = quotient > INT32_MAX || quotient < INT32_MIN;
        result = overflow ? (quotient > 0 ? 0x7FFFFFFFu : 0x80000000u)
                          : static_cast<std::uint32_t>(quotient);
    }
    if (sets_flags)
        engine::set_flags(s.r.data(), engine::flags_bits,
                          (result >> 31 ? engine::flag_negative : 0u) |
                              (result == 0 ? engine::flag_zero : 0u) |
                              (overflow ? engine::flag_overflow : 0u));
    s.r[op.to] = result;
    return true;
}

} // namespace

bool save(State &s, const Uop &op) {
    return move_window(s, op, below(current_window(s)), FaultKind::window_overflow);
}
bool restore(State &s, const Uop &op) {
    return move_window(s, op, above(current_window(s)), FaultKind::window_underflow);
}
/// The window invalid mask, a supervisor register (V8 B.28, B.29).
bool rdwim(State &s, const Uop &op) {
    if (!is_supervisor(s)) return false;
    s.r[op.to] = s.r[wim_place];
    return true;
}
bool wrwim(State &s, const Uop &op) {
    if (!is_supervisor(s)) return false;
    s.r[wim_place] = (left(s, op) ^ right(s, op)) & ((1u << windows) - 1);
    return true;
}
bool taddcc(State &s, const Uop &op) { return tagged(s, op, false, false); }
bool tsubcc(State &s, const Uop &op) { return tagged(s, op, true, false); }
bool taddcctv(State &s, const Uop &op) { return tagged(s, op, false, true); }
bool tsubcctv(State &s, const Uop &op) { return tagged(s, op, true, true); }
bool udiv(State &s, const Uop &op) { return divide(s, op, false, false); }
bool sdiv(State &s, const Uop &op) { return divide(s, op, true, false); }
bool udivcc(State &s, const Uop &op) { return divide(s, op, false, true); }
bool sdivcc(State &s, const Uop &op) { return divide(s, op, true, true); }

const engine::WindowMoves *Set::window_moves() const {
    static constexpr engine::WindowMoves moves = {.count = windows,
                                                  .outs = out0,
                                                  .locals = local0,
                                                  .places = windows_place,
                                                  .current = cwp_place,
                                                  .invalid = wim_place,
                                                  .down = call_save,
                                                  .up = call_restore};
    return &moves;
}

std::span<const engine::Function> functions() {
    static constexpr engine::Function all[functions_count] = {
        save,  restore, rdwim,  wrwim, taddcc, tsubcc, taddcctv, tsubcctv, udiv,
        sdiv,  udivcc,  sdivcc, fmovs, fnegs,  fabss,  fadds,    faddd,    fsubs,
        fsubd, fmuls,   fmuld,  fdivs, fdivd,  fsmuld, fsqrts,   fsqrtd,   fitos,
        fitod, fstoi,   fdtoi,  fstod, fdtos,  fcmps,  fcmpes,   fcmpd,    fcmped,
    };
    return all;
}

} // namespace inlet::sparc
