// Integer operations, as alu.def and trap.def have them.
#include "cpu/engine/compiled/float_calls.h"
#include "cpu/engine/compiled/operations.h"
#include "cpu/engine/narrow.h"

namespace inlet::engine {

namespace {

using Cond = x86::CondCode;

struct Integer {
    Emitter &e;

    /// D = S id T.
    void binary(Inst::Id id, const Uop &op, bool commutes) {
        if (op.to == sink) return;
        if (e.home(op.to) && op.to == op.b && op.to != op.a) {
            if (commutes) {
                e.a.emit(id, *e.home(op.to), e.value(op.a));
                return;
            }
            e.copy(a1, op.a);
            e.a.emit(id, a1, e.value(op.b));
            e.set(op.to, a1);
            return;
        }
        const Gp d = e.result(op.to);
        e.copy(d, op.a);
        e.a.emit(id, d, e.value(op.b));
        e.set(op.to, d);
    }

    void binary_imm(Inst::Id id, const Uop &op) {
        if (op.to == sink) return;
        const Gp d = e.result(op.to);
        e.copy(d, op.a);
        e.a.emit(id, d, asmjit::Imm(signed_imm(op.imm)));
        e.set(op.to, d);
    }

    void add(const Uop &op) {
        if (op.a == 0 || op.b == 0) {
            move(op.to, op.a ? op.a : op.b);
        } else if (e.home(op.to) && e.home(op.a) && e.home(op.b) && op.to != op.a &&
                   op.to != op.b) {
            e.a.lea(*e.home(op.to), x86::ptr(e.home(op.a)->r64(), e.home(op.b)->r64()));
        } else {
            binary(Inst::kIdAdd, op, true);
        }
    }

    void add_imm(const Uop &op) {
        if (op.to == sink) return;
        if (op.a == 0)
            e.set(op.to, op.imm);
        else if (op.imm == 0)
            move(op.to, op.a);
        else if (e.home(op.to) && e.home(op.a) && op.to != op.a)
            e.a.lea(*e.home(op.to), x86::ptr(e.home(op.a)->r64(), signed_imm(op.imm)));
        else
            binary_imm(Inst::kIdAdd, op);
    }

    void move(unsigned to, unsigned from) {
        if (to == sink || to == from) return;
        if (from == 0) {
            e.set(to, 0u);
            return;
        }
        const Gp d = e.home(to) ? *e.home(to) : e.reg(from, a1);
        e.copy(d, from);
        e.set(to, d);
    }

    void shift_imm(Inst::Id id, const Uop &op) {
        if (op.to == sink) return;
        const Gp d = e.result(op.to);
        e.copy(d, op.b);
        if (op.c) e.a.emit(id, d, asmjit::Imm(op.c));
        e.set(op.to, d);
    }

    void shift(Inst::Id id, Inst::Id bmi2, const Uop &op) {
        if (op.to == sink) return;
        if (e.bmi2) {
            const Gp d = e.result(op.to);
            e.a.emit(bmi2, d, e.value(op.b), e.reg(op.a, a2));
            e.set(op.to, d);
            return;
        }
        e.copy(a2, op.a);
        e.copy(a1, op.b);
        e.a.emit(id, a1, x86::cl);
        e.set(op.to, a1);
    }

    /// D = condition, of the flags.
    void set_if(unsigned to, Cond condition) {
        e.a.set(condition, x86::al);
        const Gp d = e.result(to);
        e.a.movzx(d, x86::al);
        e.set(to, d);
    }

    /// D = S if T meets the condition against 0.
    void move_if(Cond condition, const Uop &op) {
        if (op.to == sink) return;
        const Gp d = e.result(op.to);
        e.copy(d, op.to);
        e.compare(op.b, 0);
        e.a.emit(Inst::cmovccFromCond(condition), d, e.value(op.a));
        e.set(op.to, d);
    }

    void leading_zeros(bool of_ones, const Uop &op) {
        e.copy(a1, op.a);
        if (of_ones) e.a.not_(a1);
        e.a.mov(a3, 63); // a word without a set bit has 32 leading zeros; bsr counts from bit 0
        e.a.bsr(a2, a1);
        e.a.cmovz(a2, a3);
        e.a.xor_(a2, 31);
        e.set(op.to, a2);
    }

    /// The 64-bit product in rax.
    void multiply(bool is_signed, const Uop &op) {
        const auto wide = [&](const Gp &to, unsigned guest) {
            if (!is_signed)
                e.copy(to.r32(), guest);
            else if (e.home(guest))
                e.a.movsxd(to, *e.home(guest));
            else
                e.a.movsxd(to, e.place(guest));
        };
        wide(x86::rax, op.a);
        wide(x86::rcx, op.b);
        e.a.imul(x86::rax, x86::rcx);
    }
    void set_hi_lo() { // from rax
        e.set(low_word, a1);
        e.a.shr(x86::rax, 32);
        e.set(high_word, a1);
    }
    void product(bool is_signed, const Uop &op) {
        multiply(is_signed, op);
        set_hi_lo();
    }
    void accumulate(bool is_signed, bool subtract, const Uop &op) {
        multiply(is_signed, op);
        e.copy(a2, high_word);
        e.copy(a3, low_word);
        e.a.shl(x86::rcx, 32);
        e.a.or_(x86::rcx, x86::rdx);
        if (subtract)
            e.a.sub(x86::rcx, x86::rax);
        else
            e.a.add(x86::rcx, x86::rax);
        e.a.mov(x86::rax, x86::rcx);
        set_hi_lo();
    }

    void quotient(bool is_signed, const Uop &op) {
        const Label done = e.a.newLabel(), store = e.a.newLabel();
        e.copy(a2, op.b);
        e.copy(a1, op.a);
        e.a.test(a2, a2);
        e.a.jz(done);
        if (is_signed) {
            const Label divide = e.a.newLabel();
            e.a.cmp(a2, -1);
            e.a.jne(divide);
            e.a.neg(a1); // the host would trap on the smallest number
            e.a.xor_(a3, a3);
            e.a.jmp(store);
            e.a.bind(divide);
            e.a.cdq();
            e.a.idiv(a2);
        } else {
            e.a.xor_(a3, a3);
            e.a.div(a2);
        }
        e.a.bind(store);
        e.set(low_word, a1);
        e.set(high_word, a3);
        e.a.bind(done);
    }

    /// The same with the complement of T: D = S id ~T, or ~(S id T).
    void complement(Inst::Id id, const Uop &op, bool of_all) {
        if (op.to == sink) return;
        e.copy(a1, op.b);
        if (!of_all) e.a.not_(a1);
        e.a.emit(id, a1, e.value(op.a));
        if (of_all) e.a.not_(a1);
        e.set(op.to, a1);
    }
    /// The product goes to HI and to D.
    void wide_product(bool is_signed, const Uop &op) {
        multiply(is_signed, op);
        e.set(op.to, a1);
        e.a.shr(x86::rax, 32);
        e.set(high_word, a1);
    }

