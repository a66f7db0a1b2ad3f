// inlet run: a program on a machine, from the first cycle to the last.
#pragma once

#include "job.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct RunArguments {
    JobArguments job;
    std::uint64_t jitter = 0;      ///< seed; 0: none
    std::string trace;             ///< file; empty: none
    std::vector<std::string> only; ///< what of the run the trace shows
    std::uint64_t trace_ring = 0;  ///< cycles; 0: the trace has all
    bool trace_hash = false;
    std::uint64_t checkpoint_every = 0; ///< cycles; 0: no snapshots
    std::string checkpoint_directory = ".";
    std::string resume;               ///< a snapshot; empty: from the start
    std::optional<std::uint16_t> gdb; ///< port; 0: any that is free
    bool start_gdb = false;           ///< `inlet gdb`: also starts gdb, and connects it
    bool progress = false, quiet = false;
    bool warn_hazards = false;
    bool check_dma = false;     ///< nCUBE/2: buffers that a channel has must not be touched
    std::uint64_t check_am = 0; ///< cycles that a handler may take; 0: no check
    bool json = false;
    bool summary = false;
    bool tsip = false;
};

/// Returns the exit code. Throws UserError.
int run(const RunArguments &arguments);

} // namespace inlet::cli
