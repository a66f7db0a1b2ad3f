// Text of SPARC instructions, for Disassembler.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <string>

namespace inlet {

/// "ld [%sp+64], %o0": `word` at `pc`, targets by the names of `names`. What only V8 has says so
/// where the processor is no V8.
std::string sparc_text(const Image &names, std::uint32_t pc, std::uint32_t word, bool v8);

/// "ld"; "(unknown)".
std::string sparc_mnemonic(std::uint32_t word);

} // namespace inlet
