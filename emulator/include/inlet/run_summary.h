// A run in numbers: what `inlet run --json` prints, a trace ends with and `inlet report` starts
// with.
#pragma once

#include "inlet/machine.h"
#include "inlet/trace_hash.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

/// "exited", "fault", "max_cycles", "deadlock", "stalled", "interrupted".
const char *outcome_name(Outcome outcome);

/// "0x0123456789abcdef": all digits, since JSON's numbers have 53 bits.
std::string hash_text(std::uint64_t hash);

struct RunSummary {
    std::string program;
    std::vector<std::string> arguments;
    std::string machine;
    std::vector<std::string> settings; ///< MachineConfig::settings
    std::string outcome;               ///< outcome_name(), or "unknown" (a trace that was cut off)
    std::string message; ///< why it ended, as shown on the screen; empty where every node exited
    std::uint32_t status = 0; ///< first non-zero exit status
    std::uint64_t cycles = 0; ///< largest clock
    std::uint64_t message_hash = 0;
    std::uint64_t jitter = 0;                              ///< seed; 0: none
    std::optional<std::uint64_t> trace_hash;               ///< TraceHash, where one was taken
    std::uint32_t trace_hash_version = TraceHash::version; ///< of the inlet that took it
    std::vector<NodeSummary> nodes; ///< empty where the run did not get to its end

    RunSummary() = default;
    /// What the machine knows; program, arguments, machine and message are the caller's.
    explicit RunSummary(const RunResult &result);

    /// A JSON object as docs/cli.md describes it; bytes that are not UTF-8 are replaced.
    std::string to_json() const;
    /// Throws UserError.
    static RunSummary from_json(const std::string &text);

    /// One line about the run, and the table.
    std::string text() const;
    /// A line for each node, and their sum.
    std::string table() const;
};

} // namespace inlet
