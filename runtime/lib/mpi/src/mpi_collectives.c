// Collective operations over messages of a communicator's second context, and broadcast by LFC's
// multicast (001 7.4).
#include "mpi_internal.h"

#include <pan.h>
#include <stdlib.h>
#include <string.h>

enum tag { tag_barrier, tag_bcast, tag_reduce, tag_gather, tag_scatter, tag_all };

static MPI_Request send(const char *call, const void *buf, int count, MPI_Datatype type, int dest,
                        int tag, struct mpi_comm *c) {
    return mpi_isend(call, buf, count, type, dest, tag, c, c->context + 1, 0);
}
static MPI_Request receive(const char *call, void *buf, int count, MPI_Datatype type, int source,
                           int tag, struct mpi_comm *c) {
    return mpi_irecv(call, buf, count, type, source, tag, c, c->context + 1);
}

static void check_root(const char *call, const struct mpi_comm *c, int root) {
    MPI_WRONG(root < 0 || root >= c->size, call, "there is no rank %d among %d", root, c->size);
}

/// Copies elements from one buffer to another, as a message to the process itself would.
static void copy_elements(const char *call, const void *from, int count, MPI_Datatype type,
                          void *to, int room, MPI_Datatype to_type) {
    const size_t bytes = mpi_size(call, type, count), most = mpi_size(call, to_type, room);
    MPI_WRONG(bytes > most, call, "%u bytes for a buffer of %u", (unsigned)bytes, (unsigned)most);
    char *message = mpi_get(call, bytes);
    mpi_pack(type, from, count, message);
    mpi_unpack(to_type, message, bytes, to);
    free(message);
}

static char *element(const void *buf, int number, MPI_Datatype type) {
    return (char *)buf + (ptrdiff_t)number * (ptrdiff_t)mpi_extent(type);
}

int MPI_Barrier(MPI_Comm comm) {
    struct mpi_comm *c = mpi_comm("MPI_Barrier", comm);
    // Dissemination (Hensgen, Finkel, Manber 1988).
    for (int step = 1; step < c->size; step *= 2) {
        MPI_Request in = receive("MPI_Barrier", 0, 0, MPI_BYTE,
                                 (c->rank - step + c->size) % c->size, tag_barrier, c);
        mpi_wait(send("MPI_Barrier", 0, 0, MPI_BYTE, (c->rank + step) % c->size, tag_barrier, c),
                 0);
        mpi_wait(in, 0);
    }
    return MPI_SUCCESS;
}

// --- broadcast -----------------------------------------------------------------------------------

static int way = MPIX_BCAST_LFC;
void MPIX_Bcast_by(int by) { way = by; }

/// A broadcast that has arrived before this process called MPI_Bcast.
struct broadcast {
    struct broadcast *next;
    int context;
    unsigned root;
    pan_msg_p message;
};
static struct broadcast *come, **last_come = &come;
static pan_sap_p broadcasts;

static void broadcast_h(pan_msg_p m, void *proto, unsigned src) {
    struct broadcast *b = mpi_get("MPI_Bcast", sizeof *b);
    *b = (struct broadcast){0, *(int *)proto, src, m};
    *last_come = b;
    last_come = &b->next;
}

static pan_msg_p take_broadcast(int context, unsigned root) {
    for (;; mpi_await())
        for (struct broadcast **at = &come; *at; at = &(*at)->next) {
            struct broadcast *b = *at;
            if (b->context != context || b->root != root) continue;
            pan_msg_p m = b->message;
            *at = b->next;
            if (!*at) last_come = at;
            free(b);
            return m;
        }
}

/// `bytes` contiguous bytes.
static void by_lfc(const char *call, char *bytes, size_t size, int root, const struct mpi_comm *c) {
    if (c->rank == root) {
        pan_iovec_t part = {bytes, (unsigned)size};
        pan_multicast(&pan_all, broadcasts, &part, 1, &c->context, sizeof c->context);
        return;
    }
    pan_msg_p m = take_broadcast(c->context, (unsigned)mpi_process(c, root));
    MPI_WRONG(pan_msg_size(m) != size, call, "rank %d sends %u bytes, rank %d wants %u", root,
              pan_msg_size(m), c->rank, (unsigned)size);
    pan_msg_consume(m, bytes, (unsigned)size);
}

