// Text of PowerPC instructions, for Disassembler.
#pragma once

#include "inlet/image.h"
#include "inlet/isa/ppc.h"

#include <cstdint>
#include <string>

namespace inlet {

/// The table row of `word`; nullptr: not an instruction.
const isa::ppc::Encoding *ppc_encoding(std::uint32_t word);

/// The instruction `word` at `pc` in assembler syntax, such as "lwz r3, 8(r1)", with the symbols of
/// `names` as targets.
std::string ppc_text(const Image &names, std::uint32_t pc, std::uint32_t word);

/// The mnemonic, such as "lwz", or "(unknown)".
std::string ppc_mnemonic(std::uint32_t word);

} // namespace inlet
