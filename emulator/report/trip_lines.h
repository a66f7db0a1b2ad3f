// The lines of a round trip's timeline, before they are in the order of time.
#pragma once

#include "inlet/disassembler.h"
#include "inlet/image.h"
#include "analysis/round_trip.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// "main", "low", "high".
const char *context_name(Context context);
/// "issue 1, network 4".
std::string cost_text(const Cost &cost);
/// "7:212"
std::string message_name(MessageId id);
/// The handler that a message names: an AM handler's entry lies 8 bytes before its function
/// (docs/t1-abi.md).
std::string handler_name(std::uint32_t address, const Image &names);

/// A step of a message's life, at the place in time where it happened.
struct TripEvent {
    std::uint64_t cycle;
    std::uint32_t node;
    Context context;
    std::string kind; ///< "inject", "arrive", "dispatch", "return"
    MessageId message;
    std::string text;
};

/// In the order of the messages' lives, the request's first.
std::vector<TripEvent> trip_events(const RoundTrip &trip, const Image &names);

} // namespace inlet
