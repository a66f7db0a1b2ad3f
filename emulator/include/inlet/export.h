// A recorded run in the formats of other tools.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

enum class ExportFormat : std::uint8_t {
    folded,    ///< stacks and cycles, a line each: flame graphs
    callgrind, ///< for callgrind_annotate and KCachegrind
    perfetto,  ///< for ui.perfetto.dev and trace_processor: a time line
    kanata,    ///< for Konata: one node's instructions, stage by stage
};

struct ExportOptions {
    std::filesystem::path trace;
    std::filesystem::path program; ///< for source lines; empty: the path in the trace
    std::filesystem::path output;
    ExportFormat format = ExportFormat::folded;
    /// Exports only this node; empty: all nodes (kanata: node 0).
    std::optional<std::uint32_t> node;
    bool instructions = false;          ///< perfetto: adds a slice for each instruction to those of
                                        ///< functions
    std::vector<std::string> only = {}; ///< conditions (TraceFilter); empty: the whole recording
};

struct Exported {
    std::uint64_t cycles = 0; ///< sum over all nodes in the file
    std::uint64_t bytes = 0;
    std::string notes; ///< lines that say what the file leaves out, and why; may be empty
};

/// Writes every cycle of a node exactly once. Throws UserError if there is no trace or no such
/// node, if the output would overwrite a trace, or if it cannot be written.
Exported export_trace(const ExportOptions &options);

} // namespace inlet
