// Arithmetic with condition bits, as functions that all tiers call.
//
// The engine's carry flag is a borrow. It always holds the inverse of C, which is set when a
// subtraction does not borrow. So comparisons need no function.
#include "cpu/engine/flags.h"
#include "cpu/lanai/functions.h"
#include "cpu/lanai/instruction_set.h"

#include <array>
#include <bit>

namespace inlet::lanai {

namespace {

Result sum(std::uint32_t a, std::uint32_t b, bool carry) {
    const std::uint64_t wide = std::uint64_t{a} + b + carry;
    const auto value = static_cast<std::uint32_t>(wide);
    return {value, (wide >> 32) != 0, ((~(a ^ b) & (a ^ value)) >> 31) != 0};
}

/// Shifts by `b` places to the left, or to the right if `b` is negative. LLVM generates counts
/// beyond 31, but does not use their results.
Result shift(std::uint32_t a, std::uint32_t b, bool arithmetic) {
    const auto places = static_cast<std::int32_t>(b);
    if (places > 31) return {};
    if (places >= 0) return {a << places, places != 0 && (a >> (32 - places) & 1) != 0, false};
    if (!arithmetic) return {places < -31 ? 0 : a >> -places, false, false};
    const int right = places < -31 ? 31 : -places;
    return {static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> right), false, false};
}

void set_flags(State &s, const Result &result) {
    engine::set_bits(s.r.data(), result.value, !result.carry, result.overflow);
}

/// `imm` has the layout of functions.h.
bool arithmetic(State &s, const engine::Uop &op) {
    if (!holds(s, op.imm >> call_condition & 15)) return true;
    const auto alu = static_cast<Alu>(op.imm & call_alu);
    const bool carry = carry_of(s);
    Result result = operate(alu, s.r[op.a], s.r[op.b], carry);
    if (op.imm & call_keeps_carry) result.carry = carry;
    if (op.imm & call_sets_flags) set_flags(s, result);
    s.r[op.to] = result.value;
    return true;
}

bool count_bits(State &s, const engine::Uop &op) {
    const std::uint32_t a = s.r[op.a];
    const int count = static_cast<Count>(op.imm) == Count::population      ? std::popcount(a)
                      : static_cast<Count>(op.imm) == Count::leading_zeros ? std::countl_zero(a)
                                                                           : std::countr_zero(a);
    s.r[op.to] = static_cast<std::uint32_t>(count);
    return true;
}

} // namespace

Result operate(Alu alu, std::uint32_t a, std::uint32_t b, bool carry) {
    switch (alu) {
    case Alu::add: return sum(a, b, false);
    case Alu::addc: return sum(a, b, carry);
    case Alu::sub: return sum(a, ~b, true);
    case Alu::subb: return sum(a, ~b, carry);
    case Alu::band: return {a & b, false, false};
    case Alu::bor: return {a | b, false, false};
    case Alu::bxor: return {a ^ b, false, false};
    case Alu::shift: return shift(a, b, false);
    case Alu::shift_arithmetic: return shift(a, b, true);
    }
    return {};
}

std::uint8_t engine_condition(unsigned condition) {
    using namespace engine;
    static constexpr std::uint8_t conditions[16] = {
        always,           never, greater_unsigned, less_or_equal_unsigned, carry_set, carry_clear,
        not_equal,        equal, overflow_clear,   overflow_set,           positive,  negative,
        greater_or_equal, less,  greater,          less_or_equal};
    return conditions[condition & 15];
}

bool holds(const State &state, unsigned condition) {
    return engine::flags_meet(engine::flags_in(state.r.data()), engine_condition(condition));
}

bool carry_of(const State &state) {
    return (engine::flags_in(state.r.data()) & engine::flag_carry) == 0;
}

std::span<const engine::Function> functions() {
    static constexpr std::array<engine::Function, 2> all{arithmetic, count_bits};
    return all;
}

} // namespace inlet::lanai
