// Lifts SPARC instructions to micro-operations.
#include "cpu/sparc/functions.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"

namespace inlet::sparc {

using engine::UopBuilder;
using engine::UopCode;

namespace {

constexpr unsigned first = engine::first_temporary;
constexpr unsigned sink = engine::sink;

/// The second operand is the immediate, and rt is 0.
bool has_immediate(const Instruction &in) { return (in.word >> 13 & 1) != 0; }

/// The second operand as a register; an immediate is loaded into `temporary`.
unsigned second(const Instruction &in, UopBuilder &group, unsigned temporary) {
    if (!has_immediate(in)) return in.rt;
    group.op(UopCode::LUI, temporary, 0, 0, in.imm);
    return temporary;
}

/// An operation of two registers, or of one and an immediate, which `change` converts.
void simple(const Instruction &in, UopBuilder &group, unsigned to, UopCode registers,
            UopCode immediate, std::uint32_t value) {
    if (has_immediate(in))
        group.op(immediate, to, in.rs, 0, value);
    else
        group.op(registers, to, in.rs, in.rt);
}

/// The same with icc of a result without carry and overflow.
void logic(const Instruction &in, UopBuilder &group, UopCode registers, UopCode immediate,
           std::uint32_t value) {
    simple(in, group, first, registers, immediate, value);
    group.op(UopCode::MOVE_F, in.to, first, 0);
}

void load(const Instruction &in, UopBuilder &group, UopCode code) {
    if (has_immediate(in))
        group.op(code, in.to, in.rs, 0, in.imm);
    else
        group.op(engine::indexed(code), in.to, in.rs, 0, 0, in.rt);
}

void store(const Instruction &in, UopBuilder &group, UopCode code) {
    if (has_immediate(in))
        group.op(code, sink, in.rs, in.rd, in.imm);
    else
        group.op(engine::indexed(code), sink, in.rs, in.rd, 0, in.rt);
}

/// Loads and stores of floating-point registers name them in `b`.
void float_access(const Instruction &in, UopBuilder &group, UopCode code) {
    if (has_immediate(in))
        group.op(code, sink, in.rs, in.rd, in.imm);
    else
        group.op(engine::indexed(code), sink, in.rs, in.rd, 0, in.rt);
}

/// Values of fcc that a FBfcc is taken on: bit n for n. 0 equal, 1 less, 2 greater, 3 unordered.
constexpr std::uint8_t taken_on[16] = {0x0, 0xE, 0x6, 0xA, 0x2, 0xC, 0x4, 0x8,
                                       0xF, 0x1, 0x9, 0x5, 0xD, 0x3, 0xB, 0x7};

void branch(const Instruction &in, UopBuilder &group) {
    if (in.kind == Kind::plain) return group.op(UopCode::NOP, sink, 0, 0); // BN
    if (in.kind == Kind::jump) return group.jump();
    for (const unsigned condition : {fcc_register, ccc_register})
        if (in.uses >> condition & 1)
            return group.branch(UopCode::BSET, condition, 0, taken_on[in.sa]);
    group.branch(UopCode::BFLAGS, 0, 0, in.sa);
}

void call_function(const Instruction &in, UopBuilder &group, FunctionNumber function) {
    group.call(function, in.to, in.rs, in.rt, in.imm);
}

void call_float(const Instruction &in, UopBuilder &group, FunctionNumber function) {
    group.call(function, in.rd, in.rs, in.rt);
}

} // namespace

bool float_condition_holds(unsigned condition, std::uint32_t fcc) {
    return (taken_on[condition] >> fcc & 1) != 0;
}

void lift(const Instruction &in, std::uint32_t pc, UopBuilder &group) {
    if (in.kind == Kind::likely || in.kind == Kind::system || in.kind == Kind::host ||
        in.kind == Kind::illegal)
        return;
    const std::uint32_t i = in.imm;
    switch (in.op.as<Op>()) {
    case Op::SETHI:
        return in.to == sink ? group.op(UopCode::NOP, sink, 0, 0)
                             : group.op(UopCode::LUI, in.to, 0, 0, i);
    case Op::ADD: return simple(in, group, in.to, UopCode::ADDU, UopCode::ADDIU, i);
    case Op::SUB: return simple(in, group, in.to, UopCode::SUBU, UopCode::ADDIU, 0 - i);
    case Op::AND: return simple(in, group, in.to, UopCode::AND, UopCode::ANDI, i);
    case Op::OR: return simple(in, group, in.to, UopCode::OR, UopCode::ORI, i);
    case Op::XOR: return simple(in, group, in.to, UopCode::XOR, UopCode::XORI, i);
    case Op::ANDN: return simple(in, group, in.to, UopCode::ANDN, UopCode::ANDI, ~i);
    case Op::ORN: return simple(in, group, in.to, UopCode::ORN, UopCode::ORI, ~i);
    case Op::XNOR: return simple(in, group, in.to, UopCode::XNOR, UopCode::XORI, ~i);
    case Op::ADDCC: return simple(in, group, in.to, UopCode::ADD_F, UopCode::ADDI_F, i);
    case Op::SUBCC: return simple(in, group, in.to, UopCode::SUB_F, UopCode::SUBI_F, i);
    case Op::ANDCC: return logic(in, group, UopCode::AND, UopCode::ANDI, i);
    case Op::ORCC: return logic(in, group, UopCode::OR, UopCode::ORI, i);
    case Op::XORCC: return logic(in, group, UopCode::XOR, UopCode::XORI, i);
    case Op::ANDNCC: return logic(in, group, UopCode::ANDN, UopCode::ANDI, ~i);
    case Op::ORNCC: return logic(in, group, UopCode::ORN, UopCode::ORI, ~i);
    case Op::XNORCC: return logic(in, group, UopCode::XNOR, UopCode::XORI, ~i);
    case Op::ADDX:
    case Op::ADDXCC:
    case Op::SUBX:
    case Op::SUBXCC: {
        static constexpr UopCode codes[] = {UopCode::ADDC, UopCode::ADDC_F, UopCode::SUBC,
                                            UopCode::SUBC_F};
        const unsigned n = (in.op == Op::SUBX || in.op == Op::SUBXCC ? 2u : 0u) +
                           (in.op == Op::ADDXCC || in.op == Op::SUBXCC ? 1u : 0u);
        const unsigned right = second(in, group, first);
        return group.op(codes[n], in.to, in.rs, right);
    }
    case Op::SLL:
    case Op::SRL:
    case Op::SRA: {
        const bool left = in.op == Op::SLL, arithmetic = in.op == Op::SRA;
        if (has_immediate(in))
            return group.op(left         ? UopCode::SLL
                            : arithmetic ? UopCode::SRA
                                         : UopCode::SRL,
                            in.to, 0, in.rs, 0, in.sa);
        return group.op(left         ? UopCode::SLLV
                        : arithmetic ? UopCode::SRAV
                                     : UopCode::SRLV,
                        in.to, in.rt, in.rs);
    }
    case Op::RDY: return group.op(UopCode::MFHI, in.to, 0, 0);
    case Op::WRY:
        simple(in, group, first, UopCode::XOR, UopCode::XORI, i);
        return group.op(UopCode::MTHI, sink, first, 0);
    case Op::MULSCC: {
        const unsigned right = second(in, group, first);
        return group.op(UopCode::MULSCC, in.to, in.rs, right);
    }
    case Op::UMUL:
    case Op::SMUL: {
        const unsigned right = second(in, group, first);
        return group.op(in.op == Op::UMUL ? UopCode::UMUL : UopCode::SMUL, in.to, in.rs, right);
    }
    case Op::UMULCC:
    case Op::SMULCC: {
        const unsigned right = second(in, group, first);
        group.op(in.op == Op::UMULCC ? UopCode::UMUL : UopCode::SMUL, first + 1, in.rs, right);
        return group.op(UopCode::MOVE_F, in.to, first + 1, 0);
    }
    case Op::UDIV: return call_function(in, group, call_udiv);
    case Op::SDIV: return call_function(in, group, call_sdiv);
    case Op::UDIVCC: return call_function(in, group, call_udivcc);
    case Op::SDIVCC: return call_function(in, group, call_sdivcc);
    case Op::TADDCC: return call_function(in, group, call_taddcc);
    case Op::TSUBCC: return call_function(in, group, call_tsubcc);
    case Op::TADDCCTV: return call_function(in, group, call_taddcctv);
    case Op::TSUBCCTV: return call_function(in, group, call_tsubcctv);
    case Op::SAVE: return call_function(in, group, call_save);
    case Op::RESTORE: return call_function(in, group, call_restore);
    case Op::RDWIM: return call_function(in, group, call_rdwim);
    case Op::WRWIM: return call_function(in, group, call_wrwim);
    case Op::FLUSH:
    case Op::STBAR: return group.op(UopCode::NOP, sink, 0, 0);

    case Op::LD: return load(in, group, UopCode::LW);
    case Op::LDUB: return load(in, group, UopCode::LBU);
    case Op::LDUH: return load(in, group, UopCode::LHU);
    case Op::LDSB: return load(in, group, UopCode::LB);
    case Op::LDSH: return load(in, group, UopCode::LH);
    case Op::LDD: return load(in, group, UopCode::LPAIR);
    case Op::ST: return store(in, group, UopCode::SW);
    case Op::STB: return store(in, group, UopCode::SB);
    case Op::STH: return store(in, group, UopCode::SH);
    case Op::STD: return store(in, group, UopCode::SPAIR);
    case Op::LDF: return float_access(in, group, UopCode::LWC1);
    case Op::LDDF: return float_access(in, group, UopCode::LPAIR_F);
    case Op::STF: return float_access(in, group, UopCode::SWC1);
    case Op::STDF: return float_access(in, group, UopCode::SPAIR_F);

    case Op::CALL: return group.jump(link_register, pc);
    case Op::JMPL: {
        unsigned base = in.rs;
        if (!has_immediate(in) && in.rt != 0) {
            base = first;
            group.op(UopCode::ADDU, first, in.rs, in.rt);
        }
        group.op(UopCode::TARGET, engine::latched_target, base, 0, i);
        if (in.to == sink) return group.jump_to(engine::latched_target);
        return group.jump_to(engine::latched_target, in.to, pc);
    }

    case Op::FMOVS: return call_float(in, group, call_fmovs);
    case Op::FNEGS: return call_float(in, group, call_fnegs);
    case Op::FABSS: return call_float(in, group, call_fabss);
    case Op::FADDS: return call_float(in, group, call_fadds);
    case Op::FADDD: return call_float(in, group, call_faddd);
    case Op::FSUBS: return call_float(in, group, call_fsubs);
    case Op::FSUBD: return call_float(in, group, call_fsubd);
    case Op::FMULS: return call_float(in, group, call_fmuls);
    case Op::FMULD: return call_float(in, group, call_fmuld);
    case Op::FDIVS: return call_float(in, group, call_fdivs);
    case Op::FDIVD: return call_float(in, group, call_fdivd);
    case Op::FSMULD: return call_float(in, group, call_fsmuld);
    case Op::FSQRTS: return call_float(in, group, call_fsqrts);
    case Op::FSQRTD: return call_float(in, group, call_fsqrtd);
    case Op::FITOS: return call_float(in, group, call_fitos);
    case Op::FITOD: return call_float(in, group, call_fitod);
    case Op::FSTOI: return call_float(in, group, call_fstoi);
    case Op::FDTOI: return call_float(in, group, call_fdtoi);
    case Op::FSTOD: return call_float(in, group, call_fstod);
    case Op::FDTOS: return call_float(in, group, call_fdtos);
    case Op::FCMPS: return call_float(in, group, call_fcmps);
    case Op::FCMPES: return call_float(in, group, call_fcmpes);
    case Op::FCMPD: return call_float(in, group, call_fcmpd);
    case Op::FCMPED: return call_float(in, group, call_fcmped);
    default:
        if (in.direct || in.kind == Kind::plain || in.kind == Kind::branch ||
            in.kind == Kind::likely)
            branch(in, group);
        return; // the stepper executes Kind::system
    }
}

} // namespace inlet::sparc