static void by_tree(const char *call, void *buf, int count, MPI_Datatype type, int root,
                    struct mpi_comm *c) {
    const int place = (c->rank - root + c->size) % c->size;
    int bit = 1;
    for (; bit < c->size; bit *= 2)
        if (place & bit) {
            mpi_wait(receive(call, buf, count, type, (place - bit + root) % c->size, tag_bcast, c),
                     0);
            break;
        }
    for (bit /= 2; bit; bit /= 2)
        if (place + bit < c->size)
            mpi_wait(send(call, buf, count, type, (place + bit + root) % c->size, tag_bcast, c), 0);
}

static void bcast(const char *call, void *buf, int count, MPI_Datatype type, int root,
                  struct mpi_comm *c) {
    check_root(call, c, root);
    const size_t size = mpi_size(call, type, count);
    if (c->size == 1) return;
    if (way == MPIX_BCAST_TREE || c->process) {
        by_tree(call, buf, count, type, root, c);
        return;
    }
    if (mpi_is_contiguous(type)) {
        by_lfc(call, buf, size, root, c);
        return;
    }
    char *bytes = mpi_get(call, size);
    if (c->rank == root) mpi_pack(type, buf, count, bytes);
    by_lfc(call, bytes, size, root, c);
    if (c->rank != root) mpi_unpack(type, bytes, size, buf);
    free(bytes);
}

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    bcast("MPI_Bcast", buf, count, type, root, mpi_comm("MPI_Bcast", comm));
    return MPI_SUCCESS;
}

// --- reductions ----------------------------------------------------------------------------------

/// A binomial tree rotated to the root. The result depends only on the number of processes and the
/// root, so all runs give the same bits.
static void reduce(const char *call, const void *from, void *to, int count, MPI_Datatype type,
                   MPI_Op op, int root, struct mpi_comm *c) {
    check_root(call, c, root);
    const size_t size = mpi_size(call, type, count);
    const int place = (c->rank - root + c->size) % c->size;
    char *mine = c->rank == root ? to : mpi_get(call, size), *other = mpi_get(call, size);
    if (from != MPI_IN_PLACE)
        memcpy(mine, from, size);
    else if (c->rank != root)
        memcpy(mine, to, size);
    for (int bit = 1; bit < c->size; bit *= 2) {
        if (place & bit) {
            mpi_wait(send(call, mine, count, type, (place - bit + root) % c->size, tag_reduce, c),
                     0);
            break;
        }
        if (place + bit >= c->size) continue;
        mpi_wait(receive(call, other, count, type, (place + bit + root) % c->size, tag_reduce, c),
                 0);
        mpi_combine(call, op, type, mine, other, count);
    }
    free(other);
    if (c->rank != root) free(mine);
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
               int root, MPI_Comm comm) {
    reduce("MPI_Reduce", sendbuf, recvbuf, count, type, op, root, mpi_comm("MPI_Reduce", comm));
    return MPI_SUCCESS;
}
int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
    struct mpi_comm *c = mpi_comm("MPI_Allreduce", comm);
    reduce("MPI_Allreduce", sendbuf, recvbuf, count, type, op, 0, c);
    bcast("MPI_Allreduce", recvbuf, count, type, 0, c);
    return MPI_SUCCESS;
}

// --- gathering and scattering --------------------------------------------------------------------

/// Null counts: `count` from each; null displacements: one after the other.
static int count_of(const int *counts, int count, int rank) {
    return counts ? counts[rank] : count;
}
static int place_of(const int *displs, int count, int rank) {
    return displs ? displs[rank] : rank * count;
}

static void gather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                   const int *counts, const int *displs, int each, MPI_Datatype to_type, int root,
                   struct mpi_comm *c) {
    check_root(call, c, root);
    if (c->rank != root) {
        mpi_wait(send(call, from, count, type, root, tag_gather, c), 0);
        return;
    }
    MPI_Request *open = mpi_get(call, sizeof *open * (size_t)c->size);
    for (int i = 0; i < c->size; ++i) {
        char *place = element(to, place_of(displs, each, i), to_type);
        if (i != root)
            open[i] = receive(call, place, count_of(counts, each, i), to_type, i, tag_gather, c);
        else if (from != MPI_IN_PLACE)
            copy_elements(call, from, count, type, place, count_of(counts, each, i), to_type);
    }
    for (int i = 0; i < c->size; ++i)
        if (i != root) mpi_wait(open[i], 0);
    free(open);
}

