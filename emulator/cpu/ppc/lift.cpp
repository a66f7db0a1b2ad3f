// Lifts PowerPC instructions to micro-operations.
#include "cpu/ppc/functions.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"

namespace inlet::ppc {

using engine::UopBuilder;
using engine::UopCode;
namespace field = isa::ppc::field;

namespace {

constexpr unsigned first = engine::first_temporary;
constexpr unsigned sink = engine::sink;

/// CR0 of a result.
void record(const Instruction &in, UopBuilder &group, unsigned result) {
    if (field::record.get(in.word))
        group.op(UopCode::ORDER, cr_register, result, 0, 0, so_register);
}

/// rD of rA and rB, in this order or the other way round.
void arithmetic(const Instruction &in, UopBuilder &group, UopCode code, bool swapped = false) {
    const unsigned a = general(in.rs), b = general(in.rt);
    group.op(code, in.to, swapped ? b : a, swapped ? a : b);
    record(in, group, in.to);
}
/// The same with the carry.
void carrying(const Instruction &in, UopBuilder &group, UopCode code, unsigned b) {
    group.op(code, in.to, general(in.rs), b, 0, ca_register);
    record(in, group, in.to);
}
/// rA of rS and rB.
void logic(const Instruction &in, UopBuilder &group, UopCode code) {
    group.op(code, in.to, general(in.rd), general(in.rt));
    record(in, group, in.to);
}
/// rA of rS alone.
void single(const Instruction &in, UopBuilder &group, UopCode code, std::uint32_t imm = 0,
            unsigned c = 0) {
    group.op(code, in.to, general(in.rd), 0, imm, c);
    record(in, group, in.to);
}

void rotate(const Instruction &in, UopBuilder &group) {
    const unsigned n = in.sa, from = general(in.rd);
    if (n == 0)
        group.op(UopCode::ANDI, in.to, from, 0, in.imm);
    else if (in.imm == 0xFFFFFFFFu << n)
        group.op(UopCode::SLL, in.to, 0, from, 0, n);
    else if (in.imm == 0xFFFFFFFFu >> (32 - n))
        group.op(UopCode::SRL, in.to, 0, from, 0, 32 - n);
    else
        group.op(UopCode::ROTATE, in.to, from, 0, in.imm, n);
    record(in, group, in.to);
}

bool has_displacement(const Instruction &in) { return in.word >> 26 != 31; }

/// Updates the base after an access.
void update(const Instruction &in, UopBuilder &group, bool updates) {
    if (!updates) return;
    if (has_displacement(in))
        group.op(UopCode::ADDIU, in.rs, in.rs, 0, in.imm);
    else
        group.op(UopCode::ADDU, in.rs, in.rs, general(in.rt));
}

void load(const Instruction &in, UopBuilder &group, UopCode code, bool updates = false) {
    if (updates && in.rd == in.rt && !has_displacement(in)) { // the index is loaded over
        group.op(UopCode::ADDU, first, in.rs, general(in.rt));
        group.op(code, general(in.rd), first, 0);
        return group.op(UopCode::ADDU, in.rs, first, 0);
    }
    if (has_displacement(in))
        group.op(code, general(in.rd), base(in.rs), 0, in.imm);
    else
        group.op(engine::indexed(code), general(in.rd), base(in.rs), 0, 0, general(in.rt));
    update(in, group, updates);
}
void store(const Instruction &in, UopBuilder &group, UopCode code, bool updates = false) {
    if (has_displacement(in))
        group.op(code, sink, base(in.rs), general(in.rd), in.imm);
    else
        group.op(engine::indexed(code), sink, base(in.rs), general(in.rd), 0, general(in.rt));
    update(in, group, updates);
}
/// Loads and stores of floating-point registers, by number.
void float_access(const Instruction &in, UopBuilder &group, UopCode code, bool updates = false) {
    if (has_displacement(in))
        group.op(code, sink, base(in.rs), in.rd, in.imm);
    else
        group.op(engine::indexed(code), sink, base(in.rs), in.rd, 0, general(in.rt));
    update(in, group, updates);
}

/// The condition of BC, BCLR and BCCTR.
struct Condition {
    bool by_bit, bit, by_count, zero; ///< the bit is `bit`; CTR - 1 is zero, or not
    unsigned field, mask;