    /// What made the flags of flags.h; what is computed is computed behind it.
    void flags(FlagKind kind, const Uop &op, bool immediate) {
        e.set(flag_kind, std::uint32_t{kind});
        move(flag_left, op.a);
        if (immediate)
            e.set(flag_right, op.imm);
        else
            move(flag_right, op.b);
        e.know_flags({kind, true, immediate, op.a, op.b, op.imm});
    }
    static bool writes_pair(UopCode code) {
        return code == UopCode::LPAIR || code == indexed(UopCode::LPAIR);
    }
    /// Whether register `guest` holds the same value behind `op` and until `last`.
    static bool stays(unsigned guest, const Uop &op, const Uop *last) {
        if (guest == 0) return true;
        for (const Uop *next = &op; next != last; ++next)
            if (next->to == guest || (next->to + 1u == guest && writes_pair(next->code)))
                return false;
        return guest != high_word && guest != low_word;
    }
    /// The words of a sum or difference are stored where a fault shows them, if its operands are
    /// there then or can be had from the result.
    bool defer_sum(FlagKind kind, const Uop &op, bool immediate) {
        const Uop *const last = e.last_to_see_flags(op);
        if (!last || (!immediate && !stays(op.b, op, last))) return false;
        const bool left = stays(op.a, op, last);
        if (!left && (op.to == sink || !stays(op.to, *(&op + 1), last))) return false;
        const Uop made = op;
        e.defer_flags([self = *this, kind, made, immediate, left]() mutable {
            Emitter &out = self.e;
            out.set(flag_kind, std::uint32_t{kind});
            if (immediate)
                out.set(flag_right, made.imm);
            else
                self.move(flag_right, made.b);
            if (left) return self.move(flag_left, made.a);
            out.copy(a1, made.to);
            out.a.emit(kind == flags_add ? Inst::kIdSub : Inst::kIdAdd, a1, out.value(flag_right));
            out.set(flag_left, a1);
        });
        return true;
    }
    /// The same for words of which `left` is register `guest`, shifted.
    bool defer_logic(const Uop &op, std::uint32_t kind, unsigned guest, std::uint32_t shift) {
        const Uop *const last = e.last_to_see_flags(op);
        if (!last) return false;
        std::uint32_t inserted = 0;
        if (!stays(guest, op, last)) { // a part of the register behind it may have it
            const Uop &next = *(&op + 1);
            if (next.code != UopCode::INSERT || next.a != guest || next.pc != op.pc || !shift ||
                next.imm != 0xFFFFFFFF >> shift << next.c || !stays(next.to, *(&next + 1), last))
                return false;
            guest = next.to;
            inserted = next.c;
        }
        e.defer_flags([self = *this, kind, guest, shift, inserted]() mutable {
            Emitter &out = self.e;
            out.set(flag_kind, kind);
            out.set(flag_right, 0u);
            out.copy(a1, guest);
            if (inserted) out.a.shr(a1, inserted);
            if (shift) out.a.shl(a1, shift);
            out.set(flag_left, a1);
        });
        return true;
    }
    void plain_sum(FlagKind kind, const Uop &op, bool immediate) {
        if (kind == flags_add)
            immediate ? add_imm(op) : add(op);
        else
            immediate ? binary_imm(Inst::kIdSub, op) : binary(Inst::kIdSub, op, false);
    }
    /// A sum or difference with its flags.
    void sum_with_flags(FlagKind kind, const Uop &op, bool immediate) {
        if (e.flags_are_dead(op)) {
            e.forget_flags();
            return plain_sum(kind, op, immediate);
        }
        if (defer_sum(kind, op, immediate)) return plain_sum(kind, op, immediate);
        flags(kind, op, immediate);
        if (op.to == sink) return;
        const Inst::Id id = kind == flags_add ? Inst::kIdAdd : Inst::kIdSub;
        immediate ? binary_imm(id, op) : binary(id, op, kind == flags_add);
        e.host_has_flags();
    }
    void logic_flags(const Uop &op) {
        if (e.flags_are_dead(op)) {
            e.forget_flags();
            return move(op.to, op.a);
        }
        if (op.to == sink && defer_logic(op, flags_logic, op.a, 0)) return;
        const bool host = e.has_host_logic(op.a);
        e.set(flag_kind, std::uint32_t{flags_logic});
        move(flag_left, op.a);
        e.set(flag_right, 0u);
        move(op.to, op.a);
        e.know_flags({flags_logic, true, true, op.a, 0, 0});
        if (host) e.host_has_flags();
    }
    /// D = S id T, or S id I, where id leaves the flags as MOVE_F of D has them.
    void logic(Inst::Id id, const Uop &op, bool immediate) {
        immediate ? binary_imm(id, op) : binary(id, op, true);
        if (op.to != sink) e.host_has_logic(op.to);
    }

    /// Rotated, then masked or inserted.
    void rotate(const Uop &op) {
        const Gp d = e.result(op.to);
        e.copy(d, op.a);
        if (op.c && op.imm == 0xFFFFFFFF << op.c) {
            e.a.shl(d, op.c);
        } else if (op.c && op.imm == 0xFFFFFFFF >> (32 - op.c)) {
            e.a.shr(d, 32 - op.c);
        } else {
            if (op.c) e.a.rol(d, op.c);
            if (op.imm != 0xFFFFFFFF) e.a.and_(d, signed_imm(op.imm));
        }
        e.set(op.to, d);
    }
    void insert(const Uop &op) {
        const Gp d = e.home(op.to) ? *e.home(op.to) : a2;
        const bool low = op.c == 0 && (op.imm == 0xFF || op.imm == 0xFFFF);
        const bool byte = op.c == 8 && op.imm == 0xFF00;
        if (low) { // as it is where an x86 writes a part of a register
            const Gp from = e.reg(op.a, a1);
            if (d.id() == a2.id()) e.copy(d, op.to);
            e.a.mov(part_of(d, op.imm == 0xFF ? 8 : 16), part_of(from, op.imm == 0xFF ? 8 : 16));
            return e.set(op.to, d);
        }
        if (byte) {
            e.a.movzx(a1, e.reg(op.a, a1).r8());
            e.a.shl(a1, 8);
        } else {
            e.copy(a1, op.a);
            if (op.c) e.a.rol(a1, op.c);
            e.a.and_(a1, signed_imm(op.imm));
        }
        if (d.id() == a2.id()) e.copy(d, op.to);
        e.a.and_(d, signed_imm(~op.imm));
        e.a.or_(d, a1);
        e.set(op.to, d);
    }
    /// By 0 to 63 places.
    void long_shift(Inst::Id id, const Uop &op) {
        e.copy(a2, op.b);
        e.copy(a1, op.a);
        e.a.emit(id, x86::rax, x86::cl);
        e.set(op.to, a1);
    }
    void extend(unsigned bits, const Uop &op) {
        const Gp d = e.result(op.to);
        e.a.movsx(d, part_of(e.reg(op.a, a1), bits));
        e.set(op.to, d);
    }
    /// The host's flag becomes register c, which is 0 or 1 before.
    void set_carry(const Uop &op, Cond condition) {
        if (e.carry_is_dead(op)) return;
        if (const Gp *home = e.home(op.c)) {
            e.a.set(condition, home->r8());
        } else {
            e.a.set(condition, x86::dl);
            e.a.movzx(a3, x86::dl);
            e.set(op.c, a3);
        }
    }
    /// D = a id b, or a id the immediate, with a carry that is the host's behind it, or its
    /// complement. `reads`: with register c as the host's carry before, or its complement.
    void carried(Inst::Id id, const Uop &op, unsigned a, std::optional<unsigned> b, bool complement,
                 bool reads) {
        const auto known = e.host_carry(op.c);
        if (b && b == op.to && a != op.to && id != Inst::kIdSub && id != Inst::kIdSbb)
            b = std::exchange(a, *b);
        const Gp d = b && *b == op.to && a != op.to ? a1 : e.result(op.to);
        e.copy(d, a);
        if (reads && known && *known != complement)
            e.a.cmc();
        else if (reads && !known && complement)
            e.a.emit(Inst::kIdCmp, e.value(op.c), asmjit::Imm(1));
        else if (reads && !known)
            e.a.emit(Inst::kIdBt, e.value(op.c), asmjit::Imm(0));
        if (b)
            e.a.emit(id, d, e.value(*b));
        else
            e.a.emit(id, d, asmjit::Imm(signed_imm(op.imm)));
        set_carry(op, complement ? Cond::kAE : Cond::kB);
        e.set(op.to, d);
        e.host_has_carry(op.c, complement);
    }
    void shift_with_lost(const Uop &op) {
        e.copy(a1, op.a);
        e.a.mov(a2, a1);
        e.a.mov(a3, a1);
        e.a.and_(a2, signed_imm((1u << op.imm) - 1));
        e.a.sar(a3, 31);
        e.a.sar(a1, op.imm);
        e.a.test(a2, a3);
        set_carry(op, Cond::kNZ);
        e.set(op.to, a1);
    }
    /// A field of PowerPC's CR from the host's flags; register c is its lowest bit.
    void order(const Uop &op, bool is_signed, bool immediate) {
        Emitter::KnownOrder known{op.to, is_signed, immediate, op.a, op.b, op.imm, 0};
        e.copy(a3, op.c);
        compare_order(e, known);
        e.a.lea(a1, x86::ptr(x86::rdx, 2)); // leaves the host's flags alone
        e.a.lea(a2, x86::ptr(x86::rdx, 4));
        e.a.emit(Inst::cmovccFromCond(is_signed ? Cond::kG : Cond::kA), a1, a2);
        e.a.lea(a2, x86::ptr(x86::rdx, 8));
        e.a.emit(Inst::cmovccFromCond(is_signed ? Cond::kL : Cond::kB), a1, a2);
        e.set(op.to, a1);
        known.at = e.a.offset();
        e.know_order(known);
    }
    /// A double with its sign bit changed.
    void number(Inst::Id id, const Uop &op) {
        e.a.mov(x86::rax, field64(pair_at(2u * op.a)));
        if (id != Inst::kIdNone) e.a.emit(id, x86::rax, asmjit::Imm(63));
        e.a.mov(field64(pair_at(2u * op.c)), x86::rax);
    }

