// The ranks of `inlet run --ranks`: MPI, and what they do in step before a run.
#pragma once

#include "app/job.h"
#include "mpi_ranks.h"

#include <cstdint>
#include <functional>

namespace inlet::cli {

/// This process becomes `inlet-ranks`, which has inlet_join_ranks(). Throws UserError where there
/// is none, since inlet was built without MPI.
void become_rank();

/// All ranks do it, and then know whether it has thrown on any. True: on none. Else the first rank
/// on which it has throws it again, and the others get false.
bool done_by_all(Ranks &ranks, const std::function<void()> &step);

/// All ranks call it. Throws UserError where they are about to do different runs.
void check_same_run(Ranks &ranks, const app::Job &job, std::uint64_t jitter);

} // namespace inlet::cli
