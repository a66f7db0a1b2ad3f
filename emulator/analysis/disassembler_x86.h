// Text of x86 instructions, for Disassembler.
#pragma once

#include "cpu/engine/instruction.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// Decodes an instruction from its first four bytes; bytes beyond them are taken as zeros. Empty:
/// not an instruction.
std::optional<engine::Instruction> x86_decoded(std::uint32_t word);

/// The instruction of the program at `pc`. Empty: the program has no text there.
std::optional<engine::Instruction> x86_in_program(const Image &names, std::uint32_t pc);

/// The instruction at `pc` in assembler syntax, such as "mov eax, dword ptr [esp + 4]", with the
/// symbols of `names` as targets. Uses the rest of the program's instruction if it begins with
/// `word`.
std::string x86_text(const Image &names, std::uint32_t pc, std::uint32_t word);
/// The same for the bytes that were executed.
std::string x86_text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     const InstructionTail &tail);

/// The mnemonic, such as "mov", or "(unknown)".
std::string x86_mnemonic(std::uint32_t word);

} // namespace inlet
