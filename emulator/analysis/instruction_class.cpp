#include "inlet/instruction_class.h"

#include "analysis/disassembler_ncube.h"
#include "analysis/instruction_class_sets.h"
#include "inlet/disassembler.h"

namespace inlet {

namespace {

InstructionClass by_operation(const isa::Encoding &row) {
    using isa::Mips;
    switch (row.op) {
    case Mips::JAL:
    case Mips::JALR:
    case Mips::BGEZAL:
    case Mips::BLTZAL:
    case Mips::BGEZALL:
    case Mips::BLTZALL: return InstructionClass::call;
    case Mips::JR: return InstructionClass::ret;
    case Mips::J: return InstructionClass::jump;
    default: break;
    }
    switch (row.cost) {
    case isa::CostKey::load:
    case isa::CostKey::fp_load:
    case isa::CostKey::vector_load: return InstructionClass::load;
    case isa::CostKey::store:
    case isa::CostKey::fp_store:
    case isa::CostKey::vector_store: return InstructionClass::store;
    case isa::CostKey::branch:
    case isa::CostKey::fp_branch:
    case isa::CostKey::nibranch: return InstructionClass::branch;
    case isa::CostKey::trap:
    case isa::CostKey::syscall: return InstructionClass::trap;
    case isa::CostKey::fp_move:
    case isa::CostKey::fp_add:
    case isa::CostKey::fp_mul:
    case isa::CostKey::fp_div:
    case isa::CostKey::fp_sqrt:
    case isa::CostKey::fp_convert:
    case isa::CostKey::fp_compare: return InstructionClass::floating;
    case isa::CostKey::send:
    case isa::CostKey::hret:
    case isa::CostKey::ctc2:
    case isa::CostKey::cfc2: return InstructionClass::network;
    default: return InstructionClass::other;
    }
}

} // namespace

InstructionClass classify(std::uint32_t word, Processor processor) {
    if (processor == Processor::sparc) return sparc_class(word);
    if (processor == Processor::ppc) return ppc_class(word);
    if (processor == Processor::x86) return x86_class(word);
    if (processor == Processor::ncube) return ncube_class(word);
    const isa::Encoding *row = find_encoding(word);
    return row == nullptr ? InstructionClass::other : by_operation(*row);
}

bool has_delay_slots(Processor processor) {
    switch (processor) {
    case Processor::mips:
    case Processor::sparc: return true;
    case Processor::ppc:
    case Processor::x86:
    case Processor::ncube: break;
    }
    return false;
}

} // namespace inlet
