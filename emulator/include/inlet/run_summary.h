// The numbers of a run: printed by `inlet run --json`, stored at the end of a trace, and shown
// first by `inlet report`.
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
    std::string outcome;               ///< outcome_name(), or "unknown" for a truncated trace
    std::string message;      ///< why it ended, as shown on the screen; empty if every node exited
    std::uint32_t status = 0; ///< first non-zero exit status
    std::uint64_t cycles = 0; ///< largest clock
    std::uint64_t message_hash = 0;
    std::uint64_t jitter = 0;                              ///< seed; 0: none
    std::optional<std::uint64_t> trace_hash;               ///< TraceHash, if computed
    std::uint32_t trace_hash_version = TraceHash::version; ///< version of that hash
    std::vector<NodeSummary> nodes;                        ///< empty if the run did not finish
    std::vector<NodeSummary> firmware;                     ///< of second processors, by node
    NamedCounts counts;                                    ///< RunResult::counts, by name

    RunSummary() = default;
    /// Sets the members that the result has; the caller sets program, arguments, machine and
    /// message.
    explicit RunSummary(const RunResult &result);

    /// A JSON object as docs/cli.md describes it; bytes that are not UTF-8 are replaced. `records`:
    /// with a record of each node, otherwise with the least and the largest of their numbers.
    std::string to_json(bool records = true) const;
    /// Reads an object with records. Throws UserError.
    static RunSummary from_json(const std::string &text);

    /// Replaces the numbers of the nodes by those of their second processors.
    void show_firmware();

    /// One line about the run, and the table.
    std::string text() const;
    /// "Packets and counts of software: 12 unicasts, ...", in lines; empty if there are none.
    std::string counts_text() const;
    /// A line for each node, and their sum.
    /// `exited`: the title of the cycles after exit; second processors do not exit.
    std::string table(const char *exited = "after exit") const;
};

} // namespace inlet
