// `inlet machines`: lists machines, and their numbers with sources.
#pragma once

#include <string>

namespace inlet::cli {

/// `name`: a preset or a file; empty: lists the presets. Returns the exit code. Throws UserError.
int machines(const std::string &name, bool json);

} // namespace inlet::cli