    explicit Condition(std::uint32_t word) {
        const unsigned bo = field::bo.get(word), bi = field::bi.get(word);
        by_bit = !(bo & 16);
        bit = bo & 8;
        by_count = !(bo & 4);
        zero = bo & 2;
        field = cr_register + bi / 4;
        mask = 8u >> (bi & 3);
    }
    /// Sets temporary `to` to 1 or 0. CTR has already been decremented.
    void evaluate(UopBuilder &group, unsigned to) const {
        if (by_count) {
            if (zero)
                group.op(UopCode::SLTIU, to, ctr_register, 0, 1);
            else
                group.op(UopCode::SLTU, to, 0, ctr_register);
        }
        if (!by_bit) return;
        const unsigned one = by_count ? to + 1 : to;
        group.op(UopCode::ANDI, one, field, 0, mask);
        if (bit)
            group.op(UopCode::SLTU, one, 0, one);
        else
            group.op(UopCode::SLTIU, one, one, 0, 1);
        if (by_count) group.op(UopCode::AND, to, to, one);
    }
};

void branch(const Instruction &in, std::uint32_t pc, UopBuilder &group) {
    const Condition on(in.word);
    const bool links = field::lk.get(in.word) != 0;
    if (!on.by_bit && !on.by_count) return links ? group.jump(lr_register, pc + 4) : group.jump();
    if (links) group.op(UopCode::LUI, lr_register, 0, 0, pc + 4);
    if (on.by_count) group.op(UopCode::ADDIU, ctr_register, ctr_register, 0, 0xFFFFFFFF);
    if (!on.by_count)
        return group.branch(on.bit ? UopCode::BITS : UopCode::NO_BITS, on.field, 0, on.mask);
    if (!on.by_bit) return group.branch(on.zero ? UopCode::BEQ : UopCode::BNE, ctr_register, 0);
    on.evaluate(group, first);
    group.branch(UopCode::BNE, first, 0);
}

/// BCLR and BCCTR. If not taken, they jump to the next instruction.
void branch_to_register(const Instruction &in, std::uint32_t pc, UopBuilder &group) {
    const Condition on(in.word);
    const bool links = field::lk.get(in.word) != 0;
    unsigned target = in.op == Op::BCLR ? lr_register : ctr_register;
    if (on.by_bit && !on.by_count && !links)
        return group.jump_to_if(target, on.field, on.mask, on.bit);
    if (on.by_bit || on.by_count) {
        if (on.by_count) group.op(UopCode::ADDIU, ctr_register, ctr_register, 0, 0xFFFFFFFF);
        on.evaluate(group, first + 1);
        group.op(UopCode::LUI, first, 0, 0, pc + 4);
        group.op(UopCode::MOVN, first, target, first + 1);
        target = first;
    }
    if (links) return group.jump_to(target, lr_register, pc + 4);
    group.jump_to(target);
}

/// A function of two bits as a table: bit 2 * a + b.
unsigned truth_table(Op op) {
    switch (op) {
    case Op::CRAND: return 0x8;
    case Op::CRANDC: return 0x4;
    case Op::CREQV: return 0x9;
    case Op::CRNAND: return 0x7;
    case Op::CRNOR: return 0x1;
    case Op::CROR: return 0xE;
    case Op::CRORC: return 0xD;
    default: return 0x6; // CRXOR
    }
}

void condition_logic(const Instruction &in, UopBuilder &group) {
    const unsigned d = field::crbd.get(in.word), a = field::crba.get(in.word),
                   b = field::crbb.get(in.word), to = cr_register + d / 4;
    if (a == b && b == d && (in.op == Op::CRXOR || in.op == Op::CREQV)) { // clear, set
        const unsigned bit = 8u >> (d & 3);
        if (in.op == Op::CREQV) return group.op(UopCode::ORI, to, to, 0, bit);
        return group.op(UopCode::ANDI, to, to, 0, ~bit);
    }
    const auto place = [](unsigned bit) { return 3 - (bit & 3); };
    group.op(UopCode::FIELD_LOGIC, to, cr_register + a / 4, cr_register + b / 4,
             truth_table(in.op.as<Op>()) | place(a) << 4 | place(b) << 6 | place(d) << 8);
}

void special(const Instruction &in, UopBuilder &group) {
    const bool writing = in.op == Op::MTSPR;
    if (in.imm == 1) { // XER
        if (writing) return group.call(call_mtxer, sink, general(in.rd), 0);
        return group.call(call_mfxer, in.to, 0, 0);
    }
    const unsigned spr = in.imm == 8 ? lr_register : ctr_register;
    if (writing) return group.op(UopCode::ADDU, spr, general(in.rd), 0);
    group.op(UopCode::ADDU, in.to, spr, 0);
}

/// CR1: the summaries of FPSCR.
void record_float(const Instruction &in, UopBuilder &group) {
    if (field::record.get(in.word))
        group.op(UopCode::SRL, cr_register + 1, 0, fpscr_register, 0, 28);
}

void call_float(const Instruction &in, UopBuilder &group, FunctionNumber function) {
    group.call(function, in.rd, in.rs, in.rt, field::frc.get(in.word));
    record_float(in, group);
}

void move_float(const Instruction &in, UopBuilder &group, UopCode code) {
    group.op(code, sink, in.rt, 0, 0, in.rd);
    record_float(in, group);
}

/// Comparisons and MCRFS: a field of CR.
void call_condition(const Instruction &in, UopBuilder &group, FunctionNumber function) {
    group.call(function, cr_register + field::crfd.get(in.word), in.rs, in.rt,
               field::crfs.get(in.word));
}

} // namespace

void lift(const Instruction &in, std::uint32_t pc, UopBuilder &group) {
    if (in.kind == Kind::system || in.kind == Kind::host || in.kind == Kind::illegal) return;
    const unsigned a = general(in.rs), to = in.to;
    const std::uint32_t i = in.imm;
    switch (in.op.as<Op>()) {
    case Op::B: return field::lk.get(in.word) ? group.jump(lr_register, pc + 4) : group.jump();
    case Op::BC: return branch(in, pc, group);
    case Op::BCLR:
    case Op::BCCTR: return branch_to_register(in, pc, group);

    case Op::ADDI:
    case Op::ADDIS:
        if (in.rs == 0) return group.op(UopCode::LUI, to, 0, 0, i);
        return group.op(UopCode::ADDIU, to, in.rs, 0, i);
    case Op::ADDIC: return group.op(UopCode::ADDI_CARRY, to, a, 0, i, ca_register);
    case Op::ADDIC_:
        group.op(UopCode::ADDI_CARRY, to, a, 0, i, ca_register);
        return group.op(UopCode::ORDER, cr_register, to, 0, 0, so_register);
    case Op::SUBFIC: return group.op(UopCode::SUBI_CARRY, to, a, 0, i, ca_register);
    case Op::MULLI:
        group.op(UopCode::LUI, first, 0, 0, i);
        return group.op(UopCode::MUL, to, a, first);
    case Op::ORI:
        if (to == sink) return group.op(UopCode::NOP, sink, 0, 0);
        [[fallthrough]];
    case Op::ORIS: return group.op(UopCode::ORI, to, general(in.rd), 0, i);
    case Op::XORI:
    case Op::XORIS: return group.op(UopCode::XORI, to, general(in.rd), 0, i);
    case Op::ANDI_:
    case Op::ANDIS_:
        group.op(UopCode::ANDI, to, general(in.rd), 0, i);
        return group.op(UopCode::ORDER, cr_register, to, 0, 0, so_register);
    case Op::CMPI:
    case Op::CMPLI:
        return group.op(in.op == Op::CMPI ? UopCode::ORDERI : UopCode::ORDERIU,
                        cr_register + field::crfd.get(in.word), a, 0, i, so_register);
    case Op::CMP:
    case Op::CMPL:
        return group.op(in.op == Op::CMP ? UopCode::ORDER : UopCode::ORDERU,
                        cr_register + field::crfd.get(in.word), a, general(in.rt), 0, so_register);

    case Op::ADD: return arithmetic(in, group, UopCode::ADDU);
    case Op::SUBF: return arithmetic(in, group, UopCode::SUBU, true);
    case Op::NEG: group.op(UopCode::SUBU, to, 0, a); return record(in, group, to);
    case Op::MULLW: return arithmetic(in, group, UopCode::MUL);
    case Op::MULHW: return arithmetic(in, group, UopCode::MULH);
    case Op::MULHWU: return arithmetic(in, group, UopCode::MULHU);
    case Op::DIVW: return arithmetic(in, group, UopCode::QUOTIENT);
    case Op::DIVWU: return arithmetic(in, group, UopCode::QUOTIENTU);
    case Op::ADDC: return carrying(in, group, UopCode::ADD_CARRY, general(in.rt));
    case Op::ADDE: return carrying(in, group, UopCode::ADD_EXTENDED, general(in.rt));
    case Op::SUBFC: return carrying(in, group, UopCode::SUB_CARRY, general(in.rt));
    case Op::SUBFE: return carrying(in, group, UopCode::SUB_EXTENDED, general(in.rt));
    case Op::ADDZE: return carrying(in, group, UopCode::ADD_EXTENDED, 0);
    case Op::SUBFZE: return carrying(in, group, UopCode::SUB_EXTENDED, 0);
    case Op::ADDME:
        group.op(UopCode::ADDI_EXTENDED, to, a, 0, 0xFFFFFFFF, ca_register);
        return record(in, group, to);
    case Op::SUBFME:
        group.op(UopCode::LUI, first, 0, 0, 0xFFFFFFFF);
        return carrying(in, group, UopCode::SUB_EXTENDED, first);

    case Op::AND: return logic(in, group, UopCode::AND);
    case Op::ANDC: return logic(in, group, UopCode::ANDN);
    case Op::OR:
        if (in.rd != in.rt) return logic(in, group, UopCode::OR);
        group.op(UopCode::ADDU, to, general(in.rd), 0); // a move
        return record(in, group, to);
    case Op::ORC: return logic(in, group, UopCode::ORN);
    case Op::XOR: return logic(in, group, UopCode::XOR);
    case Op::NAND: return logic(in, group, UopCode::NAND);
    case Op::NOR: return logic(in, group, UopCode::NOR);
    case Op::EQV: return logic(in, group, UopCode::XNOR);
    case Op::SLW: return logic(in, group, UopCode::SHIFT_LEFT);
    case Op::SRW: return logic(in, group, UopCode::SHIFT_RIGHT);
    case Op::SRAW:
        group.op(UopCode::SRAV_CARRY, to, general(in.rd), general(in.rt), 0, ca_register);
        return record(in, group, to);
    case Op::SRAWI: return single(in, group, UopCode::SRA_CARRY, in.sa, ca_register);
    case Op::EXTSB: return single(in, group, UopCode::EXTEND_BYTE);
    case Op::EXTSH: return single(in, group, UopCode::EXTEND_HALF);
    case Op::CNTLZW: return single(in, group, UopCode::CLZ);
    case Op::RLWINM: return rotate(in, group);
    case Op::RLWIMI: return single(in, group, UopCode::INSERT, i, in.sa);
    case Op::RLWNM:
        group.op(UopCode::ROTATEV, to, general(in.rd), general(in.rt), i);
        return record(in, group, to);

    case Op::LWZ:
    case Op::LWZX: return load(in, group, UopCode::LW_ANY);
    case Op::LWZU:
    case Op::LWZUX: return load(in, group, UopCode::LW_ANY, true);
    case Op::LBZ:
    case Op::LBZX: return load(in, group, UopCode::LBU);
    case Op::LBZU:
    case Op::LBZUX: return load(in, group, UopCode::LBU, true);
    case Op::LHZ:
    case Op::LHZX: return load(in, group, UopCode::LHU_ANY);
    case Op::LHZU:
    case Op::LHZUX: return load(in, group, UopCode::LHU_ANY, true);
    case Op::LHA:
    case Op::LHAX: return load(in, group, UopCode::LH_ANY);
    case Op::LHAU:
    case Op::LHAUX: return load(in, group, UopCode::LH_ANY, true);
    case Op::LWBRX: return load(in, group, UopCode::LW_LE);
    case Op::LHBRX: return load(in, group, UopCode::LHU_LE);
    case Op::STW:
    case Op::STWX: return store(in, group, UopCode::SW_ANY);
    case Op::STWU:
    case Op::STWUX: return store(in, group, UopCode::SW_ANY, true);
    case Op::STB:
    case Op::STBX: return store(in, group, UopCode::SB);
    case Op::STBU:
    case Op::STBUX: return store(in, group, UopCode::SB, true);
    case Op::STH:
    case Op::STHX: return store(in, group, UopCode::SH_ANY);
    case Op::STHU:
    case Op::STHUX: return store(in, group, UopCode::SH_ANY, true);
    case Op::STWBRX: return store(in, group, UopCode::SW_LE);
    case Op::STHBRX: return store(in, group, UopCode::SH_LE);
    case Op::LFS:
    case Op::LFSX: return float_access(in, group, UopCode::LSINGLE);
    case Op::LFSU:
    case Op::LFSUX: return float_access(in, group, UopCode::LSINGLE, true);
    case Op::LFD:
    case Op::LFDX: return float_access(in, group, UopCode::LDOUBLE);
    case Op::LFDU:
    case Op::LFDUX: return float_access(in, group, UopCode::LDOUBLE, true);
    case Op::STFS:
    case Op::STFSX: return float_access(in, group, UopCode::SSINGLE);
    case Op::STFSU:
    case Op::STFSUX: return float_access(in, group, UopCode::SSINGLE, true);
    case Op::STFD:
    case Op::STFDX: return float_access(in, group, UopCode::SDOUBLE);
    case Op::STFDU:
    case Op::STFDUX: return float_access(in, group, UopCode::SDOUBLE, true);
    case Op::STFIWX: return float_access(in, group, UopCode::SDOUBLE_LOW);

    case Op::MFCR: return group.op(UopCode::GATHER_FIELDS, to, 0, 0, 0, cr_register);
    case Op::MTCRF:
        return group.op(UopCode::SCATTER_FIELDS, sink, general(in.rd), 0, field::crm.get(in.word),
                        cr_register);
    case Op::MCRF:
        return group.op(UopCode::ADDU, cr_register + field::crfd.get(in.word),
                        cr_register + field::crfs.get(in.word), 0);
    case Op::MCRXR: return call_condition(in, group, call_mcrxr);
    case Op::CRAND:
    case Op::CRANDC:
    case Op::CREQV:
    case Op::CRNAND:
    case Op::CRNOR:
    case Op::CROR:
    case Op::CRORC:
    case Op::CRXOR: return condition_logic(in, group);
    case Op::MFSPR:
    case Op::MTSPR: return special(in, group);
    case Op::SYNC:
        if (in.kind == Kind::system) return; // it waits for a device
        return group.op(UopCode::NOP, sink, 0, 0);
    case Op::EIEIO:
    case Op::ISYNC:
    case Op::DCBT:
    case Op::DCBTST: return group.op(UopCode::NOP, sink, 0, 0);

    case Op::FADD: return call_float(in, group, call_fadd);
    case Op::FADDS: return call_float(in, group, call_fadds);
    case Op::FSUB: return call_float(in, group, call_fsub);
    case Op::FSUBS: return call_float(in, group, call_fsubs);
    case Op::FMUL: return call_float(in, group, call_fmul);
    case Op::FMULS: return call_float(in, group, call_fmuls);
    case Op::FDIV: return call_float(in, group, call_fdiv);
    case Op::FDIVS: return call_float(in, group, call_fdivs);
    case Op::FMADD: return call_float(in, group, call_fmadd);
    case Op::FMADDS: return call_float(in, group, call_fmadds);
    case Op::FMSUB: return call_float(in, group, call_fmsub);
    case Op::FMSUBS: return call_float(in, group, call_fmsubs);
    case Op::FNMADD: return call_float(in, group, call_fnmadd);
    case Op::FNMADDS: return call_float(in, group, call_fnmadds);
    case Op::FNMSUB: return call_float(in, group, call_fnmsub);
    case Op::FNMSUBS: return call_float(in, group, call_fnmsubs);
    case Op::FRES: return call_float(in, group, call_fres);
    case Op::FRSQRTE: return call_float(in, group, call_frsqrte);
    case Op::FSEL: return call_float(in, group, call_fsel);
    case Op::FRSP: return call_float(in, group, call_frsp);
    case Op::FCTIW: return call_float(in, group, call_fctiw);
    case Op::FCTIWZ: return call_float(in, group, call_fctiwz);
    case Op::FMR: return move_float(in, group, UopCode::DOUBLE_MOVE);
    case Op::FNEG: return move_float(in, group, UopCode::DOUBLE_NEG);
    case Op::FABS: return move_float(in, group, UopCode::DOUBLE_ABS);
    case Op::FNABS: return move_float(in, group, UopCode::DOUBLE_NABS);
    case Op::FCMPU: return call_condition(in, group, call_fcmpu);
    case Op::FCMPO: return call_condition(in, group, call_fcmpo);
    case Op::MFFS: return call_float(in, group, call_mffs);
    case Op::MTFSF:
        group.call(call_mtfsf, sink, 0, in.rt, field::fm.get(in.word));
        return record_float(in, group);
    case Op::MTFSFI:
        group.call(call_mtfsfi, sink, field::crfd.get(in.word), field::value.get(in.word));
        return record_float(in, group);
    case Op::MTFSB0:
    case Op::MTFSB1:
        group.call(in.op == Op::MTFSB0 ? call_mtfsb0 : call_mtfsb1, sink, in.rd, 0);
        return record_float(in, group);
    case Op::MCRFS: return call_condition(in, group, call_mcrfs);
    default: return; // the stepper's
    }
}

} // namespace inlet::ppc
