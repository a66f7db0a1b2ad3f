// The table "mpi" of a report.
#pragma once

#include "analysis/mpi_calls.h"
#include "inlet/image.h"
#include "inlet/table.h"

#include <cstddef>
#include <cstdint>

namespace inlet {

/// Calls of MPI by call and place, MPI_Init and MPI_Finalize last, then the rest of the run. The
/// cycles, and the columns that divide them, add up to those of all nodes. `most`: places; 0: all.
Table mpi_table(const MpiCalls &calls, const Image &names, std::uint32_t nodes, std::size_t most);

} // namespace inlet
