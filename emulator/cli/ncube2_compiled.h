// The compiled side of 'inlet reproduce ncube2': the same measurements on x86 nodes, by traps and
// by instructions, and the macro-benchmarks of 4.2.6, which the original's processor has no
// compiler for.
#pragma once

#include <filesystem>
#include <inlet/ncube2.h>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace inlet::cli {

/// A number of the paper, the original processor's, and those of compiled code; NaN: there is none.
struct CompiledRow {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::string where, what, unit;
    double paper = none, original = none, traps = none, instructions = none;
};

/// Where examples/reproduce/ncube2_*.elf have been compiled (./dev build ncube2).
bool has_compiled(const std::filesystem::path &folder);

/// Runs them. `full`: the macro-benchmarks with the paper's sizes. Throws UserError.
std::vector<CompiledRow> compiled_rows(const std::filesystem::path &folder,
                                       std::span<const ncube2::Reproduced> original, bool full);

} // namespace inlet::cli
