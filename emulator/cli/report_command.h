// inlet report: what a trace tells about a run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct ReportArguments {
    std::string trace;
    std::string elf;                   ///< names from here instead of from the trace
    std::string message;               ///< "SRC:NUM"; empty: chosen
    std::vector<std::string> only;     ///< of the run (TraceFilter)
    bool all = false;                  ///< also what ran while the message was away
    std::vector<std::string> sections; ///< empty: trip, nodes, cycles
    std::optional<std::size_t> hot;    ///< rows of tables sorted by cost; 0: all
    bool runtime = false;              ///< its messages and functions, too
    bool json = false, csv = false;
};

/// Returns the exit code. Throws UserError.
int report(const ReportArguments &arguments);

} // namespace inlet::cli
