// inlet run: a program on a machine, from the first cycle to the last.
#pragma once

#include "job.h"

#include <cstdint>
#include <string>

namespace inlet::cli {

struct RunArguments {
    JobArguments job;
    std::uint64_t jitter = 0; ///< seed; 0: none
    std::string trace;        ///< file; empty: none
    bool trace_hash = false;
    bool warn_hazards = false;
    std::uint64_t check_am = 0; ///< cycles that a handler may take; 0: no check
    bool json = false;
    bool summary = false;
    bool tsip = false;
};

/// Returns the exit code. Throws UserError.
int run(const RunArguments &arguments);

} // namespace inlet::cli
