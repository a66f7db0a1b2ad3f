// Runs another process and measures its costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::bench {

struct Child {
    int status = -1;              ///< exit status; -1: not started, or ended by a signal
    double seconds = 0;           ///< of CPU time
    std::uint64_t peak_bytes = 0; ///< peak memory
};

/// Runs a program to its end and discards its output.
Child run_child(std::vector<std::string> words);

} // namespace inlet::bench
