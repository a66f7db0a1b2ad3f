// `inlet logp`: measures the costs of messages on a machine with one program.
#pragma once

#include "app/job.h"

#include <string>

namespace inlet::measure {

struct LogpArguments {
    app::JobArguments job; ///< `program` is not used
    std::string programs;  ///< folder of the compiled program; empty: beside inlet
    bool instructions = false;
    bool csv = false;
    bool json = false;
};

/// Returns the exit code. Throws UserError.
int logp(const LogpArguments &arguments);

} // namespace inlet::measure
