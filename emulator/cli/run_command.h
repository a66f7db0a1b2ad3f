// `inlet run`: runs a program on a machine.
#pragma once

#include "app/job.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct RunArguments {
    app::JobArguments job;
    std::uint32_t threads = 0;            ///< of the host; 0: one for each of its cores
    bool ranks = false;                   ///< started by mpirun, on each rank
    ThreadOptions hand_over;              ///< `count` is not used
    std::uint32_t parts = 0, shuffle = 0; ///< ThreadOptions
    std::uint64_t jitter = 0;             ///< seed; 0: none
    std::string trace;                    ///< file; empty: none
    std::vector<std::string> only;        ///< conditions on the trace (TraceFilter)
    std::uint64_t trace_ring = 0;         ///< cycles to keep; 0: all
    bool trace_hash = false;
    std::uint64_t checkpoint_every = 0; ///< cycles; 0: no snapshots
    std::string checkpoint_directory = ".";
    std::string resume;               ///< a snapshot; empty: from the start
    std::optional<std::uint16_t> gdb; ///< port; 0: any free port
    bool start_gdb = false;           ///< `inlet gdb`: starts gdb and connects it
    bool progress = false, quiet = false;
    bool warn_hazards = false;
    bool check_dma = false; ///< nCUBE/2: reports accesses to buffers of active channels
    bool check_lfc = false; ///< Myrinet: checks LFC's control programs
    /// Maximum cycles of a handler, or "machine" (KindFacts::handler_cycles); empty: no check.
    std::string check_am;
    std::string json; ///< "": no document; "some", "nodes": with a record of each node
    bool summary = false;
    bool tsip = false;
};

/// Nodes of which a JSON document has a record each, unless more are asked for.
inline constexpr std::size_t most_records = 4096;

/// Returns the exit code. Throws UserError.
int run(const RunArguments &arguments);

} // namespace inlet::cli
