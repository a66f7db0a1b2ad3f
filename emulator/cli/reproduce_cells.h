// `inlet reproduce` for a paper with cells (paper_cells.h).
#pragma once

#include "reproduce_command.h"

#include <filesystem>

namespace inlet::cli {

/// `file`: the paper's file, beside its compiled programs. Returns the exit code. Throws UserError.
int reproduce_cells(const ReproduceArguments &arguments, const std::filesystem::path &file);

} // namespace inlet::cli
