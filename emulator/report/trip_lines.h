// The lines of a round trip's timeline, unsorted.
#pragma once

#include "analysis/event_names.h"
#include "analysis/round_trip.h"
#include "inlet/image.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// A step of a message's life.
struct TripEvent {
    std::uint64_t cycle;
    std::uint32_t node;
    Context context;
    std::string kind; ///< "inject", "arrive", "interrupt", "dispatch", "return", "resume"
    MessageId message;
    std::string text;
};

/// The steps of the request and of the reply, then the interrupts that dispatch them.
std::vector<TripEvent> trip_events(const RoundTrip &trip, const Image &names);

} // namespace inlet
