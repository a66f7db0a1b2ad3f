// The two numbers of an event in files and hashes that have another meaning in each kind.
#pragma once

#include "inlet/message_event.h"

#include <cstdint>

namespace inlet::trace {

struct EventWords {
    /// inject: destination; arrive, dispatch, ret, hardwired, drop: source, or, where it is
    /// drained, destination; dispatch without a message: WithoutMessage; exception: its cause;
    /// poll: Poll; stage: Stage.
    std::uint32_t other = 0;
    /// exit: status; console: bytes; dispatch, exception, hardwired, stage: cycles; poll: of
    /// `found`; drop: Drop.
    std::uint32_t value = 0;
};

EventWords words_of(const MessageEvent &event);
/// Sets `what` and `destination` of an event whose other members are set. False: no event of this
/// kind has these numbers.
bool set_words(MessageEvent &event, EventKind kind, EventWords words);

} // namespace inlet::trace
