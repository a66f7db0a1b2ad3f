// The compiled part of `inlet reproduce ncube2`: the same measurements on x86 nodes, with traps and
// with instructions, and the macro-benchmarks of 4.2.6. The original processor has no compiler.
#pragma once

#include "measure/ncube2_paper.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string>

namespace inlet::measure {

/// A number of the paper beside those of the original processor and of compiled code. NaN: none.
struct CompiledRow {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::string where, what, unit;
    double paper = none, original = none, traps = none, instructions = none;
};

/// Whether `folder` has the compiled examples/reproduce/ncube2_*.elf (./dev build ncube2).
bool has_compiled(const std::filesystem::path &folder);

using TakeRow = std::function<void(const CompiledRow &)>;

/// Runs the programs on all cores of the host, and gives each row to `take` when it is measured, in
/// the order of the paper. `full`: uses the paper's sizes for the macro-benchmarks. Throws
/// UserError.
void compiled_rows(const std::filesystem::path &folder,
                   std::span<const ncube2::Reproduced> original, bool full, const TakeRow &take);

} // namespace inlet::measure
