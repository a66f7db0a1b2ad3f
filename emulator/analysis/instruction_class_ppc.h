// Classes of PowerPC instructions, for classify().
#pragma once

#include "inlet/instruction_class.h"

#include <cstdint>

namespace inlet {

InstructionClass ppc_class(std::uint32_t word);

} // namespace inlet
