// A round trip for people and for programs.
#pragma once

#include "analysis/round_trip.h"
#include "inlet/image.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace inlet {

/// The instructions and events in the order of time, in 120 columns; what is off the critical path
/// in one line per step, or in full with `all`.
std::string timeline_text(const RoundTrip &trip, const Image &names, bool all);
/// The parts of the elapsed time, which add up to it.
std::string parts_text(const RoundTrip &trip, const Image &names);
nlohmann::json to_json(const RoundTrip &trip, const Image &names);

} // namespace inlet
