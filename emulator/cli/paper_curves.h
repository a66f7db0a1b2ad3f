// Curves that a paper's program prints, point by point, and what a cell takes from one
// (docs/reproduce.md).
#pragma once

#include "paper_cells.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace inlet::cli {

/// A line "curve NAME X CYCLES BYTES" of node 0.
struct CurvePoint {
    std::uint64_t x = 0, cycles = 0;
    std::uint64_t bytes = 0; ///< that were moved in these cycles; 0: nothing is
};

/// By the curve's id, in the order in which they were printed.
using Curves = std::map<std::string, std::vector<CurvePoint>>;

/// Takes a line of output; lines that are no point of a curve are left.
void read_point(std::string_view line, Curves &curves);

/// Megabytes (10^6) a second.
double rate_of(const CurvePoint &point, double megahertz);

/// What the cell takes, in the unit that `take` has (docs/reproduce.md). Throws UserError where the
/// curve does not have it.
double value_on(const Cell &cell, const Curves &curves, double megahertz);

/// "figure,curve,x,cycles,bytes,MB/s" and a line for each point.
std::string curves_csv(const PaperCells &paper, const Curves &curves);
/// An HTML page with a picture of each figure.
std::string curves_page(const PaperCells &paper, const Curves &curves);

} // namespace inlet::cli
