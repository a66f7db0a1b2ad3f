#include "analysis/disassembler_sparc.h"
#include "analysis/instruction_class_sets.h"
#include "inlet/isa/sparc.h"

namespace inlet {

namespace {

/// JMPL with %o7 as its link is a call; any other jump through a register may be a return.
InstructionClass jump_class(std::uint32_t word) {
    constexpr unsigned o7 = 15;
    return isa::sparc::field::rd.get(word) == o7 ? InstructionClass::call : InstructionClass::ret;
}

/// CBccc and network instructions.
InstructionClass coprocessor_class(const isa::sparc::Encoding &row) {
    using isa::sparc::Format;
    using isa::sparc::Op;
    switch (row.format) {
    case Format::branch: return InstructionClass::branch;
    case Format::send:
    case Format::read_ni:
    case Format::write_ni: return InstructionClass::network;
    default: return row.op == Op::HRET ? InstructionClass::network : InstructionClass::other;
    }
}

} // namespace

InstructionClass sparc_class(std::uint32_t word) {
    const isa::sparc::Encoding *row = sparc_encoding(word);
    if (row == nullptr) return InstructionClass::other;
    using isa::sparc::CostKey;
    switch (row->cost) {
    case CostKey::load:
    case CostKey::load_double: return InstructionClass::load;
    case CostKey::store:
    case CostKey::store_double:
    case CostKey::atomic: return InstructionClass::store;
    case CostKey::branch:
    case CostKey::fp_branch: return InstructionClass::branch;
    case CostKey::call: return InstructionClass::call;
    case CostKey::jump: return jump_class(word);
    case CostKey::trap:
    case CostKey::unimp: return InstructionClass::trap;
    case CostKey::fp_move:
    case CostKey::fp_add:
    case CostKey::fp_mul_s:
    case CostKey::fp_mul_d:
    case CostKey::fp_div_s:
    case CostKey::fp_div_d:
    case CostKey::fp_sqrt_s:
    case CostKey::fp_sqrt_d:
    case CostKey::fp_compare:
    case CostKey::fp_convert:
    case CostKey::fp_from_integer:
    case CostKey::fp_to_integer:
    case CostKey::fp_quad: return InstructionClass::floating;
    case CostKey::coprocessor: return coprocessor_class(*row);
    default: return InstructionClass::other;
    }
}

} // namespace inlet
