// Curves that a paper's program prints point by point, and values of cells on them
// (docs/reproduce.md).
#pragma once

#include "measure/paper_cells.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace inlet::measure {

/// A line "curve NAME X CYCLES BYTES" of node 0.
struct CurvePoint {
    std::uint64_t x = 0, cycles = 0;
    std::uint64_t bytes = 0; ///< moved in these cycles; 0: none
};

/// Points by id of the curve, in the order of output.
using Curves = std::map<std::string, std::vector<CurvePoint>>;

/// Adds the point in a line of output. Ignores other lines.
void read_point(std::string_view line, Curves &curves);

/// The rate in megabytes (10^6 bytes) per second.
double rate_of(const CurvePoint &point, double megahertz);

/// The cell's value on its curve, in the unit of `take` (docs/reproduce.md). Throws UserError if
/// the curve lacks it.
double value_on(const Cell &cell, const Curves &curves, double megahertz);

/// CSV: "figure,curve,x,cycles,bytes,MB/s" and one line a point.
std::string curves_csv(const PaperCells &paper, const Curves &curves);
/// An HTML page with all figures.
std::string curves_page(const PaperCells &paper, const Curves &curves);

} // namespace inlet::measure