    /// quotient_signed() and quotient_unsigned() of arithmetic.h.
    void plain_quotient(bool is_signed, const Uop &op) {
        const Label done = e.a.newLabel();
        e.copy(a2, op.b);
        e.copy(a1, op.a);
        e.a.test(a2, a2);
        e.a.jz(done);
        if (is_signed) {
            const Label divide = e.a.newLabel();
            e.a.cmp(a2, -1);
            e.a.jne(divide);
            e.a.neg(a1); // the host would trap on the smallest number, which this leaves
            e.a.jmp(done);
            e.a.bind(divide);
            e.a.cdq();
            e.a.idiv(a2);
        } else {
            e.a.xor_(a3, a3);
            e.a.div(a2);
        }
        e.a.bind(done);
        e.set(op.to, a1);
    }

    /// What PowerPC has and MIPS has not. Returns false for any other operation.
    bool ppc(const Uop &op) {
        switch (op.code) {
        case UopCode::ROTATE: rotate(op); break;
        case UopCode::INSERT: insert(op); break;
        case UopCode::SHIFT_LEFT: long_shift(Inst::kIdShl, op); break;
        case UopCode::SHIFT_RIGHT: long_shift(Inst::kIdShr, op); break;
        case UopCode::NAND:
            e.copy(a1, op.a);
            e.a.emit(Inst::kIdAnd, a1, e.value(op.b));
            e.a.not_(a1);
            e.set(op.to, a1);
            break;
        case UopCode::EXTEND_BYTE: extend(8, op); break;
        case UopCode::EXTEND_HALF: extend(16, op); break;
        case UopCode::ROTATEV:
            e.copy(a2, op.b);
            e.copy(a1, op.a);
            e.a.rol(a1, x86::cl);
            e.a.and_(a1, signed_imm(op.imm));
            e.set(op.to, a1);
            break;
        case UopCode::QUOTIENT: plain_quotient(true, op); break;
        case UopCode::QUOTIENTU: plain_quotient(false, op); break;
        case UopCode::MULH:
        case UopCode::MULHU:
            multiply(op.code == UopCode::MULH, op);
            e.a.shr(x86::rax, 32);
            e.set(op.to, a1);
            break;
        case UopCode::ADD_CARRY: carried(Inst::kIdAdd, op, op.a, op.b, false, false); break;
        case UopCode::ADDI_CARRY: carried(Inst::kIdAdd, op, op.a, {}, false, false); break;
        case UopCode::SUB_CARRY: carried(Inst::kIdSub, op, op.b, op.a, true, false); break;
        case UopCode::SUBI_CARRY:
            e.a.mov(a1, op.imm);
            e.a.emit(Inst::kIdSub, a1, e.value(op.a));
            set_carry(op, Cond::kAE);
            e.set(op.to, a1);
            e.host_has_carry(op.c, true);
            break;
        case UopCode::ADD_EXTENDED: carried(Inst::kIdAdc, op, op.a, op.b, false, true); break;
        case UopCode::ADDI_EXTENDED: carried(Inst::kIdAdc, op, op.a, {}, false, true); break;
        case UopCode::SUB_EXTENDED: carried(Inst::kIdSbb, op, op.b, op.a, true, true); break;
        case UopCode::SRA_CARRY: shift_with_lost(op); break;
        case UopCode::ORDER: order(op, true, false); break;
        case UopCode::ORDERU: order(op, false, false); break;
        case UopCode::ORDERI: order(op, true, true); break;
        case UopCode::ORDERIU: order(op, false, true); break;
        case UopCode::DOUBLE_MOVE: number(Inst::kIdNone, op); break;
        case UopCode::DOUBLE_NEG: number(Inst::kIdBtc, op); break;
        case UopCode::DOUBLE_ABS: number(Inst::kIdBtr, op); break;
        case UopCode::DOUBLE_NABS: number(Inst::kIdBts, op); break;
        default: return false;
        }
        return true;
    }

    /// A trap on S and T, or S and I.
    void trap_if(Cond condition) { e.a.j(condition, e.bail()); }
    void trap_arithmetic(Inst::Id id, const Uop &op, bool immediate) {
        e.copy(a1, op.a);
        if (immediate)
            e.a.emit(id, a1, asmjit::Imm(signed_imm(op.imm)));
        else
            e.a.emit(id, a1, e.value(op.b));
        e.a.jo(e.bail());
        e.set(op.to, a1);
    }

