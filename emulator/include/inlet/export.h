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
    std::filesystem::path program; ///< for source lines; empty: where the trace says that it was
    std::filesystem::path output;
    ExportFormat format = ExportFormat::folded;
    /// Only this one's; none: all together (kanata: node 0).
    std::optional<std::uint32_t> node;
    bool instructions = false;          ///< perfetto: a slice for each, besides those of functions
    std::vector<std::string> only = {}; ///< of the run (TraceFilter); empty: as it was recorded
};

struct Exported {
    std::uint64_t cycles = 0; ///< of all nodes that are in the file, together
    std::uint64_t bytes = 0;
    std::string notes; ///< lines: what is not in the file, and why; or nothing
};

/// Every cycle of a node is in the file exactly once. Throws UserError: no trace, no such node, a
/// file that is a trace and would be lost, one that cannot be written.
Exported export_trace(const ExportOptions &options);

} // namespace inlet
