// When the engine compiles what it runs often.
#pragma once

#include <cstddef>
#include <cstdint>

namespace inlet {

struct CompileOptions {
    /// Executions of a loop head or a function before it is compiled. 0, for tests: the engine
    /// compiles every instruction that the interpreter reaches, immediately.
    std::uint32_t threshold = 300;
    /// Cycles. Compiled code is not entered with a smaller budget, because loading and storing its
    /// registers would cost more than it saves.
    std::uint32_t shortest = 64;
    /// Exits of compiled code because a block exceeds the budget, per operation, before it is
    /// compiled again so that it can stop and resume at every instruction. 0, for tests:
    /// immediately.
    std::uint32_t cuts = 16;
    /// Limit of host code for one Program. The engine interprets code that exceeds it.
    std::size_t most_bytes = 16 << 20;
};

} // namespace inlet
