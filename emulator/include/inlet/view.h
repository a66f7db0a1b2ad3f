// Writes a recorded run as one self-contained HTML page.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace inlet {

struct ViewOptions {
    std::filesystem::path trace;
    std::filesystem::path program; ///< for source lines; empty: the path in the trace
    std::filesystem::path output;
    /// The page shows single instructions up to this many of all nodes together, and the rest of
    /// the run in less detail.
    std::uint64_t most_instructions = 4'000'000;
    std::vector<std::string> only = {}; ///< conditions (TraceFilter); empty: the whole recording
};

struct Viewed {
    std::uint64_t instructions = 0, messages = 0; ///< shown one by one
    std::uint64_t bytes = 0;
    std::string notes; ///< lines that say what the page leaves out, and why; may be empty
};

/// Throws UserError if there is no trace, if the output would overwrite a trace, or if it cannot be
/// written.
Viewed write_view(const ViewOptions &options);

} // namespace inlet
