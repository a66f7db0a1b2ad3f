// inlet machines: which machines there are, and where each of their numbers comes from.
#pragma once

#include <string>

namespace inlet::cli {

/// `name` empty: the list; else a preset or a file. Returns the exit code. Throws UserError.
int machines(const std::string &name, bool json);

} // namespace inlet::cli