static void scatter(const char *call, const void *from, const int *counts, const int *displs,
                    int each, MPI_Datatype type, void *to, int count, MPI_Datatype to_type,
                    int root, struct mpi_comm *c) {
    check_root(call, c, root);
    if (c->rank != root) {
        mpi_wait(receive(call, to, count, to_type, root, tag_scatter, c), 0);
        return;
    }
    for (int i = 0; i < c->size; ++i) {
        const char *place = element(from, place_of(displs, each, i), type);
        if (i != root)
            mpi_wait(send(call, place, count_of(counts, each, i), type, i, tag_scatter, c), 0);
        else if (to != MPI_IN_PLACE)
            copy_elements(call, place, count_of(counts, each, i), type, to, count, to_type);
    }
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    gather("MPI_Gather", sendbuf, sendcount, sendtype, recvbuf, 0, 0, recvcount, recvtype, root,
           mpi_comm("MPI_Gather", comm));
    return MPI_SUCCESS;
}
int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                const int *recvcounts, const int *displs, MPI_Datatype recvtype, int root,
                MPI_Comm comm) {
    gather("MPI_Gatherv", sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, 0, recvtype,
           root, mpi_comm("MPI_Gatherv", comm));
    return MPI_SUCCESS;
}
int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    scatter("MPI_Scatter", sendbuf, 0, 0, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
            mpi_comm("MPI_Scatter", comm));
    return MPI_SUCCESS;
}
int MPI_Scatterv(const void *sendbuf, const int *sendcounts, const int *displs,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm) {
    scatter("MPI_Scatterv", sendbuf, sendcounts, displs, 0, sendtype, recvbuf, recvcount, recvtype,
            root, mpi_comm("MPI_Scatterv", comm));
    return MPI_SUCCESS;
}

/// Every process broadcasts its part.
static void allgather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                      const int *counts, const int *displs, int each, MPI_Datatype to_type,
                      struct mpi_comm *c) {
    if (from != MPI_IN_PLACE)
        copy_elements(call, from, count, type,
                      element(to, place_of(displs, each, c->rank), to_type),
                      count_of(counts, each, c->rank), to_type);
    for (int i = 0; i < c->size; ++i)
        bcast(call, element(to, place_of(displs, each, i), to_type), count_of(counts, each, i),
              to_type, i, c);
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    allgather("MPI_Allgather", sendbuf, sendcount, sendtype, recvbuf, 0, 0, recvcount, recvtype,
              mpi_comm("MPI_Allgather", comm));
    return MPI_SUCCESS;
}
int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const int *recvcounts, const int *displs, MPI_Datatype recvtype, MPI_Comm comm) {
    allgather("MPI_Allgatherv", sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, 0,
              recvtype, mpi_comm("MPI_Allgatherv", comm));
    return MPI_SUCCESS;
}

static void alltoall(const char *call, const void *from, const int *counts, const int *displs,
                     int each, MPI_Datatype type, void *to, const int *to_counts,
                     const int *to_displs, int to_each, MPI_Datatype to_type, struct mpi_comm *c) {
    MPI_Request *open = mpi_get(call, sizeof *open * (size_t)c->size);
    for (int i = 0; i < c->size; ++i)
        open[i] = receive(call, element(to, place_of(to_displs, to_each, i), to_type),
                          count_of(to_counts, to_each, i), to_type, i, tag_all, c);
    // Each process starts with a different peer, so that no process is the first target of all.
    for (int n = 0; n < c->size; ++n) {
        const int i = (c->rank + n) % c->size;
        mpi_wait(send(call, element(from, place_of(displs, each, i), type),
                      count_of(counts, each, i), type, i, tag_all, c),
                 0);
    }
    for (int i = 0; i < c->size; ++i) mpi_wait(open[i], 0);
    free(open);
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    alltoall("MPI_Alltoall", sendbuf, 0, 0, sendcount, sendtype, recvbuf, 0, 0, recvcount, recvtype,
             mpi_comm("MPI_Alltoall", comm));
    return MPI_SUCCESS;
}
int MPI_Alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls,
                  MPI_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls,
                  MPI_Datatype recvtype, MPI_Comm comm) {
    alltoall("MPI_Alltoallv", sendbuf, sendcounts, sdispls, 0, sendtype, recvbuf, recvcounts,
             rdispls, 0, recvtype, mpi_comm("MPI_Alltoallv", comm));
    return MPI_SUCCESS;
}

void mpi_collectives_start(void) { broadcasts = pan_sap_create(broadcast_h); }
