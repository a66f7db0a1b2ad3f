// Classes of instructions by instruction set, for classify().
#pragma once

#include "inlet/instruction_class.h"

#include <cstdint>

namespace inlet {

InstructionClass ppc_class(std::uint32_t word);
/// Includes V8's instructions.
InstructionClass sparc_class(std::uint32_t word);
/// `word`: the first four bytes.
InstructionClass x86_class(std::uint32_t word);

/// Whether `word` is RETT, the end of a trap handler (The SPARC Architecture Manual, version 8,
/// B.26).
constexpr bool is_sparc_rett(std::uint32_t word) { return (word & 0xC1F80000) == 0x81C80000; }

} // namespace inlet
