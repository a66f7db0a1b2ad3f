#include "analysis/disassembler_ppc.h"
#include "analysis/instruction_class_sets.h"
#include "inlet/isa/ppc.h"

namespace inlet {

namespace {

/// B and BC go to a fixed address, BCLR and BCCTR to one in a register; with LK all are calls.
InstructionClass branch_class(isa::ppc::Op op, std::uint32_t word) {
    if (isa::ppc::field::lk.get(word)) return InstructionClass::call;
    switch (op) {
    case isa::ppc::Op::BCLR:
    case isa::ppc::Op::BCCTR: return InstructionClass::ret;
    case isa::ppc::Op::B: return InstructionClass::jump;
    default: return InstructionClass::branch;
    }
}

/// Stores among the instructions with the cost of LMW.
bool stores(isa::ppc::Op op) {
    using isa::ppc::Op;
    return op == Op::STMW || op == Op::STSWI || op == Op::STSWX || op == Op::STWCX_;
}

} // namespace

InstructionClass ppc_class(std::uint32_t word) {
    const isa::ppc::Encoding *row = ppc_encoding(word);
    if (row == nullptr) return InstructionClass::other;
    using isa::ppc::CostKey;
    using isa::ppc::Format;
    if (row->format == Format::send || row->format == Format::read_ni ||
        row->format == Format::write_ni || row->op == isa::ppc::Op::HRET)
        return InstructionClass::network;
    switch (row->cost) {
    case CostKey::load: return InstructionClass::load;
    case CostKey::store:
    case CostKey::cache_zero: return InstructionClass::store;
    case CostKey::multiple:
    case CostKey::reserve:
        return stores(row->op) ? InstructionClass::store : InstructionClass::load;
    case CostKey::branch: return branch_class(row->op, word);
    case CostKey::trap:
    case CostKey::system_call: return InstructionClass::trap;
    case CostKey::fp_add:
    case CostKey::fp_div_s:
    case CostKey::fp_div_d:
    case CostKey::fp_move:
    case CostKey::fp_convert:
    case CostKey::fp_compare:
    case CostKey::fp_status: return InstructionClass::floating;
    default: return InstructionClass::other;
    }
}

} // namespace inlet
