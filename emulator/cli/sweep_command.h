// `inlet sweep`: runs a program on every combination of given numbers of a machine.
#pragma once

#include "app/job.h"
#include "results.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::cli {

struct SweepArguments {
    struct Nodes {
        std::string text; ///< as given: "16", "4x8"
        std::uint32_t nodes = 0, columns = 0;
    };
    app::JobArguments job;        ///< for every run; `set` and `nodes` are not used
    std::vector<std::string> set; ///< "network.hop_latency=1,2,4"
    std::vector<Nodes> nodes;     ///< empty: the machine's default
    std::uint32_t jobs = 0;       ///< concurrent runs; 0: one for each core of the host
    ResultArguments results;
    bool no_causes = false;
    bool csv = false;
    bool json = false;
};

/// Returns the exit code. Throws UserError, but only before the first run.
int sweep(const SweepArguments &arguments);

} // namespace inlet::cli
