// Analyses of recorded runs, one command each (docs/cli.md): costs of instructions beside their
// source, the life of one message, the difference of two runs, and the causes of cycles.
#pragma once

#include "inlet/config.h"
#include "inlet/observer.h"
#include "inlet/table.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

/// The result of an analysis: text, and the tables behind it.
struct Inspection {
    std::string text;
    std::vector<Table> tables;
};

struct AnnotateOptions {
    std::filesystem::path trace;
    std::filesystem::path program;      ///< path of the program; empty: the path in the trace
    std::string symbol;                 ///< a function; empty: the most costly ones
    std::size_t most = 1;               ///< without a symbol: number of functions; 0: all
    std::vector<std::string> only = {}; ///< of the run (TraceFilter); empty: as recorded
    bool runtime = false;               ///< without a symbol: include functions of the runtime
                                        ///< (Image::is_runtime)
    /// Where sources of the runtime's assembled code are, which programs name without a folder;
    /// empty: nowhere.
    std::filesystem::path runtime_sources = {};
};
/// Cycles of instructions and source lines, by context. Throws UserError if there is no trace or no
/// such function, or if the program has changed.
Inspection annotate(const AnnotateOptions &options);

struct PathOptions {
    std::filesystem::path trace;
    std::filesystem::path program;      ///< as above
    std::optional<MessageId> message;   ///< empty: the message with the longest life
    std::size_t most = 1000;            ///< listed instructions of the handler; 0: all
    std::vector<std::string> only = {}; ///< of the run (TraceFilter); empty: as recorded
};
/// The life of a message: refused SENDs before it, injection, arrival, its wait, its handler
/// instruction by instruction, and the messages that the handler sent. Throws UserError.
Inspection message_path(const PathOptions &options);

struct DiffOptions {
    std::filesystem::path before, after; ///< traces
    std::string section;   ///< "totals", "causes", "functions", "handlers", "settings"; empty: all
    std::size_t most = 20; ///< rows of functions and handlers; 0: all
    std::vector<std::string> only = {}; ///< of the runs (TraceFilter); empty: as recorded
};
/// Differences in cost of the second run from the first. Throws UserError.
Inspection difference(const DiffOptions &options);

/// Explains a cause of cycles and the machine's numbers behind it, with their sources. An empty
/// `cause` lists all causes. Throws UserError if there is no such cause.
Inspection explain(const std::string &cause, const MachineConfig &machine);

} // namespace inlet
