#include "analysis/disassembler_x86.h"
#include "analysis/instruction_class_sets.h"
#include "cpu/x86/instruction_set.h"

namespace inlet {

InstructionClass x86_class(std::uint32_t word) {
    using isa::x86::CostKey;
    using isa::x86::Op;
    const auto in = x86_decoded(word);
    if (!in) return InstructionClass::other;
    const isa::x86::Encoding &row = x86::row_of(*in);
    switch (row.op) {
    case Op::CALL: return InstructionClass::call;
    case Op::RET: return InstructionClass::ret;
    case Op::JMP: return InstructionClass::jump;
    default: break;
    }
    switch (row.cost) {
    case CostKey::trap: return InstructionClass::trap;
    case CostKey::port:
    case CostKey::xnet: return InstructionClass::network;
    case CostKey::fp_move:
    case CostKey::fp_add:
    case CostKey::fp_multiply:
    case CostKey::fp_divide:
    case CostKey::fp_sqrt: return InstructionClass::floating;
    default: break;
    }
    switch (in->kind) {
    case engine::Kind::branch: return InstructionClass::branch;
    case engine::Kind::load: return InstructionClass::load;
    case engine::Kind::store: return InstructionClass::store;
    default: return InstructionClass::other;
    }
}

} // namespace inlet
