// Shared by the parts of MPI.
#pragma once

#include "mpi.h"

#include <fail.h>
#include <stdint.h>

/// A communicator: its ranks are processes.
struct mpi_comm {
    int used, context; ///< `context`; context + 1 for collectives
    int size, rank;
    int *process; ///< by rank; null: all processes, in order
};
struct mpi_comm *mpi_comm(const char *call, MPI_Comm comm);
int mpi_process(const struct mpi_comm *comm, int rank);

/// Bytes of `count` elements in a message, and in memory from the start to the end.
size_t mpi_size(const char *call, MPI_Datatype type, int count);
size_t mpi_extent(MPI_Datatype type);
int mpi_is_contiguous(MPI_Datatype type);
void mpi_pack(MPI_Datatype type, const void *from, int count, void *to);
void mpi_unpack(MPI_Datatype type, const void *from, size_t bytes, void *to);

/// a[i] = a[i] op b[i].
void mpi_combine(const char *call, MPI_Op op, MPI_Datatype type, void *a, const void *b, int count);

void *mpi_get(const char *call, size_t bytes);

/// Messages of any context. `dest` and `source` are ranks of `comm`.
MPI_Request mpi_isend(const char *call, const void *buf, int count, MPI_Datatype type, int dest,
                      int tag, struct mpi_comm *comm, int context, int synchronous);
MPI_Request mpi_irecv(const char *call, void *buf, int count, MPI_Datatype type, int source,
                      int tag, struct mpi_comm *comm, int context);
void mpi_wait(MPI_Request request, MPI_Status *status);
/// Does all possible work.
void mpi_progress(void);
/// As above, but waits for an arrival first.
void mpi_await(void);

void mpi_point_start(void);
void mpi_point_end(void);
void mpi_collectives_start(void);
void mpi_comms_start(void);
/// Whether this process has started MPI and has not ended it.
void mpi_check_started(const char *call);

#define MPI_WRONG(wrong, call, format, ...)                                                        \
    if (__builtin_expect(!!(wrong), 0)) xnet_fail("%s: " format, call __VA_OPT__(, ) __VA_ARGS__)
