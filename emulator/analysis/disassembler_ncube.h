// Text of the nCUBE/2's instructions, for Disassembler.
#pragma once

#include "cpu/ncube/instruction.h"
#include "inlet/image.h"
#include "inlet/instruction_class.h"
#include "inlet/observer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// Of an instruction's bytes: the first four, and those behind. Of the first four alone only the
/// operation is certain.
ncube::Instruction ncube_decoded(std::uint32_t word, const InstructionTail &tail = {});
/// The one that the program has there, whatever it is; nothing: there is no text.
std::optional<ncube::Instruction> ncube_in_program(const Image &names, std::uint32_t pc);
/// Its bytes there: the first four, zeros behind its end.
std::uint32_t ncube_word(const Image &names, std::uint32_t pc, unsigned length);

/// As the assembler reads it back, but targets by the names of `names`: what the program has at
/// `pc`, where that begins as `word` does.
std::string ncube_text(const Image &names, std::uint32_t pc, std::uint32_t word);
/// Of the bytes that were executed.
std::string ncube_text(const Image &names, std::uint32_t pc, std::uint32_t word,
                       const InstructionTail &tail);
/// "addw3"; "(unknown)".
std::string ncube_mnemonic(std::uint32_t word);
InstructionClass ncube_class(std::uint32_t word);
/// What its cycles are besides those of every instruction: ", 4 accesses, prefetch".
std::string ncube_made_of(const InstructionEvent &event);

} // namespace inlet
