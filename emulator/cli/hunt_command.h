// `inlet hunt` (schedule fuzzing): runs a program with many orders of arrival.
#pragma once

#include "app/job.h"

#include <cstdint>
#include <string>

namespace inlet::cli {

struct HuntArguments {
    app::JobArguments job;
    std::uint32_t seeds = 100;
    std::string ignore; ///< regular expression of output to ignore; empty: none
    bool ignore_output = false;
    bool json = false;
};

/// Returns the exit code. Throws UserError.
int hunt(const HuntArguments &arguments);

} // namespace inlet::cli
