// Integer operations, as alu.def and trap.def have them.
#include "cpu/engine/compiled/operations.h"

namespace inlet::mips {

namespace {

using Cond = x86::CondCode;

struct Integer {
    Emitter &e;

    /// D = S id T.
    void binary(Inst::Id id, const Op &op, bool commutes) {
        if (op.to == sink) return;
        if (e.home(op.to) && op.to == op.rt && op.to != op.rs) {
            if (commutes) {
                e.a.emit(id, *e.home(op.to), e.value(op.rs));
                return;
            }
            e.copy(a1, op.rs);
            e.a.emit(id, a1, e.value(op.rt));
            e.set(op.to, a1);
            return;
        }
        const Gp d = e.result(op.to);
        e.copy(d, op.rs);
        e.a.emit(id, d, e.value(op.rt));
        e.set(op.to, d);
    }

    void binary_imm(Inst::Id id, const Op &op) {
        if (op.to == sink) return;
        const Gp d = e.result(op.to);
        e.copy(d, op.rs);
        e.a.emit(id, d, asmjit::Imm(signed_imm(op.imm)));
        e.set(op.to, d);
    }

    void add(const Op &op) {
        if (op.rs == 0 || op.rt == 0) {
            move(op.to, op.rs ? op.rs : op.rt);
        } else if (e.home(op.to) && e.home(op.rs) && e.home(op.rt) && op.to != op.rs &&
                   op.to != op.rt) {
            e.a.lea(*e.home(op.to), x86::ptr(e.home(op.rs)->r64(), e.home(op.rt)->r64()));
        } else {
            binary(Inst::kIdAdd, op, true);
        }
    }

