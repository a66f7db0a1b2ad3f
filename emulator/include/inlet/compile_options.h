// When the engine compiles what it runs often.
#pragma once

#include <cstddef>
#include <cstdint>

namespace inlet {

struct CompileOptions {
    /// Times that a loop's head or a function is reached before it is compiled. 0, for tests: every
    /// instruction where the interpreter arrives, at once.
    std::uint32_t threshold = 300;
    /// Cycles. With less left, compiled code is not entered: its registers would be loaded and
    /// stored for nothing.
    std::uint32_t shortest = 64;
    /// How often, per operation of it, compiled code is left because a block does not fit into the
    /// budget, before it is compiled again so that it can stop and go on at every instruction. 0,
    /// for tests: at once.
    std::uint32_t cuts = 16;
    /// Of host code for one Program. What comes after that is interpreted.
    std::size_t most_bytes = 16 << 20;
};

} // namespace inlet
