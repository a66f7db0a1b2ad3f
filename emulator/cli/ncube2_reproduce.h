// `inlet reproduce ncube2` (docs/ncube2.md).
#pragma once

#include "reproduce_command.h"

namespace inlet::cli {

/// Returns the exit code. Throws UserError.
int reproduce_ncube2(const ReproduceArguments &arguments);

} // namespace inlet::cli
