// `inlet export` and `inlet view`: convert a trace to formats of other tools and to a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct ExportArguments {
    std::string trace, elf, output;
    std::vector<std::string> only; ///< conditions (TraceFilter)
    bool folded = false, callgrind = false, perfetto = false, kanata = false;
    std::optional<std::uint32_t> node;
    bool instructions = false;
};

struct ViewArguments {
    std::string trace, elf, output;
    std::vector<std::string> only;
    std::optional<std::uint64_t> instructions;
};

/// Return the exit code. Throw UserError.
int export_trace(const ExportArguments &arguments);
int view(const ViewArguments &arguments);

} // namespace inlet::cli
