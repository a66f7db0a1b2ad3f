// inlet export and inlet view: a trace in the formats of other tools, and as a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct ExportArguments {
    std::string trace, elf, output;
    std::vector<std::string> only; ///< of the run (TraceFilter)
    bool folded = false, callgrind = false, perfetto = false, kanata = false;
    std::optional<std::uint32_t> node;
    bool instructions = false;
};

struct ViewArguments {
    std::string trace, elf, output;
    std::vector<std::string> only;
    std::optional<std::uint64_t> instructions;
};

/// Both return the exit code. They throw UserError.
int export_trace(const ExportArguments &arguments);
int view(const ViewArguments &arguments);

} // namespace inlet::cli
