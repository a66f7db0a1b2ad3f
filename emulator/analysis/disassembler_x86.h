// Text of x86 instructions, for Disassembler.
#pragma once

#include "cpu/engine/instruction.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// The instruction that begins with these four bytes; where it is longer, zeros follow. Nothing: it
/// is none.
std::optional<engine::Instruction> x86_decoded(std::uint32_t word);

/// The one that the program has there, whatever it is; nothing: there is no text.
std::optional<engine::Instruction> x86_in_program(const Image &names, std::uint32_t pc);

/// "mov eax, dword ptr [esp + 4]": what the program has at `pc`, where that is text and begins as
/// `word` does, or else `word`; targets by the names of `names`.
std::string x86_text(const Image &names, std::uint32_t pc, std::uint32_t word);
/// Of the bytes that were executed.
std::string x86_text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     const InstructionTail &tail);

/// "mov"; "(unknown)".
std::string x86_mnemonic(std::uint32_t word);

} // namespace inlet
