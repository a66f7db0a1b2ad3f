// Describes the run of a trace. Different runs have different descriptions.
#pragma once

#include "inlet/table.h"
#include "inlet/trace_header.h"

#include <string>

namespace inlet {

/// "fetch_add.elf 100 on 4 nodes (2x2) of t1 with costs.send=2, jitter 17".
std::string run_line(const TraceHeader &header);

/// One row for each difference of two runs: "what", "before", "after".
Table run_differences(const TraceHeader &before, const TraceHeader &after);

} // namespace inlet
