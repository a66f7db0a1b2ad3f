// inlet export: a trace in the formats of other tools.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace inlet::cli {

struct ExportArguments {
    std::string trace, elf, output;
    bool folded = false, callgrind = false, perfetto = false, kanata = false;
    std::optional<std::uint32_t> node;
    bool instructions = false;
};

/// Returns the exit code. Throws UserError.
int export_trace(const ExportArguments &arguments);

} // namespace inlet::cli
