// One program on several machines: the results, and the tables of `inlet compare`.
#pragma once

#include "app/job.h"
#include "behaviour.h"

#include <cstdint>
#include <inlet/cost_totals.h>
#include <inlet/run_summary.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace inlet::cli {

/// The program on one machine. Cycles are sums over all nodes unless stated otherwise.
struct MachineRun {
    std::string machine; ///< as given
    std::uint32_t clock_hz = 0;
    std::string error; ///< why it did not run; empty: it ran
    bool done = false; ///< false: interrupted before its end
    RunSummary summary;
    CostTotals own, send, send_in_handlers, handlers;           ///< ProgramCosts
    std::uint64_t idle = 0;                                     ///< after exit, without a message
    std::uint64_t arrived = 0, in_network = 0;                  ///< ProgramCosts
    std::vector<std::pair<std::uint32_t, std::string>> console; ///< node, line
    Behaviour behaviour;
    std::string command;             ///< repeats the run, if the program is kept
    std::optional<Difference> other; ///< how its behaviour differs from that of the first run

    bool ran() const { return done && error.empty(); }
    bool exited() const { return ran() && summary.outcome == outcome_name(Outcome::exited); }
    bool good() const { return exited() && summary.status == 0; }
    /// "0", "7", "fault", "deadlock", ..., "error", "not run".
    std::string status() const;

    std::uint64_t messages() const;
    std::uint64_t clocks() const; ///< sum of the nodes' clocks: of all parts
    std::uint64_t waiting() const;
    std::uint64_t waiting(Wait kind) const;
};

/// What the results are of.
struct ComparisonTitle {
    std::string program;
    std::uint32_t nodes = 0;
};

std::string comparison_text(const ComparisonTitle &title, const std::vector<MachineRun> &runs);
std::string comparison_csv(const std::vector<MachineRun> &runs);
std::string comparison_json(const ComparisonTitle &title, const std::vector<MachineRun> &runs);

} // namespace inlet::cli
