// A recorded run as one page for a browser: offline, in one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace inlet {

struct ViewOptions {
    std::filesystem::path trace;
    std::filesystem::path program; ///< for source lines; empty: where the trace says that it was
    std::filesystem::path output;
    /// Single instructions are in the page up to this many of all nodes together; what comes later
    /// is there in less detail.
    std::uint64_t most_instructions = 4'000'000;
    std::vector<std::string> only = {}; ///< of the run (TraceFilter); empty: as it was recorded
};

struct Viewed {
    std::uint64_t instructions = 0, messages = 0; ///< that are in the page one by one
    std::uint64_t bytes = 0;
    std::string notes; ///< lines: what is not in the page, and why; or nothing
};

/// Throws UserError: no trace, a file that is a trace and would be lost, one that cannot be
/// written.
Viewed write_view(const ViewOptions &options);

} // namespace inlet
