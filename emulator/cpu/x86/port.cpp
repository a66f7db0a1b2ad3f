#include "cpu/x86/port.h"

#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "cpu/x86/system.h"

namespace inlet::x86 {

namespace {

constexpr std::uint32_t outrdy = 6, inrdy = 7; // processor registers (ncube2.md)

bool has_result(Op op) {
    return op == Op::STPR || op == Op::STOR || op == Op::STIR || op == Op::CFC;
}

/// With a vector, or to many nodes.
PortInstruction send(const State &s, const Instruction &in, Port port) {
    const NetworkNeeds has = needs(in.op.as<Op>());
    PortInstruction all{port, s.r[eax], 0, has.multicasts};
    if (has.vectors) all.vector = in.imm;
    return all;
}

} // namespace

std::uint32_t operand_address(const State &s, const Instruction &in) {
    std::uint32_t at = in.displacement;
    if (in.rs != packed::no_register) at += s.r[general(in.rs)];
    if (in.rt != packed::no_register) at += s.r[general(in.rt)] << in.sa;
    return at;
}

std::optional<PortInstruction> port_instruction(State &s, Memory &m, const Instruction &in) {
    const Op op = in.op.as<Op>();
    if (row_of(in).cost == CostKey::port && s.r[cpl_register] != 0) {
        s.fault = Fault{FaultKind::privileged, 0, s.now, s.pc, in.word};
        return {};
    }
    std::uint32_t operand = 0;
    const bool reads = op == Op::LPTR || op == Op::LCNT || op == Op::LDPR || op == Op::CTC;
    if (reads && is_memory(in)) {
        const std::uint32_t at = operand_address(s, in);
        if (check(s, m, at, 4, false) != Stop::budget) return {};
        operand = load(m, at, 4);
    } else if (reads) {
        operand = s.r[general(in.rs)];
    }
    switch (op) {
    case Op::LPTR: return PortInstruction{Port::lptr, operand, s.r[edx]};
    case Op::LCNT: return PortInstruction{Port::lcnt, operand, s.r[ecx]};
    case Op::LDPR: return PortInstruction{Port::ldpr, s.r[eax], operand};
    case Op::STPR: return PortInstruction{Port::stpr, s.r[eax], 0};
    case Op::STOR: return PortInstruction{Port::stpr, outrdy, 0};
    case Op::STIR: return PortInstruction{Port::stpr, inrdy, 0};
    case Op::CFC: return PortInstruction{Port::cfc, s.r[eax], 0};
    case Op::CTC: return PortInstruction{Port::ctc, s.r[eax], operand};
    case Op::SEND:
    case Op::SEND1: return PortInstruction{Port::send, s.r[eax], 0};
    case Op::SENDH:
    case Op::SENDH1: return PortInstruction{Port::sendh, s.r[eax], 0};
    case Op::SENDV:
    case Op::MCST:
    case Op::MCSTV: return send(s, in, Port::send);
    case Op::SENDHV:
    case Op::MCSTH:
    case Op::MCSTHV: return send(s, in, Port::sendh);
    case Op::LWV: return PortInstruction{Port::lwv, in.imm, 0};
    case Op::SWV: return PortInstruction{Port::swv, in.imm, 0};
    default: return PortInstruction{Port::hret, 0, 0};
    }
}

bool own_register(State &s, const PortInstruction &port, std::uint32_t &result) {
    std::uint32_t *place = nullptr;
    switch (port.number) {
    case number_ksp: place = &s.r[ksp_register]; break;
    case number_vbase: place = &s.r[vbase_register]; break;
    case number_ulow: place = &s.r[ulow_register]; break;
    case number_uhigh: place = &s.r[uhigh_register]; break;
    default: return false;
    }
    if (port.port == Port::ldpr)
        *place = port.value;
    else if (port.port == Port::stpr)
        result = *place;
    else
        return false;
    return true;
}

bool finish(State &s, Memory &m, engine::CodeMap &code, const Instruction &in,
            std::uint32_t result) {
    const bool gives = has_result(in.op.as<Op>());
    if (gives && is_memory(in)) {
        const std::uint32_t at = operand_address(s, in);
        for (const std::uint32_t byte : {at, at + 3}) // drops decoded code
            if (m.watched(byte)) {
                m.watch(byte, false);
                code.changed(byte);
            }
        if (check(s, m, at, 4, true) != Stop::budget) return false;
        store(m, at, result, 4);
    } else if (gives) {
        s.r[general(in.rs)] = result;
    }
    s.now += in.cost;
    ++s.instructions;
    s.jump(s.pc + in.length);
    return true;
}

bool takes_interrupts(const State &s) { return s.r[system_flags] & eflags::interrupts; }

bool enter_interrupt(State &s, Memory &m, const Instruction *at_pc, unsigned vector,
                     std::uint32_t cycles) {
    if (s.r[vbase_register] == 0) return false;
    // Ends HLT.
    const std::uint32_t back = s.r[halted_register] && at_pc ? s.pc + at_pc->length : s.pc;
    if (enter(s, m, vector, back, {}) != Stop::budget) return false;
    s.now += cycles;
    return true;
}

} // namespace inlet::x86
