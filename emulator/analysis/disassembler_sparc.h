// Text of SPARC instructions, for Disassembler.
#pragma once

#include "inlet/image.h"
#include "inlet/isa/sparc.h"

#include <cstdint>
#include <string>

namespace inlet {

/// The row of `word` in isa/'s tables, V8 included; nullptr: not an instruction.
const isa::sparc::Encoding *sparc_encoding(std::uint32_t word);

/// The instruction `word` at `pc` in assembler syntax, such as "ld [%sp+64], %o0", with the symbols
/// of `names` as targets. Without `v8`, marks instructions that only V8 has.
std::string sparc_text(const Image &names, std::uint32_t pc, std::uint32_t word, bool v8);

/// The mnemonic, such as "ld", or "(unknown)".
std::string sparc_mnemonic(std::uint32_t word);

} // namespace inlet
