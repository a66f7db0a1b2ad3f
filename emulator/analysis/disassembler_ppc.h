// Text of PowerPC instructions, for Disassembler.
#pragma once

#include "inlet/image.h"
#include "inlet/isa/ppc.h"

#include <cstdint>
#include <string>

namespace inlet {

/// nullptr: no instruction.
const isa::ppc::Encoding *ppc_encoding(std::uint32_t word);

/// "lwz r3, 8(r1)": `word` at `pc`, targets by the names of `names`.
std::string ppc_text(const Image &names, std::uint32_t pc, std::uint32_t word);

/// "lwz"; "(unknown)".
std::string ppc_mnemonic(std::uint32_t word);

} // namespace inlet
