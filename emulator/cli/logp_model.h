// What follows from the measurements of `inlet logp`: the parameters of LogP, and N-half.
#pragma once

#include "logp_results.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

/// LogP (Culler et al. 1993) for one kind of message, in cycles. Absent: the machine has too few
/// nodes for it.
struct LogpModel {
    const char *kind;     ///< for --csv and --json
    const char *title;    ///< for the table
    std::uint32_t words;  ///< that the sender gives
    double send, receive; ///< overheads
    /// From the arrival of a message, or from the beginning of the poll that finds it, to the first
    /// instruction of its handler, by the trace.
    std::optional<double> dispatch;
    double round_trip;
    /// round_trip / 2 - send - receive (Culler et al. 1996): what a handler does after it has
    /// answered is not on the way, so this can be less than the latency, and less than 0.
    double latency_from_round_trip;
    double latency;                ///< to a neighbour: SEND accepted to delivered, by the trace
    std::optional<double> per_hop; ///< what each further hop adds, by the trace
    std::optional<double> latency_mean, latency_far; ///< over the mean distance, the diameter
    double gap; ///< between messages of a long stream to one node
    std::uint32_t nodes;
};

/// Of C handlers and of short ones.
std::vector<LogpModel> logp_models(const LogpResults &results);

/// Cycles for each message of a stream when it is long: beginning and end are taken out.
std::optional<double> steady(const LogpResults &results, const std::string &what);

/// Bytes per cycle over sizes (SP-2 AM, section 4: r-infinity and N-half).
struct Curve {
    const char *what;
    double asymptotic = 0; ///< at the largest size
    double half = 0;       ///< bytes at which half of that is reached
    bool at_once = false;  ///< the smallest size is above half already
};
Curve bandwidth(const LogpResults &results, const char *what);
/// Bytes per cycle.
double rate(const Measurement &m);

} // namespace inlet::cli
