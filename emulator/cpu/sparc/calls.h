// Unwinds the calls of a SPARC from its windows and stack.
#pragma once

#include "cpu/engine/program.h"
#include "cpu/engine/state.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inlet {
class Memory;
}

namespace inlet::sparc {

/// Addresses of the call instructions, innermost first, at most `most`. `function`: the first
/// address of the function at pc. The list ends at the start of the program or at an unknown frame.
std::vector<std::uint32_t> calls(const engine::State &state, const Memory &memory,
                                 const engine::Program &program, std::uint32_t function,
                                 std::size_t most);

} // namespace inlet::sparc
