// nCUBE/2 instructions decoded from events and programs, for readers of traces.
#pragma once

#include "cpu/ncube/instruction.h"
#include "inlet/image.h"
#include "inlet/instruction_class.h"
#include "inlet/observer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// Decodes an instruction from its first four bytes and the following ones. The first four alone
/// only determine the operation.
ncube::Instruction ncube_decoded(std::uint32_t word, const InstructionTail &tail = {});
/// The instruction of the program at `pc`. Empty: the program has no text there.
std::optional<ncube::Instruction> ncube_in_program(const Image &names, std::uint32_t pc);
/// The first four bytes of the program's instruction at `pc`, zero-padded.
std::uint32_t ncube_word(const Image &names, std::uint32_t pc, unsigned length);

InstructionClass ncube_class(std::uint32_t word);

} // namespace inlet