    void add_imm(const Op &op) {
        if (op.to == sink) return;
        if (op.rs == 0)
            e.set(op.to, op.imm);
        else if (op.imm == 0)
            move(op.to, op.rs);
        else if (e.home(op.to) && e.home(op.rs) && op.to != op.rs)
            e.a.lea(*e.home(op.to), x86::ptr(e.home(op.rs)->r64(), signed_imm(op.imm)));
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

    void shift_imm(Inst::Id id, const Op &op) {
        if (op.to == sink) return;
        const Gp d = e.result(op.to);
        e.copy(d, op.rt);
        if (op.sa) e.a.emit(id, d, asmjit::Imm(op.sa));
        e.set(op.to, d);
    }

    void shift(Inst::Id id, Inst::Id bmi2, const Op &op) {
        if (op.to == sink) return;
        if (e.bmi2) {
            const Gp d = e.result(op.to);
            e.a.emit(bmi2, d, e.value(op.rt), e.reg(op.rs, a2));
            e.set(op.to, d);
            return;
        }
        e.copy(a2, op.rs);
        e.copy(a1, op.rt);
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
    void move_if(Cond condition, const Op &op) {
        if (op.to == sink) return;
        const Gp d = e.result(op.to);
        e.copy(d, op.to);
        e.compare(op.rt, 0);
        e.a.emit(Inst::cmovccFromCond(condition), d, e.value(op.rs));
        e.set(op.to, d);
    }

    void leading_zeros(bool of_ones, const Op &op) {
        e.copy(a1, op.rs);
        if (of_ones) e.a.not_(a1);
        e.a.mov(a3, 63); // none is one more than 31, and what bsr gives counts from below
        e.a.bsr(a2, a1);
        e.a.cmovz(a2, a3);
        e.a.xor_(a2, 31);
        e.set(op.to, a2);
    }

    /// The 64-bit product in rax.
    void multiply(bool is_signed, const Op &op) {
        const auto wide = [&](const Gp &to, unsigned guest) {
            if (!is_signed)
                e.copy(to.r32(), guest);
            else if (e.home(guest))
                e.a.movsxd(to, *e.home(guest));
            else
                e.a.movsxd(to, e.place(guest));
        };
        wide(x86::rax, op.rs);
        wide(x86::rcx, op.rt);
        e.a.imul(x86::rax, x86::rcx);
    }
    void set_hi_lo() { // from rax
        e.set(lo_number, a1);
        e.a.shr(x86::rax, 32);
        e.set(hi_number, a1);
    }
    void product(bool is_signed, const Op &op) {
        multiply(is_signed, op);
        set_hi_lo();
    }
    void accumulate(bool is_signed, bool subtract, const Op &op) {
        multiply(is_signed, op);
        e.copy(a2, hi_number);
        e.copy(a3, lo_number);
        e.a.shl(x86::rcx, 32);
        e.a.or_(x86::rcx, x86::rdx);
        if (subtract)
            e.a.sub(x86::rcx, x86::rax);
        else
            e.a.add(x86::rcx, x86::rax);
        e.a.mov(x86::rax, x86::rcx);
        set_hi_lo();
    }

    void quotient(bool is_signed, const Op &op) {
        const Label done = e.a.newLabel(), store = e.a.newLabel();
        e.copy(a2, op.rt);
        e.copy(a1, op.rs);
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
        e.set(lo_number, a1);
        e.set(hi_number, a3);
        e.a.bind(done);
    }

    /// A trap on S and T, or S and I.
    void trap_if(Cond condition) { e.a.j(condition, e.bail()); }
    void trap_arithmetic(Inst::Id id, const Op &op, bool immediate) {
        e.copy(a1, op.rs);
        if (immediate)
            e.a.emit(id, a1, asmjit::Imm(signed_imm(op.imm)));
        else
            e.a.emit(id, a1, e.value(op.rt));
        e.a.jo(e.bail());
        e.set(op.to, a1);
    }

    /// False: it is none of these.
    bool operation(const Op &op) {
        switch (op.code) {
        case Code::NOP:
        case Code::PREF:
        case Code::SYNC: break;
        case Code::SLL: shift_imm(Inst::kIdShl, op); break;
        case Code::SRL: shift_imm(Inst::kIdShr, op); break;
        case Code::SRA: shift_imm(Inst::kIdSar, op); break;
        case Code::SLLV: shift(Inst::kIdShl, Inst::kIdShlx, op); break;
        case Code::SRLV: shift(Inst::kIdShr, Inst::kIdShrx, op); break;
        case Code::SRAV: shift(Inst::kIdSar, Inst::kIdSarx, op); break;
        case Code::ADDU: add(op); break;
        case Code::SUBU: binary(Inst::kIdSub, op, false); break;
        case Code::AND: binary(Inst::kIdAnd, op, true); break;
        case Code::OR:
            if (op.rs == 0 || op.rt == 0)
                move(op.to, op.rs ? op.rs : op.rt);
            else
                binary(Inst::kIdOr, op, true);
            break;
        case Code::XOR: binary(Inst::kIdXor, op, true); break;
        case Code::NOR: {
            if (op.to == sink) break;
            const bool swap = op.to == op.rt;
            const Gp d = e.result(op.to);
            e.copy(d, swap ? op.rt : op.rs);
            e.a.emit(Inst::kIdOr, d, e.value(swap ? op.rs : op.rt));
            e.a.not_(d);
            e.set(op.to, d);
            break;
        }
        case Code::SLT:
            e.compare(op.rs, op.rt);
            set_if(op.to, Cond::kL);
            break;
        case Code::SLTU:
            if (op.rs == 0) {
                e.compare(op.rt, 0);
                set_if(op.to, Cond::kNE);
            } else {
                e.compare(op.rs, op.rt);
                set_if(op.to, Cond::kB);
            }
            break;
        case Code::SLTI:
            e.compare_imm(op.rs, op.imm);
            set_if(op.to, Cond::kL);
            break;
        case Code::SLTIU:
            e.compare_imm(op.rs, op.imm);
            set_if(op.to, Cond::kB);
            break;
        case Code::ADDIU: add_imm(op); break;
        case Code::ANDI: binary_imm(Inst::kIdAnd, op); break;
        case Code::ORI:
            if (op.rs == 0)
                e.set(op.to, op.imm);
            else
                binary_imm(Inst::kIdOr, op);
            break;
        case Code::XORI: binary_imm(Inst::kIdXor, op); break;
        case Code::LUI: e.set(op.to, op.imm); break;
        case Code::MFHI: move(op.to, hi_number); break;
        case Code::MFLO: move(op.to, lo_number); break;
        case Code::MTHI: move(hi_number, op.rs); break;
        case Code::MTLO: move(lo_number, op.rs); break;
        case Code::MULT: product(true, op); break;
        case Code::MULTU: product(false, op); break;
        case Code::DIV: quotient(true, op); break;
        case Code::DIVU: quotient(false, op); break;

        case Code::MOVZ: move_if(Cond::kE, op); break;
        case Code::MOVN: move_if(Cond::kNE, op); break;
        case Code::MUL: binary(Inst::kIdImul, op, true); break;
        case Code::CLZ: leading_zeros(false, op); break;
        case Code::CLO: leading_zeros(true, op); break;
        case Code::MADD: accumulate(true, false, op); break;
        case Code::MADDU: accumulate(false, false, op); break;
        case Code::MSUB: accumulate(true, true, op); break;
        case Code::MSUBU: accumulate(false, true, op); break;

        case Code::ADD: trap_arithmetic(Inst::kIdAdd, op, false); break;
        case Code::ADDI: trap_arithmetic(Inst::kIdAdd, op, true); break;
        case Code::SUB: trap_arithmetic(Inst::kIdSub, op, false); break;
        case Code::TEQ: e.compare(op.rs, op.rt), trap_if(Cond::kE); break;
        case Code::TNE: e.compare(op.rs, op.rt), trap_if(Cond::kNE); break;
        case Code::TGE: e.compare(op.rs, op.rt), trap_if(Cond::kGE); break;
        case Code::TGEU: e.compare(op.rs, op.rt), trap_if(Cond::kAE); break;
        case Code::TLT: e.compare(op.rs, op.rt), trap_if(Cond::kL); break;
        case Code::TLTU: e.compare(op.rs, op.rt), trap_if(Cond::kB); break;
        case Code::TEQI: e.compare_imm(op.rs, op.imm), trap_if(Cond::kE); break;
        case Code::TNEI: e.compare_imm(op.rs, op.imm), trap_if(Cond::kNE); break;
        case Code::TGEI: e.compare_imm(op.rs, op.imm), trap_if(Cond::kGE); break;
        case Code::TGEIU: e.compare_imm(op.rs, op.imm), trap_if(Cond::kAE); break;
        case Code::TLTI: e.compare_imm(op.rs, op.imm), trap_if(Cond::kL); break;
        case Code::TLTIU: e.compare_imm(op.rs, op.imm), trap_if(Cond::kB); break;
        default: return false;
        }
        return true;
    }
};

} // namespace

bool emit_integer(Emitter &e, const Op &op) { return Integer{e}.operation(op); }

} // namespace inlet::mips
