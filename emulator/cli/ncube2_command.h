// The commands of an nCUBE/2 (docs/ncube2.md).
#pragma once

#include "report_command.h"
#include "reproduce_command.h"
#include "run_command.h"

namespace inlet::cli {

/// Each returns the exit code, and throws UserError.
int run_ncube2(const RunArguments &arguments);
int report_ncube2(const ReportArguments &arguments);
int reproduce_ncube2(const ReproduceArguments &arguments);

} // namespace inlet::cli
