// The calls that are open on a SPARC, from its windows and stack.
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

/// Addresses of the call instructions, innermost first, `most` at most. `function`: where the
/// function at pc begins. They end where the program began, or where nothing is known.
std::vector<std::uint32_t> calls(const engine::State &state, const Memory &memory,
                                 const engine::Program &program, std::uint32_t function,
                                 std::size_t most);

} // namespace inlet::sparc
