// A round trip as text and as JSON.
#pragma once

#include "analysis/round_trip.h"
#include "inlet/image.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace inlet {

/// The instructions and events by time, in 120 columns. Code off the critical path takes one line a
/// step, or is complete with `all`.
std::string timeline_text(const RoundTrip &trip, const Image &names, bool all);
/// The five parts of each way (004 Figure 7) where the interfaces report their stages; they add up
/// to the trip. Else empty.
std::string ways_text(const RoundTrip &trip, const Image &names);
/// The parts of the elapsed time. Their sum is the elapsed time.
std::string parts_text(const RoundTrip &trip, const Image &names);
nlohmann::json to_json(const RoundTrip &trip, const Image &names);

} // namespace inlet
