// inlet reproduce for a paper that is given cell by cell.
#pragma once

#include "reproduce_command.h"

#include <filesystem>

namespace inlet::cli {

/// `file`: the paper's, beside its compiled programs. Returns the exit code. Throws UserError.
int reproduce_cells(const ReproduceArguments &arguments, const std::filesystem::path &file);

} // namespace inlet::cli
