// Another process, and what it cost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::bench {

struct Child {
    int status = -1;              ///< as a shell sees it; -1: not started, or ended by a signal
    double seconds = 0;           ///< of CPU time
    std::uint64_t peak_bytes = 0; ///< most memory it had at a time
};

/// Runs a program, without its output, to its end.
Child run_child(std::vector<std::string> words);

} // namespace inlet::bench
