// Ranks over MPI. `inlet-ranks` is `inlet` with MPI.
#pragma once

#include <inlet/ranks.h>

namespace inlet::ranks {

class Joined : public Ranks {
  public:
    /// Ends the processes of all ranks; mpirun's exit status is `status`.
    [[noreturn]] virtual void abort(int status) = 0;
};

} // namespace inlet::ranks

/// Joins the other processes that mpirun has started. Its destruction waits for them. Once in a
/// process. Nullptr in `inlet`, which has no MPI.
extern "C" [[gnu::weak]] inlet::ranks::Joined *inlet_join_ranks();
