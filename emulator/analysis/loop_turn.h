// Recognises turns of wait loops. A turn that leaves the state unchanged repeats until an event
// changes the state that it reads.
#pragma once

#include "analysis/turn_code.h"
#include "inlet/observer.h"
#include "inlet/wait.h"

#include <cstdint>
#include <span>

namespace inlet {

/// An executed instruction of a turn. A turn begins at the loop's head and ends before its next
/// execution.
struct TurnStep {
    std::uint32_t pc = 0, word = 0;
    bool refused = false; ///< a SEND that the network did not accept
    bool polls = false;   ///< of a function that polls (WaitFinder)
    InstructionTail tail{};
    bool operator==(const TurnStep &) const = default;
};

/// The object of a loop's wait: room if the turn has a refused SEND or tests the network for room,
/// a time if it reads the clock, else a message. none: the turn computes, counts, sends or calls
/// the host, or the answer is unknown.
///
/// Executes the turn symbolically: each register and word of memory has its initial value until it
/// is written. Addresses with different symbols or offsets are assumed not to alias. A function
/// that polls may count its calls in a word of memory, whose value goes to branches only: a poll
/// that finds nothing does no work.
Wait waits_for(std::span<const TurnStep> turn, TurnDecoder &code);

} // namespace inlet
