// Conditions of branches, as branch.def has them.
#include "cpu/engine/compiled/operations.h"

namespace inlet::engine {

namespace {

using Cond = x86::CondCode;

Condition sign_test(Emitter &e, const Uop &op, Cond condition, bool for_zero) {
    if (op.a == 0) return {for_zero, {}};
    e.compare(op.a, 0);
    return {{}, condition};
}

Condition equality(Emitter &e, const Uop &op, bool equal) {
    if (op.a == op.b) return {equal, {}};
    if (op.a == 0)
        e.compare(op.b, 0);
    else
        e.compare(op.a, op.b);
    return {{}, equal ? Cond::kE : Cond::kNE};
}

Condition condition_2(Emitter &e, bool wanted) {
    e.a.cmp(e.place(coprocessor_condition), 0);
    return {{}, wanted ? Cond::kNE : Cond::kE};
}

Condition condition_1(Emitter &e, const Uop &op, bool wanted) {
    e.a.test(e.place(float_control), 1u << op.b);
    return {{}, wanted ? Cond::kNZ : Cond::kZ};
}

} // namespace

void known_flags(Emitter &e, const Emitter::KnownFlags &known, bool carry) {
    if (e.has_host_flags(carry)) return;
    if (known.kind == flags_bits) return e.load_host_flags();
    if (known.kind == flags_host) {
        e.a.mov(a1, e.place(flag_left));
        return e.flags_from_a1();
    }
    if (known.kind == flags_product) {
        const Label fits = e.a.newLabel();
        e.compare(flag_left, 0);
        e.a.lahf();
        e.a.and_(a1, 0xEE00);
        e.compare(flag_right, 0);
        e.a.je(fits);
        e.a.or_(a1, 0x101);
        e.a.bind(fits);
        return e.flags_from_a1();
    }
    const unsigned left = known.operands ? known.a : unsigned{flag_left};
    const unsigned right = known.operands ? known.b : unsigned{flag_right};
    const bool immediate = known.operands && known.immediate;
    if (known.kind == flags_logic) {
        e.compare(left, 0);
    } else if (known.kind == flags_increment || known.kind == flags_decrement) {
        e.copy(a1, flag_left);
        if (carry) e.a.bt(e.place(flag_right), 0); // the host keeps it too
        e.a.emit(known.kind == flags_increment ? Inst::kIdInc : Inst::kIdDec, a1);
    } else if (known.kind == flags_shift || known.kind == flags_shift_sign) {
        e.copy(a1, flag_left);
        e.a.emit(known.kind == flags_shift ? Inst::kIdShr : Inst::kIdSar, a1, asmjit::Imm(1));
    } else if (known.kind == flags_shift_left) {
        e.copy(a1, flag_left);
        e.a.shl(a1, 1);
    } else if (known.kind == flags_sub) {
        if (immediate && left != 0)
            e.compare_imm(left, known.imm);
        else if (immediate) {
            e.a.mov(a1, 0);
            e.a.cmp(a1, signed_imm(known.imm));
        } else if (left == 0) {
            e.a.mov(a1, 0);
            e.a.emit(Inst::kIdCmp, a1, e.value(right));
        } else
            e.compare(left, right);
    } else {
        e.copy(a1, left);
        if (immediate)
            e.a.add(a1, signed_imm(known.imm));
        else
            e.a.emit(Inst::kIdAdd, a1, e.value(right));
    }
}

void compare_order(Emitter &e, const Emitter::KnownOrder &known) {
    if (known.immediate)
        e.compare_imm(known.a, known.imm);
    else
        e.compare(known.a, known.b);
}

namespace {

/// Whether `kind` is that of a shift, which is often by a register and then not known.
bool is_shift_kind(FlagKind kind) {
    return kind == flags_shift || kind == flags_shift_sign || kind == flags_shift_left;
}

/// All six conditions become the host's, of those that only this kind of shift has, and a jump to
/// `done`.
void expected_shift(Emitter &e, FlagKind expected, const Label &done) {
    if (!is_shift_kind(expected)) return;
    const Label other = e.a.newLabel();
    e.a.cmp(e.place(flag_kind), expected); // of 32 bits
    e.a.jne(other);
    known_flags(e, {.kind = expected});
    host_flags_word(e, false);
    e.flags_from_a1();
    e.a.jmp(done);
    e.a.bind(other);
}

} // namespace

void guest_flags(Emitter &e, bool carry) {
    if (const auto &made = e.known_flags()) return known_flags(e, *made, carry);
    // Operands of fewer than 32 bits are at the top of their words, so it does not matter how many.
    const x86::Mem kind =
        x86::byte_ptr(state, static_cast<std::int32_t>(offsetof(State, r) + 4 * flag_kind));
    const Label known = e.a.newLabel();
    const FlagKind expected = e.expected_flags() == flags_add || e.expected_flags() == flags_logic
                                  ? e.expected_flags()
                                  : flags_sub;
    e.a.cmp(kind, expected);
    e.a.jne(e.cold([&e, known, kind, expected, hint = e.expected_flags()] {
        const Label other = e.a.newLabel();
        e.a.cmp(kind, expected == flags_logic ? flags_sub : flags_logic);
        e.a.jne(other);
        expected == flags_logic ? e.compare(flag_left, flag_right) : e.compare(flag_left, 0);
        e.a.jmp(known);
        e.a.bind(other);
        const Label slow = e.a.newLabel();
        e.a.cmp(kind, flags_host);
        e.a.jne(slow);
        e.a.mov(a1, e.place(flag_left));
        e.flags_from_a1();
        e.a.jmp(known);
        e.a.bind(slow);
        expected_shift(e, hint, known);
        e.load_host_flags();
        e.a.jmp(known);
    }));
    switch (expected) {
    case flags_add:
        e.copy(a1, flag_left);
        e.a.emit(Inst::kIdAdd, a1, e.value(flag_right));
        break;
    case flags_logic: e.compare(flag_left, 0); break;
    default: e.compare(flag_left, flag_right); break;
    }
    e.a.bind(known);
}

void host_flags_word(Emitter &e, bool half_carry, std::uint32_t without) {
    e.a.lahf(); // SF ZF - AF - PF - CF
    e.a.set(Cond::kO, x86::al);
    if (!half_carry) without |= word_half_carry;
    if (without)
        e.a.and_(a1, signed_imm(word_flags & ~without));
    else
        e.a.movzx(a1, x86::ax);
}

bool six_to_host(Emitter &e) {
    const auto known = e.known_flags();
    if (known && known->shift &&
        (known->kind == flags_add || known->kind == flags_sub || known->kind == flags_logic)) {
        const auto part = [&](const Gp &word) {
            return known->shift == 24 ? Gp(word.r8()) : Gp(word.r16());
        };
        e.copy(a1, flag_left);
        e.copy(a2, flag_right);
        e.a.shr(a1, known->shift);
        e.a.shr(a2, known->shift);
        if (known->kind == flags_logic)
            e.a.test(part(a1), part(a1));
        else
            e.a.emit(known->kind == flags_add ? Inst::kIdAdd : Inst::kIdCmp, part(a1), part(a2));
        return known->kind != flags_logic;
    }
    if (known && !known->shift && known->kind != flags_bits) {
        known_flags(e, *known);
        // A difference with 0 may be a test, which leaves the carry out of bit 3 undefined.
        const bool of_zero =
            known->operands && (known->immediate ? known->imm == 0 : known->b == 0);
        return known->kind == flags_host ||
               (known->kind != flags_logic && known->kind < flags_shift && !of_zero);
    }
    // Operands of fewer than 32 bits would give another parity, so the whole word is compared.
    const x86::Mem kind = e.place(flag_kind);
    const Label done = e.a.newLabel();
    e.a.cmp(kind, flags_sub);
    e.a.jne(e.cold([&e, kind, done, hint = e.expected_flags()] {
        const Label logic = e.a.newLabel(), slow = e.a.newLabel();
        e.a.cmp(kind, flags_host);
        e.a.jne(logic);
        e.a.mov(a1, e.place(flag_left));
        e.flags_from_a1();
        e.a.jmp(done);
        e.a.bind(logic);
        e.a.cmp(kind, flags_logic);
        e.a.jne(slow);
        e.compare(flag_left, 0);
        e.a.lahf();
        e.a.and_(a1, 0xEF00); // clears the overflow too
        e.a.sahf();
        e.a.jmp(done);
        e.a.bind(slow);
        expected_shift(e, hint, done);
        e.load_host_flags();
        e.a.jmp(done);
    }));
    e.compare(flag_left, flag_right);
    e.a.bind(done);
    return true;
}

namespace {

/// Of the host's word in flag_left; nothing where it takes two conditions.
std::optional<Condition> condition_of_host(Emitter &e, std::uint32_t condition) {
    static constexpr std::uint32_t any_of[] = {0, 0x4000, 0, 0, 0x4100, 0x100, 0x8000, 1};
    const std::uint32_t bits = any_of[condition & 7u];
    if (!bits) return {};
    e.a.test(e.place(flag_left), bits);
    return Condition{{}, condition >= 8 ? Cond::kZ : Cond::kNZ};
}

/// Of bits that are in flag_left.
Condition condition_of_bits(Emitter &e, std::uint32_t condition) {
    static constexpr std::uint32_t any_of[] = {
        0, flag_zero, 0, 0, flag_carry | flag_zero, flag_carry, flag_negative, flag_overflow};
    const unsigned which = condition & 7u;
    Cond code = Cond::kNZ;
    if (any_of[which]) {
        e.a.test(e.place(flag_left), any_of[which]);
    } else if (which == less) { // one of two: an odd number
        e.a.test(e.place(flag_left), flag_negative | flag_overflow);
        code = Cond::kPO;
    } else {
        std::uint32_t table = 0;
        for (std::uint32_t bits = 0; bits < 16; ++bits)
            table |= std::uint32_t{flags_meet(bits, which)} << bits;
        e.a.mov(a1, e.place(flag_left));
        e.a.and_(a1, 15);
        e.a.mov(a2, table);
        e.a.bt(a2, a1);
        code = Cond::kB;
    }
    return {{}, condition >= 8 ? x86::negateCond(code) : code};
}

/// Of flags.h, by the host's.
Condition flags_condition(Emitter &e, const Uop &op) {
    static constexpr Cond codes[] = {Cond::kE,  Cond::kE, Cond::kLE, Cond::kL,
                                     Cond::kBE, Cond::kB, Cond::kS,  Cond::kO};
    if (op.c == never || op.c == always) return {op.c == always, {}};
    if (const auto &known = e.known_flags();
        known && known->kind == flags_bits && !e.has_host_flags(true))
        return condition_of_bits(e, op.c);
    else if (known && known->kind == flags_host && !e.has_host_flags(true))
        if (const auto made = condition_of_host(e, op.c)) return *made;
    const Cond condition = op.c >= 8 ? x86::negateCond(codes[op.c & 7]) : codes[op.c & 7];
    const unsigned which = op.c & 7u;
    guest_flags(e, which == carry_set || which == less_or_equal_unsigned);
    return {{}, condition};
}

/// Whether bit S of the constant c is set.
Condition bit_condition(Emitter &e, const Uop &op) {
    e.copy(a2, op.a);
    e.a.and_(a2, 7);
    e.a.mov(a1, op.c);
    e.a.bt(a1, a2);
    return {{}, Cond::kB};
}

/// Whether a bit of S that the constant c has is set.
Condition bits_condition(Emitter &e, const Uop &op, bool wanted) {
    if (const auto &known = e.known_order(); known && known->field == op.a) {
        const std::optional<Cond> code = op.c == 8   ? (known->is_signed ? Cond::kL : Cond::kB)
                                         : op.c == 4 ? (known->is_signed ? Cond::kG : Cond::kA)
                                         : op.c == 2 ? std::optional(Cond::kE)
                                                     : std::nullopt;
        if (code) {
            if (known->at != e.a.offset()) compare_order(e, *known);
            return {{}, wanted ? *code : x86::negateCond(*code)};
        }
    }
    if (e.home(op.a))
        e.a.test(*e.home(op.a), op.c);
    else
        e.a.test(e.place(op.a), op.c);
    return {{}, wanted ? Cond::kNZ : Cond::kZ};
}

x86::Mem latch() { return x86::byte_ptr(x86::rsp, at_latch); }

} // namespace

std::optional<Condition> emit_condition(Emitter &e, const Uop &op) {
    switch (op.code) {
    case UopCode::BEQ:
    case UopCode::LATCH_BEQ: return equality(e, op, true);
    case UopCode::BNE:
    case UopCode::LATCH_BNE: return equality(e, op, false);
    case UopCode::BLEZ:
    case UopCode::LATCH_BLEZ: return sign_test(e, op, Cond::kLE, true);
    case UopCode::BGTZ:
    case UopCode::LATCH_BGTZ: return sign_test(e, op, Cond::kG, false);
    case UopCode::BLTZ:
    case UopCode::LATCH_BLTZ: return sign_test(e, op, Cond::kL, false);
    case UopCode::BGEZ:
    case UopCode::LATCH_BGEZ: return sign_test(e, op, Cond::kGE, true);
    case UopCode::BC2F:
    case UopCode::LATCH_BC2F: return condition_2(e, false);
    case UopCode::BC2T:
    case UopCode::LATCH_BC2T: return condition_2(e, true);
    case UopCode::BC1F:
    case UopCode::LATCH_BC1F: return condition_1(e, op, false);
    case UopCode::BC1T:
    case UopCode::LATCH_BC1T: return condition_1(e, op, true);
    case UopCode::BFLAGS:
    case UopCode::LATCH_BFLAGS: return flags_condition(e, op);
    case UopCode::BSET:
    case UopCode::LATCH_BSET: return bit_condition(e, op);
    case UopCode::BITS:
    case UopCode::JR_BITS:
    case UopCode::LATCH_BITS: return bits_condition(e, op, true);
    case UopCode::NO_BITS:
    case UopCode::JR_NO_BITS:
    case UopCode::LATCH_NO_BITS: return bits_condition(e, op, false);
    case UopCode::BRANCH_LATCHED: e.a.cmp(latch(), 0); return Condition{{}, Cond::kNE};
    default: return {};
    }
}

bool emit_latch(Emitter &e, const Uop &op) {
    if (!is_latch(op.code)) return false;
    const Condition condition = *emit_condition(e, op);
    if (condition.constant)
        e.a.mov(latch(), *condition.constant ? 1 : 0);
    else
        e.a.set(condition.code, latch());
    return true;
}

} // namespace inlet::engine
