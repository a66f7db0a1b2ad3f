// `inlet hunt` (schedule fuzzing): runs a program with many orders of arrival.
#pragma once

#include "app/job.h"
#include "results.h"

#include <cstdint>
#include <string>

namespace inlet::cli {

struct HuntArguments {
    app::JobArguments job;
    std::uint32_t first_seed = 1, seeds = 100;
    std::uint32_t jobs = 0; ///< concurrent runs; 0: one for each core of the host
    ResultArguments results;
    std::string ignore; ///< regular expression of output to ignore; empty: none
    bool ignore_output = false;
    bool json = false;
};

/// Returns the exit code. Throws UserError.
int hunt(const HuntArguments &arguments);

} // namespace inlet::cli