    /// Emits code for the integer operations. Returns false for any other operation.
    bool operation(const Uop &op) {
        switch (op.code) {
        case UopCode::NOP:
        case UopCode::PREF:
        case UopCode::SYNC: break;
        case UopCode::SLL: shift_imm(Inst::kIdShl, op); break;
        case UopCode::SRL: shift_imm(Inst::kIdShr, op); break;
        case UopCode::SRA: shift_imm(Inst::kIdSar, op); break;
        case UopCode::SLLV: shift(Inst::kIdShl, Inst::kIdShlx, op); break;
        case UopCode::SRLV: shift(Inst::kIdShr, Inst::kIdShrx, op); break;
        case UopCode::SRAV: shift(Inst::kIdSar, Inst::kIdSarx, op); break;
        case UopCode::ADDU: add(op); break;
        case UopCode::SUBU: binary(Inst::kIdSub, op, false); break;
        case UopCode::AND: logic(Inst::kIdAnd, op, false); break;
        case UopCode::OR:
            if (op.a == 0 || op.b == 0)
                move(op.to, op.a ? op.a : op.b);
            else
                logic(Inst::kIdOr, op, false);
            break;
        case UopCode::XOR: logic(Inst::kIdXor, op, false); break;
        case UopCode::NOR: {
            if (op.to == sink) break;
            const bool swap = op.to == op.b;
            const Gp d = e.result(op.to);
            e.copy(d, swap ? op.b : op.a);
            e.a.emit(Inst::kIdOr, d, e.value(swap ? op.a : op.b));
            e.a.not_(d);
            e.set(op.to, d);
            break;
        }
        case UopCode::SLT:
            e.compare(op.a, op.b);
            set_if(op.to, Cond::kL);
            break;
        case UopCode::SLTU:
            if (op.a == 0) {
                e.compare(op.b, 0);
                set_if(op.to, Cond::kNE);
            } else {
                e.compare(op.a, op.b);
                set_if(op.to, Cond::kB);
            }
            break;
        case UopCode::SLTI:
            e.compare_imm(op.a, op.imm);
            set_if(op.to, Cond::kL);
            break;
        case UopCode::SLTIU:
            e.compare_imm(op.a, op.imm);
            set_if(op.to, Cond::kB);
            break;
        case UopCode::ADDIU: add_imm(op); break;
        case UopCode::ANDI:
            if ((op.imm == 0xFF || op.imm == 0xFFFF) && op.to != sink &&
                !e.is_followed_by_flags(op)) {
                const Gp d = e.result(op.to);
                e.a.movzx(d, part_of(e.reg(op.a, a1), op.imm == 0xFF ? 8 : 16));
                e.set(op.to, d);
                break;
            }
            logic(Inst::kIdAnd, op, true);
            break;
        case UopCode::ORI:
            if (op.a == 0)
                e.set(op.to, op.imm);
            else
                logic(Inst::kIdOr, op, true);
            break;
        case UopCode::XORI: logic(Inst::kIdXor, op, true); break;
        case UopCode::LUI: {
            const std::size_t before = e.a.offset();
            e.set(op.to, op.imm);
            e.kept_host_flags(before);
            break;
        }
        case UopCode::MFHI: move(op.to, high_word); break;
        case UopCode::MFLO: move(op.to, low_word); break;
        case UopCode::MTHI: move(high_word, op.a); break;
        case UopCode::MTLO: move(low_word, op.a); break;
        case UopCode::MULT: product(true, op); break;
        case UopCode::MULTU: product(false, op); break;
        case UopCode::DIV: quotient(true, op); break;
        case UopCode::DIVU: quotient(false, op); break;

        case UopCode::MOVZ: move_if(Cond::kE, op); break;
        case UopCode::MOVN: move_if(Cond::kNE, op); break;
        case UopCode::MUL: binary(Inst::kIdImul, op, true); break;
        case UopCode::CLZ: leading_zeros(false, op); break;
        case UopCode::CLO: leading_zeros(true, op); break;
        case UopCode::MADD: accumulate(true, false, op); break;
        case UopCode::MADDU: accumulate(false, false, op); break;
        case UopCode::MSUB: accumulate(true, true, op); break;
        case UopCode::MSUBU: accumulate(false, true, op); break;

        case UopCode::ANDN: complement(Inst::kIdAnd, op, false); break;
        case UopCode::ORN: complement(Inst::kIdOr, op, false); break;
        case UopCode::XNOR: complement(Inst::kIdXor, op, true); break;
        case UopCode::SMUL: wide_product(true, op); break;
        case UopCode::UMUL: wide_product(false, op); break;
        case UopCode::ADD_F: sum_with_flags(flags_add, op, false); break;
        case UopCode::ADDI_F: sum_with_flags(flags_add, op, true); break;
        case UopCode::SUB_F: sum_with_flags(flags_sub, op, false); break;
        case UopCode::SUBI_F: sum_with_flags(flags_sub, op, true); break;
        case UopCode::MOVE_F: logic_flags(op); break;
        case UopCode::TARGET:
            e.copy(a1, op.a);
            if (op.imm) e.a.add(a1, signed_imm(op.imm));
            e.a.test(x86::al, 3);
            e.a.jnz(e.bail());
            e.set(op.to, a1);
            break;

        case UopCode::ADD: trap_arithmetic(Inst::kIdAdd, op, false); break;
        case UopCode::ADDI: trap_arithmetic(Inst::kIdAdd, op, true); break;
        case UopCode::SUB: trap_arithmetic(Inst::kIdSub, op, false); break;
        case UopCode::TEQ: e.compare(op.a, op.b), trap_if(Cond::kE); break;
        case UopCode::TNE: e.compare(op.a, op.b), trap_if(Cond::kNE); break;
        case UopCode::TGE: e.compare(op.a, op.b), trap_if(Cond::kGE); break;
        case UopCode::TGEU: e.compare(op.a, op.b), trap_if(Cond::kAE); break;
        case UopCode::TLT: e.compare(op.a, op.b), trap_if(Cond::kL); break;
        case UopCode::TLTU: e.compare(op.a, op.b), trap_if(Cond::kB); break;
        case UopCode::TEQI: e.compare_imm(op.a, op.imm), trap_if(Cond::kE); break;
        case UopCode::TNEI: e.compare_imm(op.a, op.imm), trap_if(Cond::kNE); break;
        case UopCode::TGEI: e.compare_imm(op.a, op.imm), trap_if(Cond::kGE); break;
        case UopCode::TGEIU: e.compare_imm(op.a, op.imm), trap_if(Cond::kAE); break;
        case UopCode::TLTI: e.compare_imm(op.a, op.imm), trap_if(Cond::kL); break;
        case UopCode::TLTIU: e.compare_imm(op.a, op.imm), trap_if(Cond::kB); break;
        default: return ppc(op) || rare(op);
        }
        return true;
    }

    /// multiply_step() of flags.h, where it is certain what made the flags.
    void multiply_step(const Uop &op) {
        known_flags(e, *e.known_flags());
        e.a.set(Cond::kL, x86::al); // N xor V
        e.a.movzx(a3, x86::al);
        e.a.shl(a3, 31);
        e.copy(a1, op.a);
        e.copy(a2, high_word);
        e.a.shrd(a2, a1, 1);
        e.a.shr(a1, 1);
        e.a.or_(a1, a3);
        e.copy(a3, high_word);
        e.set(high_word, a2);
        e.a.and_(a3, 1);
        e.a.neg(a3);
        e.a.emit(Inst::kIdAnd, a3, e.value(op.b));
        e.set(flag_kind, std::uint32_t{flags_add});
        e.set(flag_left, a1);
        e.set(flag_right, a3);
        e.a.add(a1, a3);
        e.set(op.to, a1);
        e.know_flags({.kind = flags_add});
        e.host_has_flags();
    }

    /// D = S + T + carry, or S - T - carry; with its flags as bits, as set_bits() has them.
    void with_carry(Inst::Id id, const Uop &op, bool sets_flags) {
        const auto known = e.known_flags();
        if (known && known->kind == flags_bits && !e.has_host_flags(true))
            e.a.bt(e.place(flag_left), 0);
        else if (known && known->kind == flags_host && !e.has_host_flags(true))
            e.a.bt(e.place(flag_left), 8);
        else
            guest_flags(e);
        e.copy(a1, op.a);
        e.a.emit(id, a1, e.value(op.b));
        if (!sets_flags || e.flags_are_dead(op)) {
            if (sets_flags) e.forget_flags();
            return e.set(op.to, a1);
        }
        // Nothing here changes the host's flags.
        e.a.set(Cond::kS, x86::dl);
        e.a.movzx(a3, x86::dl);
        for (const Cond next : {Cond::kE, Cond::kO, Cond::kB}) {
            e.a.set(next, x86::cl);
            e.a.movzx(a2, x86::cl);
            e.a.lea(a3, x86::ptr(x86::rcx, x86::rdx, 1));
        }
        e.set(flag_left, a3);
        e.set(flag_kind, std::uint32_t{flags_bits});
        e.set(flag_right, 0u);
        e.set(op.to, a1);
        e.know_flags({.kind = flags_bits});
        e.host_has_flags();
    }

