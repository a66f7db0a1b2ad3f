// `inlet report`: prints what a trace has recorded.
#pragma once

#include <cstddef>
#include <inlet/observer.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct ReportArguments {
    std::string trace;
    std::string elf;                   ///< program with the symbols; empty: the trace's symbols
    std::string message;               ///< "SRC:NUM"; empty: the last answered request
    std::vector<std::string> only;     ///< conditions (TraceFilter)
    bool all = false;                  ///< includes code that ran while the message was away
    std::vector<std::string> sections; ///< empty: trip, nodes, cycles
    std::optional<std::size_t> hot;    ///< rows of tables sorted by cost; 0: all
    bool runtime = false;              ///< includes messages and functions of the runtime
    bool json = false, csv = false;
};

/// Returns the exit code. Throws UserError.
int report(const ReportArguments &arguments);

/// Parses the value of --message: "3:17", the 17th message of node 3. Throws UserError.
MessageId parse_message(const std::string &text);

} // namespace inlet::cli
