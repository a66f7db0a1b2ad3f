// Computes the parameters of LogP, and N-half, from the measurements of `inlet logp`.
#pragma once

#include "measure/logp_results.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::measure {

/// LogP (Culler et al. 1993) for one kind of message, in cycles. Empty members need more nodes.
struct LogpModel {
    const char *kind;     ///< for --csv and --json
    const char *title;    ///< for the table
    std::uint32_t words;  ///< arguments of the sender
    double send, receive; ///< overheads
    /// From the message's arrival, or from the start of the poll that finds it, to the first
    /// instruction of its handler. From the trace.
    std::optional<double> dispatch;
    double round_trip;
    /// round_trip / 2 - send - receive (Culler et al. 1996). The part of a handler after its reply
    /// is not on the path, so this may be less than the latency, and negative.
    double latency_from_round_trip;
    double latency; ///< to a neighbour: from accepted SEND to delivery, from the trace
    std::optional<double> per_hop;                   ///< for each further hop, from the trace
    std::optional<double> latency_mean, latency_far; ///< at mean distance, at the diameter
    double gap; ///< interval of messages in a long stream to one node
    std::uint32_t nodes;
};

/// The models for C handlers and for short handlers.
std::vector<LogpModel> logp_models(const LogpResults &results);

/// Cycles a message in the steady state of a stream, without start and end effects.
std::optional<double> steady(const LogpResults &results, const std::string &what);

/// Bytes per cycle over sizes (SP-2 AM, section 4: r-infinity and N-half).
struct Curve {
    const char *what;
    double asymptotic = 0; ///< at the largest size
    double half = 0;       ///< bytes at which half of the asymptotic rate is reached
    bool at_once = false;  ///< the smallest size already exceeds half
};
Curve bandwidth(const LogpResults &results, const char *what);
/// The rate in bytes per cycle.
double rate(const Measurement &m);

} // namespace inlet::measure