    // --- An x86's (narrow.h) ---

    static constexpr bool has_carry_at_right(FlagKind kind) {
        return kind >= flags_logic && kind <= flags_decrement;
    }
    static_assert(flags_logic + 1 == flags_increment && flags_increment + 1 == flags_decrement);
    /// The carry as it is, 0 or 1, becomes what flag_right has.
    void keep_carry() {
        if (const auto known = e.known_flags()) {
            if (has_carry_at_right(known->kind) || known->kind == flags_product) return;
            known_flags(e, *known);
            e.a.set(Cond::kB, x86::al);
            e.a.movzx(a1, x86::al);
            e.set(flag_right, a1);
            return;
        }
        // Mostly it is there, or a comparison made it.
        const Label done = e.a.newLabel(), computed = e.a.newLabel();
        const x86::Mem kind =
            x86::byte_ptr(state, static_cast<std::int32_t>(offsetof(State, r) + 4 * flag_kind));
        e.a.movzx(a1, kind);
        e.a.sub(a1, flags_increment);
        e.a.cmp(a1, flags_decrement - flags_increment);
        e.a.jbe(done);
        e.a.cmp(a1, signed_imm(std::uint32_t{flags_sub} - flags_increment));
        e.a.jne(e.cold([&e = e, computed, done] {
            const Label full = e.a.newLabel();
            e.a.cmp(a1, signed_imm(std::uint32_t{flags_logic} - flags_increment));
            e.a.jne(full);
            e.set(flag_right, 0u);
            e.a.jmp(done);
            e.a.bind(full);
            e.load_host_flags();
            e.a.jmp(computed);
        }));
        e.compare(flag_left, flag_right);
        e.a.bind(computed);
        e.a.set(Cond::kB, x86::al);
        e.a.movzx(a1, x86::al);
        e.set(flag_right, a1);
        e.a.bind(done);
    }
    void plain_count(const Uop &op, bool up) {
        Uop sum = op;
        sum.imm = up ? 1 : 0xFFFFFFFF;
        add_imm(sum);
    }
    /// Where only a fault shows them, they are made there of the result; the carry is that of the
    /// words that the operation before has stored.
    bool defer_count(FlagKind kind, const Uop &op) {
        const Uop *const last = e.last_to_see_flags(op);
        if (!last || op.to == sink || !stays(op.to, *(&op + 1), last)) return false;
        e.defer_flags([self = *this, kind, to = op.to]() mutable {
            Emitter &out = self.e;
            out.load_host_flags();
            out.a.set(Cond::kB, x86::al);
            out.a.movzx(a1, x86::al);
            out.set(flag_right, a1);
            out.set(flag_kind, std::uint32_t{kind});
            out.copy(a1, to);
            out.a.add(a1, kind == flags_increment ? -1 : 1);
            out.set(flag_left, a1);
        });
        return true;
    }
    void count(const Uop &op, FlagKind kind) {
        const bool up = kind == flags_increment;
        if (e.flags_are_dead(op)) {
            e.forget_flags();
            return plain_count(op, up);
        }
        if (defer_count(kind, op)) return plain_count(op, up);
        keep_carry();
        e.set(flag_kind, std::uint32_t{kind});
        move(flag_left, op.a);
        e.know_flags({.kind = kind});
        if (op.to == sink) return;
        const Gp d = e.result(op.to);
        e.copy(d, op.a);
        e.a.emit(up ? Inst::kIdInc : Inst::kIdDec, d);
        e.set(op.to, d);
        e.host_has_flags(false);
    }
    void shift_one(Inst::Id id, const Uop &op, FlagKind kind) {
        const bool dead = e.flags_are_dead(op) || defer_shift(kind, op);
        if (!dead) e.set(flag_kind, std::uint32_t{kind});
        if (!dead) e.set(flag_right, 0u);
        e.copy(a1, op.a);
        if (!dead) e.set(flag_left, a1);
        e.a.emit(id, a1, asmjit::Imm(1));
        e.set(op.to, a1);
        if (dead) return e.forget_flags();
        e.know_flags({.kind = kind});
        e.host_has_flags();
    }
    /// Where only a fault shows them, and what is shifted is still there.
    bool defer_shift(FlagKind kind, const Uop &op) {
        const Uop *const last = e.last_to_see_flags(op);
        if (!last || op.to == op.a || !stays(op.a, op, last)) return false;
        e.defer_flags([self = *this, kind, from = op.a]() mutable {
            Emitter &out = self.e;
            out.set(flag_kind, std::uint32_t{kind});
            out.set(flag_right, 0u);
            out.copy(a1, from);
            out.set(flag_left, a1);
        });
        return true;
    }
    /// Of 8 or 16 bits; of 32 the shift is none.
    void narrow(const Uop &op, FlagKind kind) {
        const std::uint32_t shift = 32 - op.imm;
        const bool dead = e.flags_are_dead(op) ||
                          (kind == flags_logic && defer_logic(op, kind | shift << 8, op.a, shift));
        if (!dead) {
            e.set(flag_kind, kind | shift << 8);
            e.copy(a2, op.a);
            if (shift) e.a.shl(a2, shift);
            e.set(flag_left, a2);
            if (kind == flags_logic) {
                e.set(flag_right, 0u);
            } else {
                e.copy(a3, op.b);
                if (shift) e.a.shl(a3, shift);
                e.set(flag_right, a3);
            }
        }
        if (op.to != sink) {
            const Gp d = op.to == op.b ? a1 : e.result(op.to);
            e.copy(d, op.a);
            if (kind != flags_logic)
                e.a.emit(kind == flags_add ? Inst::kIdAdd : Inst::kIdSub, d, e.value(op.b));
            clear_above(d, op.imm);
            e.set(op.to, d);
        }
        if (dead) return e.forget_flags();
        e.know_flags({.kind = kind, .shift = shift});
        if (!e.flags_are_read(op)) return;
        if (kind == flags_logic)
            e.a.test(a2, a2);
        else
            e.a.emit(kind == flags_add ? Inst::kIdAdd : Inst::kIdCmp, a2, a3);
        e.host_has_flags();
    }
    /// D = S + T + carry, or S - T - carry, with the six flags of an x86.
    void narrow_carry(Inst::Id id, const Uop &op) {
        if (op.imm == 32) {
            with_carry(id, op, false);
        } else {
            guest_flags(e);
            e.copy(a1, op.a);
            e.copy(a2, op.b);
            e.a.emit(id, part_of(a1, op.imm), part_of(a2, op.imm));
            clear_above(a1, op.imm);
            e.set(op.to, a1);
        }
        if (e.flags_are_dead(op)) return e.forget_flags();
        save_host_flags(true);
    }
    /// The six flags of an x86 become the host's. Nothing since has changed them.
    void save_host_flags(bool half_carry) {
        host_flags_word(e, half_carry);
        keep_flags_word();
        if (half_carry) e.host_has_flags();
    }
    /// The word of flags_host in a1 becomes the guest's conditions.
    void keep_flags_word() {
        e.set(flag_left, a1);
        e.set(flag_kind, std::uint32_t{flags_host});
        e.know_flags({.kind = flags_host});
    }
    static Gp part_of(const Gp &word, unsigned bits) {
        return bits == 32 ? word : bits == 16 ? Gp(word.r16()) : Gp(word.r8());
    }
    /// What is above the low bits becomes 0. Leaves the host's flags alone.
    void clear_above(const Gp &word, unsigned bits) {
        if (bits != 32) e.a.movzx(word, part_of(word, bits));
    }
    /// The host's shift or rotation of `how`.
    static Inst::Id host_shift(std::uint32_t how) {
        switch (how & 7) {
        case rol: return Inst::kIdRol;
        case ror: return Inst::kIdRor;
        case shl: return Inst::kIdShl;
        case shr: return Inst::kIdShr;
        default: return Inst::kIdSar;
        }
    }
    /// S without the bits above `bits`, which it has in a1; with its sign instead for SAR.
    void narrow_operand(const Uop &op, unsigned bits, bool with_sign) {
        if (bits == 32) return e.copy(a1, op.a);
        const Gp part = part_of(e.reg(op.a, a1), bits);
        with_sign ? e.a.movsx(a1, part) : e.a.movzx(a1, part);
    }
    /// Not through the carry; without condition codes.
    bool shifted(const Uop &op) {
        const std::uint32_t how = op.imm & 7, bits = (op.imm & 0xFFFF) >> 3;
        if (how == rcl || how == rcr) return false;
        if (op.to == sink) return true;
        const Inst::Id id = host_shift(how);
        if (op.b != 0) e.copy(a2, op.b);
        if (bits == 32 && op.b == 0) {
            const Gp d = e.result(op.to);
            e.copy(d, op.a);
            e.a.emit(id, d, asmjit::Imm(op.imm >> 16));
            e.set(op.to, d);
            return true;
        }
        narrow_operand(op, bits, how == sar);
        const bool round = how == rol || how == ror;
        const Gp part = bits == 32 || !round ? a1 : bits == 8 ? Gp(x86::al) : Gp(x86::ax);
        if (op.b != 0)
            e.a.emit(id, part, x86::cl); // the host looks at the same five bits
        else
            e.a.emit(id, part, asmjit::Imm(op.imm >> 16 & 31));
        if (bits != 32 && !round && how != shr) clear_above(a1, bits);
        e.set(op.to, a1);
        return true;
    }
    /// The same with them.
    bool shift_with_flags(const Uop &op) {
        if ((op.imm & 7) == rcl || (op.imm & 7) == rcr) return rotate_carry(op);
        if (e.flags_are_dead(op)) {
            if (!shifted(op)) return false;
            e.forget_flags();
            return true;
        }
        const std::uint32_t how = op.imm & 7;
        if (how <= ror) return rotate_with_flags(op);
        if ((op.imm & 0xFFFF) >> 3 != 32) return narrow_shift_with_flags(op);
        switch (how) {
        case shl: return shift_by_register(op, flags_shift_left);
        case shr: return shift_by_register(op, flags_shift);
        case sar: return shift_by_register(op, flags_shift_sign);
        default: return false;
        }
    }
    /// Of 8 or 16 bits by a constant, as shift_by() has it.
    bool narrow_shift_with_flags(const Uop &op) {
        const std::uint32_t how = op.imm & 7, bits = (op.imm & 0xFFFF) >> 3;
        const std::uint32_t count = op.imm >> 16 & 31;
        if (op.b != 0 || count == 0 || how < shl) return false;
        narrow_operand(op, bits, how == sar);
        if (how == shr && count == 1) { // whose overflow is the bit at the top
            bits == 8 ? e.a.shr(x86::al, 1) : e.a.shr(x86::ax, 1);
            e.set(op.to, a1);
            save_host_flags(false);
            return true;
        }
        const FlagKind kind = how == shl   ? flags_shift_left
                              : how == shr ? flags_shift
                                           : flags_shift_sign;
        const std::uint32_t shift = how == shl ? 32 - bits : 0;
        if (shift + count - 1 > 31 && how == shl)
            e.a.xor_(a1, a1);
        else if (shift + count - 1)
            e.a.emit(host_shift(how), a1, asmjit::Imm(shift + count - 1));
        e.set(flag_kind, kind | shift << 8);
        e.set(flag_left, a1);
        e.set(flag_right, 0u);
        e.a.emit(host_shift(how), a1, asmjit::Imm(1));
        if (how == shl)
            e.a.shr(a1, shift);
        else if (how == sar)
            e.a.and_(a1, signed_imm(low_bits(bits)));
        e.set(op.to, a1);
        e.know_flags({.kind = kind, .shift = shift});
        return true;
    }
    /// shift_by() of narrow.h: nothing changes where the count is 0.
    bool shift_by_register(const Uop &op, FlagKind kind) {
        if (op.b == 0) return false;
        const Label none = e.a.newLabel();
        const Inst::Id id = host_shift(op.imm);
        e.copy(a2, op.b);
        e.copy(a1, op.a);
        e.a.and_(a2, 31);
        e.a.jz(none);
        e.a.sub(a2, 1);
        e.a.emit(id, a1, x86::cl);
        e.set(flag_kind, std::uint32_t{kind});
        e.set(flag_left, a1);
        e.set(flag_right, 0u);
        e.a.emit(id, a1, asmjit::Imm(1));
        e.a.bind(none);
        e.set(op.to, a1);
        e.forget_flags();
        e.expect_flags(kind);
        return true;
    }
    /// Where only a fault shows them, carry and overflow are made of the result there, and the
    /// others of the words that the operation before has stored.
    bool defer_rotation(const Uop &op) {
        const Uop *const last = e.last_to_see_flags(op);
        if (!last || op.to == sink || !stays(op.to, *(&op + 1), last)) return false;
        const bool is_left = (op.imm & 7) == rol;
        e.defer_flags([self = *this, is_left, to = op.to]() mutable {
            Emitter &out = self.e;
            out.load_host_flags();
            out.a.lahf();
            out.a.and_(a1, 0xFE00);
            out.copy(a2, to);
            out.a.mov(a3, a2);
            if (is_left) { // the carry is the lowest bit, the overflow whether the top differs
                out.a.and_(a3, 1);
                out.a.shr(a2, 31);
            } else { // the carry is the top
                out.a.shr(a3, 31);
                out.a.shr(a2, 30);
                out.a.and_(a2, 1);
            }
            out.a.xor_(a2, a3);
            out.a.shl(a3, 8);
            out.a.or_(a1, a2);
            out.a.or_(a1, a3);
            out.set(flag_left, a1);
            out.set(flag_kind, std::uint32_t{flags_host});
        });
        return true;
    }
    /// Carry and overflow come from the result, the other conditions stay. The host defines the
    /// overflow for one place only: the last one is moved alone.
    bool rotate_with_flags(const Uop &op) {
        const unsigned bits = (op.imm & 0xFFFF) >> 3, places = (op.imm >> 16) % bits;
        const Inst::Id id = host_shift(op.imm);
        if (op.b != 0) return bits == 32 && rotate_by_register(op, id);
        if (places == 0) return false;
        if (bits == 32 && defer_rotation(op)) return shifted(op);
        const bool half_carry = six_to_host(e);
        e.copy(a2, op.a);
        if (places > 1) e.a.emit(id, part_of(a2, bits), asmjit::Imm(places - 1));
        e.a.emit(id, part_of(a2, bits), asmjit::Imm(1));
        clear_above(a2, bits);
        e.set(op.to, a2);
        save_host_flags(half_carry);
        return true;
    }
    /// Where it moves nothing the conditions stay: the host leaves its own.
    bool rotate_by_register(const Uop &op, Inst::Id id) {
        const bool half_carry = six_to_host(e);
        e.copy(a2, op.b);
        e.copy(a3, op.a);
        e.a.emit(id, a3, x86::cl);
        host_flags_word(e, half_carry);
        const Label none = e.a.newLabel();
        e.set(op.to, a3);
        e.a.test(x86::cl, 31);
        e.a.jz(none);
        // The top of the result, and what is next to it on the other side of where it entered.
        e.a.rol(a3, id == Inst::kIdRol ? 1 : 2);
        e.a.mov(a2, a3);
        e.a.shr(a2, 1);
        e.a.xor_(a3, a2);
        e.a.and_(a3, 1);
        e.a.and_(a1, 0xFF00);
        e.a.or_(a1, a3);
        e.a.bind(none);
        keep_flags_word();
        return true;
    }
    /// By one place through the carry, 32 bits.
    bool rotate_carry(const Uop &op) {
        if (op.b != 0 || op.imm >> 16 != 1 || (op.imm & 0xFFFF) >> 3 != 32) return false;
        const bool dead = e.flags_are_dead(op), half_carry = six_to_host(e);
        e.copy(a2, op.a);
        e.a.emit((op.imm & 7) == rcl ? Inst::kIdRcl : Inst::kIdRcr, a2, asmjit::Imm(1));
        e.set(op.to, a2);
        dead ? e.forget_flags() : save_host_flags(half_carry);
        return true;
    }

