// inlet sweep: a program on every combination of some numbers of a machine.
#pragma once

#include "job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::cli {

struct SweepArguments {
    struct Nodes {
        std::string text; ///< as it was given: "16", "4x8"
        std::uint32_t nodes = 0, columns = 0;
    };
    JobArguments job;             ///< of every run; its `set` and `nodes` are not used
    std::vector<std::string> set; ///< "network.hop_latency=1,2,4"
    std::vector<Nodes> nodes;     ///< empty: the machine's default
    std::uint32_t jobs = 0;       ///< runs at a time; 0: as many as the host has cores
    bool no_causes = false;
    bool csv = false;
    bool json = false;
};

/// Returns the exit code. Throws UserError before the first run, or not at all.
int sweep(const SweepArguments &arguments);

} // namespace inlet::cli
