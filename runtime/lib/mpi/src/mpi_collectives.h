// What the collectives on communicators of one group and on intercommunicators share.
#pragma once

#include "mpi_schedule.h"

/// A call and its form with a request. `begin` makes the schedule; PARAMETERS and ARGUMENTS are
/// lists in parentheses.
#define MPI_LIST_(...) __VA_ARGS__
#define MPI_BOTH(name, iname, begin, PARAMETERS, ARGUMENTS)                                        \
    MPI_CALL(name)(MPI_LIST_ PARAMETERS) {                                                         \
        struct mpi_schedule *s;                                                                    \
        MPI_TRY(begin("MPI_" #name, MPI_LIST_ ARGUMENTS, &s));                                     \
        return mpi_schedule_run(s);                                                                \
    }                                                                                              \
    MPI_CALL(iname)(MPI_LIST_ PARAMETERS, MPI_Request * request) {                                 \
        struct mpi_schedule *s;                                                                    \
        MPI_TRY(begin("MPI_" #iname, MPI_LIST_ ARGUMENTS, &s));                                    \
        return mpi_schedule_start(s, request);                                                     \
    }

/// How elements lie in the buffer of all ranks. Null counts: `count` for each; null displacements:
/// one after the other.
struct places {
    const int *counts, *displs;
    int count;
};
static inline int count_of(const struct places *p, int rank) {
    return p->counts ? p->counts[rank] : p->count;
}
static inline void *place_of(const struct places *p, const void *buf, int rank,
                             const struct mpi_type *t) {
    return mpi_element(buf, p->displs ? p->displs[rank] : (ptrdiff_t)rank * p->count, t);
}
/// One side of an exchange of all with all: displacements are bytes if there are types by rank.
struct side {
    const int *counts, *displs;
    int count;
    MPI_Datatype type;
    const MPI_Datatype *types;
};
int mpi_look_at(const char *call, struct mpi_comm *c, const struct side *side, const void *buf,
                int rank, struct mpi_type **t, int *count, void **place);

/// Steps of a broadcast, of a reduction, and of one for all processes, on one group.
void mpi_plan_bcast(struct mpi_schedule *s, void *buf, int count, struct mpi_type *t, int root,
                    struct mpi_comm *c);
void mpi_plan_reduce(struct mpi_schedule *s, const void *from, void *to, int count,
                     struct mpi_type *t, struct mpi_op *o, int root, struct mpi_comm *c);
void mpi_plan_allreduce(struct mpi_schedule *s, const void *from, void *to, int count,
                        struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c);
/// Steps of a reduction over both groups of an intercommunicator, for all their processes. The
/// operation commutes.
void mpi_inter_plan_all(struct mpi_schedule *s, const char *call, void *buf, int count,
                        struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c);

// On intercommunicators (MPI-2.2, 5.2.2): what one group gives, the other one gets. Each makes a
// schedule. The rank of `root` counts in the other group; MPI_ROOT: this process; MPI_PROC_NULL:
// another one of this group.
int mpi_inter_barrier(const char *call, struct mpi_comm *c, struct mpi_schedule **made);
int mpi_inter_bcast(const char *call, void *buf, int count, struct mpi_type *t, int root,
                    struct mpi_comm *c, struct mpi_schedule **made);
int mpi_inter_gather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                     const struct places *places, MPI_Datatype to_type, int root,
                     struct mpi_comm *c, struct mpi_schedule **made);
int mpi_inter_scatter(const char *call, const void *from, const struct places *places,
                      MPI_Datatype type, void *to, int count, MPI_Datatype to_type, int root,
                      struct mpi_comm *c, struct mpi_schedule **made);
int mpi_inter_allgather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                        const struct places *places, MPI_Datatype to_type, struct mpi_comm *c,
                        struct mpi_schedule **made);
int mpi_inter_alltoall(const char *call, const void *from, const struct side *out, void *to,
                       const struct side *in, struct mpi_comm *c, struct mpi_schedule **made);
int mpi_inter_reduce(const char *call, const void *from, void *to, int count, struct mpi_type *t,
                     struct mpi_op *o, int root, struct mpi_comm *c, struct mpi_schedule **made);
int mpi_inter_allreduce(const char *call, const void *from, void *to, int count, struct mpi_type *t,
                        struct mpi_op *o, struct mpi_comm *c, struct mpi_schedule **made);
int mpi_inter_reduce_scatter(const char *call, const void *from, void *to, const int *counts,
                             int each, struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c,
                             struct mpi_schedule **made);
