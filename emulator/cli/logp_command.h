// inlet logp: what messages cost on a machine, by one program that measures it.
#pragma once

#include "job.h"

#include <string>

namespace inlet::cli {

struct LogpArguments {
    JobArguments job;     ///< `program` is not used
    std::string programs; ///< folder of the compiled program; empty: beside inlet
    bool instructions = false;
    bool csv = false;
    bool json = false;
};

/// Returns the exit code. Throws UserError.
int logp(const LogpArguments &arguments);

} // namespace inlet::cli
