// Contexts of communicators. Part of MPI.
#pragma once

#include "mpi_collectives.h"

enum { mpi_world_context = 0, mpi_self_context = 2 };

/// An agreement that is under way without a process waiting in it.
struct mpi_agreement {
    struct mpi_agreement *next;
    const char *call;
    struct mpi_comm *over;
    unsigned number; ///< of the call on `over`, the same in all processes
    int is_listed;
    int context;      ///< what they agree on; -1: no context is free in all of them
    uint32_t set[17]; ///< contexts that are free, and whether all processes have offered theirs
};
/// Steps: the processes of a communicator agree on a context.
void mpi_plan_context(struct mpi_schedule *s, const char *call, struct mpi_comm *over,
                      struct mpi_agreement *a);

/// A context that is free in all processes of a communicator, of both groups of an
/// intercommunicator.
int mpi_agree(const char *call, struct mpi_comm *over, int *context);
/// The same for two groups whose leaders exchange messages with `tag` in a communicator of both.
int mpi_agree_with(const char *call, struct mpi_comm *local, int leader, struct mpi_comm *peer,
                   int remote_leader, int tag, int *context);
void mpi_context_free(int context);
void mpi_contexts_start(void);
