// Text of SPARC instructions, for Disassembler.
#pragma once

#include "inlet/image.h"
#include "inlet/isa/sparc.h"

#include <cstdint>
#include <string>

namespace inlet {

/// The row of isa/'s tables that `word` belongs to, V8's too; nullptr: there is none.
const isa::sparc::Encoding *sparc_encoding(std::uint32_t word);

/// "ld [%sp+64], %o0": `word` at `pc`, targets by the names of `names`. What only V8 has says so
/// where the processor is no V8.
std::string sparc_text(const Image &names, std::uint32_t pc, std::uint32_t word, bool v8);

/// "ld"; "(unknown)".
std::string sparc_mnemonic(std::uint32_t word);

} // namespace inlet
