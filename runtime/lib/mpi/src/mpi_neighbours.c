// Collective operations between the neighbours of a topology (MPI-3.0, 7.6), as schedules.
//
// A message's place at the receiver is found by the order of messages from one process to another:
// the first edge of the sender's list goes to the first one of the receiver's. In a grid what is
// sent in one direction comes from the other one, so receives of a dimension begin with the upper
// neighbour.
#include "mpi_collectives.h"

#include <stdlib.h>

/// What goes to neighbours, or comes from them. Null counts: `count` for each. Places are
/// displacements in elements, or bytes; null: one after the other, or the same for all.
struct exchange {
    const int *counts, *elements;
    const MPI_Aint *bytes;
    int count, is_same;
    MPI_Datatype type;
    const MPI_Datatype *types;
};
static int look_at(const char *call, struct mpi_comm *c, const struct exchange *e, const void *buf,
                   int i, struct mpi_type **t, int *count, void **place) {
    int error;
    *count = e->counts ? e->counts[i] : e->count;
    *t = mpi_type(call, c, e->types ? e->types[i] : e->type, *count, &error);
    if (!*t) return error;
    if (e->bytes)
        *place = (char *)buf + e->bytes[i];
    else
        *place = mpi_element(buf,
                             e->is_same    ? 0
                             : e->elements ? e->elements[i]
                                           : (ptrdiff_t)i * *count,
                             *t);
    return MPI_SUCCESS;
}

/// The neighbours of a process: the lists are the topology's, or *made.
static int find(const char *call, struct mpi_comm *c, struct mpi_neighbours *in,
                struct mpi_neighbours *out, int **made) {
    const struct mpi_topology *const t = c->topology;
    *made = 0;
    MPI_CHECK(!t, c, MPI_ERR_TOPOLOGY, call, "the communicator has no topology");
    if (t->kind == MPI_DIST_GRAPH) {
        *in = t->in;
        *out = t->out;
        return MPI_SUCCESS;
    }
    if (t->kind == MPI_GRAPH) {
        const int first = c->rank ? t->index[c->rank - 1] : 0;
        *in = *out = (struct mpi_neighbours){t->index[c->rank] - first, t->edges + first, 0};
        return MPI_SUCCESS;
    }
    int *const ranks = *made = mpi_get(call, 2 * (size_t)t->dims * sizeof(int));
    for (int d = 0; d < t->dims; ++d)
        PMPI_Cart_shift(c->handle, d, 1, &ranks[2 * d], &ranks[2 * d + 1]);
    *in = *out = (struct mpi_neighbours){2 * t->dims, ranks, 0};
    return MPI_SUCCESS;
}

static int plan(const char *call, struct mpi_comm *c, const struct mpi_neighbours *in,
                const struct mpi_neighbours *out, const void *from, const struct exchange *sent,
                void *to, const struct exchange *got, struct mpi_schedule **made) {
    struct mpi_type *t;
    int count;
    void *place;
    // All checks come before the first message.
    for (int i = 0; i < in->count; ++i) MPI_TRY(look_at(call, c, got, to, i, &t, &count, &place));
    for (int i = 0; i < out->count; ++i)
        MPI_TRY(look_at(call, c, sent, from, i, &t, &count, &place));
    struct mpi_schedule *const s = *made = mpi_schedule_new(call, c);
    const int is_grid = c->topology->kind == MPI_CART;
    for (int n = 0; n < in->count; ++n) {
        const int i = is_grid ? n ^ 1 : n;
        MPI_TRY(look_at(call, c, got, to, i, &t, &count, &place));
        mpi_step_receive(s, place, count, t, in->ranks[i]);
    }
    for (int i = 0; i < out->count; ++i) {
        MPI_TRY(look_at(call, c, sent, from, i, &t, &count, &place));
        mpi_step_send(s, place, count, t, out->ranks[i]);
    }
    return MPI_SUCCESS;
}
static int begin(const char *call, const void *from, struct exchange sent, void *to,
                 struct exchange got, MPI_Comm comm, struct mpi_schedule **made) {
    MPI_COMM_OF(c, call, comm);
    struct mpi_neighbours in, out;
    int *list;
    MPI_TRY(find(call, c, &in, &out, &list));
    const int error = plan(call, c, &in, &out, from, &sent, to, &got, made);
    free(list);
    return error;
}

static int begin_allgather(const char *call, const void *sendbuf, int sendcount,
                           MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mpi_schedule **s) {
    return begin(call, sendbuf,
                 (struct exchange){.count = sendcount, .is_same = 1, .type = sendtype}, recvbuf,
                 (struct exchange){.count = recvcount, .type = recvtype}, comm, s);
}
static int begin_allgatherv(const char *call, const void *sendbuf, int sendcount,
                            MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                            const int *displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mpi_schedule **s) {
    return begin(call, sendbuf,
                 (struct exchange){.count = sendcount, .is_same = 1, .type = sendtype}, recvbuf,
                 (struct exchange){.counts = recvcounts, .elements = displs, .type = recvtype},
                 comm, s);
}
static int begin_alltoall(const char *call, const void *sendbuf, int sendcount,
                          MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, struct mpi_schedule **s) {
    return begin(call, sendbuf, (struct exchange){.count = sendcount, .type = sendtype}, recvbuf,
                 (struct exchange){.count = recvcount, .type = recvtype}, comm, s);
}
static int begin_alltoallv(const char *call, const void *sendbuf, const int *sendcounts,
                           const int *sdispls, MPI_Datatype sendtype, void *recvbuf,
                           const int *recvcounts, const int *rdispls, MPI_Datatype recvtype,
                           MPI_Comm comm, struct mpi_schedule **s) {
    return begin(
        call, sendbuf,
        (struct exchange){.counts = sendcounts, .elements = sdispls, .type = sendtype}, recvbuf,
        (struct exchange){.counts = recvcounts, .elements = rdispls, .type = recvtype}, comm, s);
}
static int begin_alltoallw(const char *call, const void *sendbuf, const int *sendcounts,
                           const MPI_Aint *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                           const int *recvcounts, const MPI_Aint *rdispls,
                           const MPI_Datatype *recvtypes, MPI_Comm comm, struct mpi_schedule **s) {
    return begin(
        call, sendbuf,
        (struct exchange){.counts = sendcounts, .bytes = sdispls, .types = sendtypes}, recvbuf,
        (struct exchange){.counts = recvcounts, .bytes = rdispls, .types = recvtypes}, comm, s);
}
MPI_BOTH(Neighbor_allgather, Ineighbor_allgather, begin_allgather,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
MPI_BOTH(Neighbor_allgatherv, Ineighbor_allgatherv, begin_allgatherv,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
          const int *recvcounts, const int *displs, MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
MPI_BOTH(Neighbor_alltoall, Ineighbor_alltoall, begin_alltoall,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
MPI_BOTH(Neighbor_alltoallv, Ineighbor_alltoallv, begin_alltoallv,
         (const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype,
          void *recvbuf, const int *recvcounts, const int *rdispls, MPI_Datatype recvtype,
          MPI_Comm comm),
         (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
MPI_BOTH(Neighbor_alltoallw, Ineighbor_alltoallw, begin_alltoallw,
         (const void *sendbuf, const int *sendcounts, const MPI_Aint *sdispls,
          const MPI_Datatype *sendtypes, void *recvbuf, const int *recvcounts,
          const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm),
         (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
