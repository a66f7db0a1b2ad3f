// What a processor waits for while its instructions do nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace inlet {

/// Nothing of this changes a cycle: an analysis finds it in the instructions of a run
/// (docs/trace.md, "Waiting").
enum class Wait : std::uint8_t {
    none,
    message, ///< for what a handler, or the code that polls, will do
    room,    ///< for the network to accept a SEND
    barrier, ///< for a message, in a barrier
    clock,   ///< for a time
};
inline constexpr std::size_t wait_kinds = 5; ///< none included

} // namespace inlet
