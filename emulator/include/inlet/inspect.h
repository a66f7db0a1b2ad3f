// Questions to recorded runs, each a command of its own (docs/cli.md): what each instruction cost
// beside its source, the life of one message, two runs side by side, what a cause of cycles is.
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

/// An answer: for people, and the tables it is made from.
struct Inspection {
    std::string text;
    std::vector<Table> tables;
};

struct AnnotateOptions {
    std::filesystem::path trace;
    std::filesystem::path program;      ///< where the program is now; empty: where the trace says
    std::string symbol;                 ///< a function; empty: the costliest
    std::size_t most = 1;               ///< without a symbol: this many of the costliest; 0: all
    std::vector<std::string> only = {}; ///< of the run (TraceFilter); empty: as recorded
    bool runtime = false; ///< without a symbol: functions of the runtime, too (Image::is_runtime)
};
/// Cycles beside instructions and source lines, for each context. Throws UserError: no trace,
/// another program, no such function.
Inspection annotate(const AnnotateOptions &options);

struct PathOptions {
    std::filesystem::path trace;
    std::filesystem::path program;      ///< as above
    std::optional<MessageId> message;   ///< none: the one with the longest life
    std::size_t most = 1000;            ///< instructions of the handler that are listed; 0: all
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
/// What the second run spent more and less than the first. Throws UserError.
Inspection difference(const DiffOptions &options);

/// What a cause of cycles is, and the machine's numbers that make it, with their sources. Empty:
/// the list. Throws UserError: no such cause.
Inspection explain(const std::string &cause, const MachineConfig &machine);

} // namespace inlet