    // --- Bits and products ---

    static Inst::Id bit_operation(std::uint32_t how) {
        constexpr Inst::Id ids[] = {Inst::kIdBt, Inst::kIdBts, Inst::kIdBtr, Inst::kIdBtc};
        return ids[how & 3];
    }
    void bit_changed(const Uop &op) {
        e.copy(a1, op.a);
        e.copy(a2, op.b);
        if (op.imm) e.a.emit(bit_operation(op.imm), a1, a2);
        e.set(op.to, a1);
    }
    /// The bit becomes the carry, the other conditions stay; the host's would be undefined.
    void bit_with_flags(const Uop &op) {
        if (e.flags_are_dead(op)) {
            e.forget_flags();
            if (op.to != sink) bit_changed(op);
            return;
        }
        host_flags_word(e, six_to_host(e), word_carry);
        e.copy(a2, op.a);
        e.copy(a3, op.b);
        e.a.emit(bit_operation(op.imm), a2, a3);
        e.a.set(Cond::kB, x86::dl);
        if (op.to != sink) e.set(op.to, a2);
        e.a.movzx(a3, x86::dl);
        e.a.shl(a3, 8);
        e.a.or_(a1, a3);
        keep_flags_word();
    }
    void bit_scan(const Uop &op) {
        const bool dead = e.flags_are_dead(op);
        e.copy(a2, op.a);
        e.copy(a3, op.to);
        if (!dead) {
            e.set(flag_kind, std::uint32_t{flags_logic});
            e.set(flag_left, a2);
            e.set(flag_right, 0u);
        }
        e.a.emit(op.imm ? Inst::kIdBsr : Inst::kIdBsf, a1, a2);
        e.a.cmovz(a1, a3);
        e.set(op.to, a1);
        dead ? e.forget_flags() : e.know_flags({.kind = flags_logic});
    }
    /// Of the product in HI and LO.
    void long_product(const Uop &op) {
        if (e.flags_are_dead(op)) return e.forget_flags();
        if (const Uop *const last = e.last_to_see_flags(op); last && product_stays(op, last))
            return e.defer_flags(
                [self = *this, is_signed = op.imm]() mutable { self.product_words(is_signed); });
        product_words(op.imm);
        e.know_flags({.kind = flags_product});
    }
    /// Whether HI and LO hold the same values behind `op` and until `last`.
    static bool product_stays(const Uop &op, const Uop *last) {
        for (const Uop *next = &op; next != last; ++next)
            if (writes_hi_lo(next->code) || next->to == high_word || next->to == low_word)
                return false;
        return true;
    }
    void product_words(bool is_signed) {
        e.copy(a1, low_word);
        e.set(flag_kind, std::uint32_t{flags_product});
        e.set(flag_left, a1);
        if (is_signed)
            e.a.sar(a1, 31);
        else
            e.a.xor_(a1, a1);
        e.a.emit(Inst::kIdCmp, a1, e.value(high_word));
        e.a.set(Cond::kNE, x86::al);
        e.a.movzx(a1, x86::al);
        e.set(flag_right, a1);
    }
    /// Of two numbers of 8 or 16 bits, as narrow_product() has it.
    void narrow_product(const Uop &op) {
        const unsigned bits = op.imm & 31;
        const bool is_signed = op.imm & 32;
        const auto extend = [&](const Gp &to, const Gp &from) {
            is_signed ? e.a.movsx(to, part_of(from, bits)) : e.a.movzx(to, part_of(from, bits));
        };
        e.copy(a1, op.a);
        e.copy(a2, op.b);
        extend(a1, a1);
        extend(a2, a2);
        e.a.imul(a1, a2);
        e.set(op.to, a1);
        if (e.flags_are_dead(op)) return e.forget_flags();
        extend(a2, a1);
        e.a.cmp(a2, a1);
        e.a.set(Cond::kNE, x86::dl);
        e.a.movzx(a3, x86::dl);
        e.a.imul(a3, a3, 0x101); // carry and overflow
        e.a.test(part_of(a1, bits), part_of(a1, bits));
        e.a.lahf();
        e.a.and_(a1, 0xC400); // negative, zero, parity
        e.a.or_(a1, a3);
        keep_flags_word();
    }
    /// INC and DEC of 8 or 16 bits.
    void narrow_count(const Uop &op, Inst::Id id) {
        const bool dead = e.flags_are_dead(op);
        if (!dead) guest_flags(e); // the carry stays
        e.copy(a2, op.a);
        e.a.emit(id, part_of(a2, op.imm));
        clear_above(a2, op.imm);
        if (op.to != sink) e.set(op.to, a2);
        dead ? e.forget_flags() : save_host_flags(true);
    }
    void change_carry(const Uop &op) {
        if (e.flags_are_dead(op)) return e.forget_flags();
        const bool half_carry = six_to_host(e);
        e.a.emit(op.imm == 0 ? Inst::kIdClc : op.imm == 1 ? Inst::kIdStc : Inst::kIdCmc);
        save_host_flags(half_carry);
    }
    /// SAHF: all but the overflow, from byte 1 of S.
    void load_conditions(const Uop &op) {
        if (e.flags_are_dead(op)) return e.forget_flags();
        six_to_host(e);
        e.a.set(Cond::kO, x86::dl);
        e.a.movzx(a3, x86::dl);
        e.copy(a1, op.a);
        e.a.and_(a1, 0xD500);
        e.a.or_(a1, a3);
        keep_flags_word();
    }
    void parity(const Uop &op) {
        six_to_host(e);
        set_if(op.to, Cond::kP);
    }

