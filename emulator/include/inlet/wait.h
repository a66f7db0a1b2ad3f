// What a processor waits for while it only waits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace inlet {

/// An analysis derives it from the instructions of a run (docs/trace.md, "Waiting"); it changes no
/// cycle.
enum class Wait : std::uint8_t {
    none,
    message, ///< for an action of a handler or of code that polls
    room,    ///< for the network to accept a SEND
    barrier, ///< in a barrier
    clock,   ///< for a point in time
};
inline constexpr std::size_t wait_kinds = 5; ///< including none

} // namespace inlet
