// Classes of x86 instructions, for classify().
#pragma once

#include "inlet/instruction_class.h"

#include <cstdint>

namespace inlet {

/// `word`: the first four bytes.
InstructionClass x86_class(std::uint32_t word);

} // namespace inlet