    /// SHLD and SHRD of 32 bits, whose conditions are not seen.
    bool double_shift(const Uop &op) {
        if ((op.imm & 0xFFFF) >> 3 != 32) return false;
        if (op.to == sink) return true;
        const Inst::Id id = op.imm & 1 ? Inst::kIdShrd : Inst::kIdShld;
        if (op.c == 0) { // by a constant
            const Gp d = op.to == op.b ? a1 : e.result(op.to);
            e.copy(d, op.a);
            if (op.imm >> 16) e.a.emit(id, d, e.reg(op.b, a2), asmjit::Imm(op.imm >> 16));
            e.set(op.to, d);
            return true;
        }
        e.copy(a2, op.c);
        e.copy(a1, op.a);
        e.copy(a3, op.b);
        e.a.emit(id, a1, a3, x86::cl);
        e.set(op.to, a1);
        return true;
    }
    /// The same where they may be seen; nothing changes where the count is 0.
    bool double_shift_with_flags(const Uop &op) {
        if ((op.imm & 0xFFFF) >> 3 != 32 || op.to == sink) return false;
        const bool right = op.imm & 1;
        if (const std::uint32_t places = op.imm >> 16; op.c == 0 && places) {
            // The host defines the overflow for one place only: the last one is moved alone.
            const Inst::Id id = right ? Inst::kIdShrd : Inst::kIdShld;
            e.copy(a3, op.a);
            e.copy(a2, op.b);
            if (places > 1) {
                e.a.emit(id, a3, a2, asmjit::Imm(places - 1));
                e.a.emit(right ? Inst::kIdShr : Inst::kIdShl, a2, asmjit::Imm(places - 1));
            }
            e.a.emit(id, a3, a2, asmjit::Imm(1));
            e.set(op.to, a3);
            save_host_flags(false);
            return true;
        }
        const Label none = e.a.newLabel();
        e.copy(a2, op.c);
        e.copy(a1, op.a);
        e.copy(a3, op.b);
        if (op.to != op.a) e.set(op.to, a1);
        e.a.and_(a2, 31);
        e.a.jz(none);
        e.a.emit(right ? Inst::kIdShrd : Inst::kIdShld, a1, a3, x86::cl);
        // Carry, zero, negative and parity are the host's. The overflow is the change of the top
        // bit by the last place; the host has it for one place only.
        e.a.mov(a2, a1);
        e.a.lahf();
        e.a.movzx(a3, x86::ah);
        e.a.mov(a1, a2);
        e.set(op.to, a1);
        if (right) { // the top becomes the one of a place less
            e.a.add(a1, a1);
        } else {
            e.a.bt(a3, 0);
            e.a.rcr(a1, 1);
        }
        e.a.xor_(a1, a2);
        e.a.shr(a1, 31); // overflow
        e.a.mov(a2, a3);
        e.a.and_(a2, 1);
        e.a.lea(a2, x86::ptr(x86::rcx, x86::rax, 1)); // carry, overflow
        e.a.mov(a1, a3);
        e.a.shr(a1, 4);
        e.a.and_(a1, flag_zero | flag_negative);
        e.a.or_(a2, a1);
        e.a.shl(a3, 2);
        e.a.and_(a3, flag_parity);
        e.a.or_(a2, a3);
        e.set(flag_left, a2);
        e.set(flag_kind, std::uint32_t{flags_bits});
        e.set(flag_right, 0u);
        e.a.bind(none);
        e.forget_flags();
        return true;
    }
    void product_with_flags(const Uop &op) {
        if (e.flags_are_dead(op)) {
            e.forget_flags();
            if (op.to == sink) return;
            e.copy(a1, op.a);
            e.a.emit(Inst::kIdImul, a1, e.value(op.b));
            return e.set(op.to, a1);
        }
        e.set(flag_kind, std::uint32_t{flags_product});
        e.copy(a1, op.a);
        e.a.emit(Inst::kIdImul, a1, e.value(op.b));
        e.a.set(Cond::kO, x86::dl);
        e.a.movzx(a3, x86::dl);
        e.set(flag_left, a1);
        e.set(flag_right, a3);
        e.set(op.to, a1);
        e.know_flags({.kind = flags_product});
    }
    void set_on_flags(const Uop &op) {
        Uop branch = op;
        branch.code = UopCode::BFLAGS;
        const Condition condition = *emit_condition(e, branch);
        if (condition.constant)
            e.set(op.to, *condition.constant ? 1u : 0u);
        else
            set_if(op.to, condition.code);
    }
    bool of_x86(const Uop &op) {
        switch (op.code) {
        case UopCode::NARROW_INC:
        case UopCode::NARROW_DEC:
            if (op.imm == 32)
                count(op, op.code == UopCode::NARROW_INC ? flags_increment : flags_decrement);
            else
                narrow_count(op, op.code == UopCode::NARROW_INC ? Inst::kIdInc : Inst::kIdDec);
            return true;
        case UopCode::NARROW_ADDC:
        case UopCode::NARROW_SUBC:
            narrow_carry(op.code == UopCode::NARROW_ADDC ? Inst::kIdAdc : Inst::kIdSbb, op);
            return true;
        case UopCode::SHIFTED: return shifted(op);
        case UopCode::SHIFT_F: return shift_with_flags(op);
        case UopCode::DOUBLE_SHIFTED: return double_shift(op);
        case UopCode::DOUBLE_SHIFT_F:
            if (!e.flags_are_dead(op)) return double_shift_with_flags(op);
            if (!double_shift(op)) return false;
            e.forget_flags();
            return true;
        case UopCode::SRL_F: shift_one(Inst::kIdShr, op, flags_shift); return true;
        case UopCode::SRA_F: shift_one(Inst::kIdSar, op, flags_shift_sign); return true;
        case UopCode::NARROW_ADD: narrow(op, flags_add); return true;
        case UopCode::NARROW_SUB: narrow(op, flags_sub); return true;
        case UopCode::NARROW_LOGIC: narrow(op, flags_logic); return true;
        case UopCode::MUL_F: product_with_flags(op); return true;
        case UopCode::ADDC: with_carry(Inst::kIdAdc, op, false); return true;
        case UopCode::SUBC: with_carry(Inst::kIdSbb, op, false); return true;
        case UopCode::ADDC_F: with_carry(Inst::kIdAdc, op, true); return true;
        case UopCode::SUBC_F: with_carry(Inst::kIdSbb, op, true); return true;
        case UopCode::SET_IF: set_on_flags(op); return true;
        case UopCode::BIT_CHANGED: bit_changed(op); return true;
        case UopCode::BIT_F: bit_with_flags(op); return true;
        case UopCode::BIT_SCAN_F: bit_scan(op); return true;
        case UopCode::HI_LO_F: long_product(op); return true;
        case UopCode::NARROW_MUL: narrow_product(op); return true;
        case UopCode::CARRY_F: change_carry(op); return true;
        case UopCode::CONDITIONS_F: load_conditions(op); return true;
        case UopCode::PARITY: parity(op); return true;
        case UopCode::BYTE_SWAP:
            e.copy(a1, op.a);
            e.a.bswap(a1);
            e.set(op.to, a1);
            return true;
        default: return false;
        }
    }

    /// What reads condition codes and the like is called.
    bool rare(const Uop &op) {
        if (of_x86(op)) return true;
        if (op.code == UopCode::MULSCC && e.known_flags()) {
            multiply_step(op);
            return true;
        }
        switch (op.code) {
#define ALU(name, effect) case UopCode::name:
#define TRAP(name, condition, kind, effect)
#define BRANCH(name, condition)
#define LOAD(name, type, effect)
#define LOAD_ANY(name, type, effect)
#define STORE(name, type, effect)
#define STORE_ANY(name, type, effect)
#include "cpu/engine/beyond_mips.def"
#undef ALU
#undef TRAP
#undef BRANCH
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
            e.call(flag_operation, op, true);
            if (op.code == UopCode::MULSCC) e.know_flags({.kind = flags_add}); // as add_flags()
            return true;
        default: return false;
        }
    }
};

} // namespace

bool emit_integer(Emitter &e, const Uop &op) { return Integer{e}.operation(op); }

} // namespace inlet::engine
