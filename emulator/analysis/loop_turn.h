// Whether a turn of a loop leaves everything as it found it: then the next turn is the same, until
// an event changes what it reads. Such a loop waits.
#pragma once

#include "inlet/wait.h"

#include <cstdint>
#include <span>

namespace inlet {

/// An executed instruction of a turn, which goes from a loop's head to the next time there.
struct TurnStep {
    std::uint32_t pc = 0, word = 0;
    bool refused = false; ///< a SEND that the network did not accept
    bool operator==(const TurnStep &) const = default;
};

/// What a loop with this turn waits for: for room where it sends in vain or tests whether the
/// network has room, for a time where it reads the clock, else for a message. none: a turn
/// computes, counts, sends or asks the host, or it cannot be told.
///
/// The turn is executed on symbols: each register and word of memory has its value from before the
/// turn until it is written. Two addresses that are not the same symbol and number are taken for
/// different places.
Wait waits_for(std::span<const TurnStep> turn);

} // namespace inlet
