// inlet report: what a trace tells about a run.
#pragma once

#include <string>

namespace inlet::cli {

struct ReportArguments {
    std::string trace;
    std::string elf;     ///< names from here instead of from the trace
    std::string message; ///< "SRC:NUM"; empty: chosen
    bool all = false;    ///< also what ran while the message was away
    bool json = false;
};

/// Returns the exit code. Throws UserError.
int report(const ReportArguments &arguments);

} // namespace inlet::cli
