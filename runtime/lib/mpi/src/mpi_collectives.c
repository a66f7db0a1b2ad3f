// Collective operations as schedules, and those that are called most without one. Their messages
// are in a communicator's second context, with the number of the call as tag.
#include "mpi_collectives.h"

#include <stdlib.h>
#include <string.h>

enum { short_reduction = 2048 }; ///< bytes that go by recursive doubling

#define CHECK_ROOT(call, c, root)                                                                  \
    MPI_CHECK((root) < 0 || (root) >= (c)->size, c, MPI_ERR_ROOT, call,                            \
              "there is no rank %d among %d", root, (c)->size)
/// On an intercommunicator: returns what makes a schedule, in a function that makes one; makes it
/// (*made) and runs or starts it, in the others.
#define INTER(c, make)                                                                             \
    if (__builtin_expect((c)->remote != 0, 0)) return make
#define INTER_THEN(c, make, end)                                                                   \
    if (__builtin_expect((c)->remote != 0, 0)) {                                                   \
        struct mpi_schedule *s_, **const made = &s_;                                               \
        MPI_TRY(make);                                                                             \
        return end;                                                                                \
    }
#define INTER_RUN(c, make) INTER_THEN(c, make, mpi_schedule_run(s_))
#define INTER_START(c, make) INTER_THEN(c, make, mpi_schedule_start(s_, request))
#define INTRA_OF(c, call, comm)                                                                    \
    MPI_COMM_OF(c, call, comm);                                                                    \
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator")
#define TYPE_OF(t, call, c, type, count)                                                           \
    struct mpi_type *const t = mpi_type(call, c, type, count, &error);                             \
    if (!t) return error
#define OP_OF(o, call, c, op, t)                                                                   \
    struct mpi_op *const o = mpi_op(call, c, op, t, &error);                                       \
    if (!o) return error

static int power_below(int size) {
    int power = 1;
    while (power * 2 <= size) power *= 2;
    return power;
}

/// Whether the ranks of a communicator are all processes, in order.
static int is_world(const struct mpi_comm *c) { return !c->process && !c->remote; }

// --- barrier -------------------------------------------------------------------------------------

int mpi_barrier(const char *call, struct mpi_comm *c) {
    if (c->size == 1 || (is_world(c) && mpid_barrier())) return MPI_SUCCESS;
    // Dissemination (Hensgen, Finkel, Manber 1988).
    struct mpi_type *const none = mpi_object(mpi_kind_type, MPI_BYTE);
    const int tag = (int)(c->collectives++ & 0x7fffffff);
    for (int step = 1; step < c->size; step *= 2) {
        struct mpi_request in, out;
        int from = c->rank - step, to = c->rank + step;
        if (from < 0) from += c->size;
        if (to >= c->size) to -= c->size;
        mpi_receive_begin(&in, call, 0, 0, none, from, tag, c, 1);
        mpi_send_begin(&out, call, 0, 0, none, to, tag, c, 1, mpi_standard);
        mpi_wait(&out, 0);
        mpi_wait(&in, 0);
    }
    return MPI_SUCCESS;
}
MPI_CALL(Barrier)(MPI_Comm comm) {
    MPI_COMM_OF(c, "MPI_Barrier", comm);
    INTER_RUN(c, mpi_inter_barrier("MPI_Barrier", c, made));
    return mpi_barrier("MPI_Barrier", c);
}
MPI_CALL(Ibarrier)(MPI_Comm comm, MPI_Request *request) {
    MPI_COMM_OF(c, "MPI_Ibarrier", comm);
    INTER_START(c, mpi_inter_barrier("MPI_Ibarrier", c, made));
    struct mpi_type *const none = mpi_object(mpi_kind_type, MPI_BYTE);
    struct mpi_schedule *s = mpi_schedule_new("MPI_Ibarrier", c);
    for (int step = 1; step < c->size; step *= 2) {
        mpi_step_receive(s, 0, 0, none, (c->rank - step + c->size) % c->size);
        mpi_step_send(s, 0, 0, none, (c->rank + step) % c->size);
        mpi_step_round(s);
    }
    return mpi_schedule_start(s, request);
}

// --- broadcast -----------------------------------------------------------------------------------

static int way = MPIX_BCAST_LFC;
void MPIX_Bcast_by(int by) { way = by; }

enum { levels = 16 }; ///< of a binomial tree

/// A binomial tree.
static int bcast_by_tree(const char *call, void *buf, int count, struct mpi_type *t, int root,
                         struct mpi_comm *c) {
    const int size = c->size, tag = (int)(c->collectives++ & 0x7fffffff);
    const int place = c->rank < root ? c->rank - root + size : c->rank - root;
    int bit = 1, error = MPI_SUCCESS, children = 0;
    struct mpi_request r[levels];
    for (; bit < size; bit *= 2)
        if (place & bit) {
            int from = place - bit + root;
            if (from >= size) from -= size;
            mpi_receive_begin(&r[0], call, buf, count, t, from, tag, c, 1);
            error = mpi_wait(&r[0], 0);
            break;
        }
    for (bit /= 2; bit; bit /= 2)
        if (place + bit < size) {
            int to = place + bit + root;
            if (to >= size) to -= size;
            mpi_send_begin(&r[children++], call, buf, count, t, to, tag, c, 1, mpi_standard);
        }
    for (int i = 0; i < children; ++i) mpi_wait(&r[i], 0);
    return error == MPI_SUCCESS ? error : mpi_raise(c, error);
}

static int bcast(const char *call, void *buf, int count, struct mpi_type *t, int root,
                 struct mpi_comm *c) {
    if (c->size == 1) return MPI_SUCCESS;
    if (way == MPIX_BCAST_TREE || !is_world(c)) return bcast_by_tree(call, buf, count, t, root, c);
    const size_t size = t->size * (size_t)count;
    if (t->dense || (t->one_run && count == 1)) {
        const int error = mpid_bcast(call, c, (char *)buf + t->true_lb, size, root);
        if (error == mpid_no_bcast) return bcast_by_tree(call, buf, count, t, root, c);
        return error == MPI_SUCCESS ? error : mpi_raise(c, error);
    }
    char *bytes = mpi_get(call, size);
    if (c->rank == root) mpi_pack(t, buf, count, bytes);
    int error = mpid_bcast(call, c, bytes, size, root);
    if (error == mpid_no_bcast)
        error = bcast_by_tree(call, bytes, (int)size, mpi_object(mpi_kind_type, MPI_BYTE), root, c);
    else if (error != MPI_SUCCESS)
        error = mpi_raise(c, error);
    if (c->rank != root) mpi_unpack(t, bytes, size, buf);
    free(bytes);
    return error;
}

MPI_CALL(Bcast)(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    int error;
    MPI_COMM_OF(c, "MPI_Bcast", comm);
    TYPE_OF(t, "MPI_Bcast", c, type, count);
    INTER_RUN(c, mpi_inter_bcast("MPI_Bcast", buf, count, t, root, c, made));
    CHECK_ROOT("MPI_Bcast", c, root);
    MPI_CHECK(!buf && count && t->basic, c, MPI_ERR_BUFFER, "MPI_Bcast",
              "a null buffer for %d elements", count);
    return bcast("MPI_Bcast", buf, count, t, root, c);
}

void mpi_plan_bcast(struct mpi_schedule *s, void *buf, int count, struct mpi_type *t, int root,
                    struct mpi_comm *c) {
    const int place = (c->rank - root + c->size) % c->size;
    int bit = 1;
    for (; bit < c->size; bit *= 2)
        if (place & bit) {
            mpi_step_receive(s, buf, count, t, (place - bit + root) % c->size);
            mpi_step_round(s);
            break;
        }
    for (bit /= 2; bit; bit /= 2)
        if (place + bit < c->size) mpi_step_send(s, buf, count, t, (place + bit + root) % c->size);
    mpi_step_round(s);
}
MPI_CALL(Ibcast)
(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request) {
    int error;
    MPI_COMM_OF(c, "MPI_Ibcast", comm);
    TYPE_OF(t, "MPI_Ibcast", c, type, count);
    INTER_START(c, mpi_inter_bcast("MPI_Ibcast", buf, count, t, root, c, made));
    CHECK_ROOT("MPI_Ibcast", c, root);
    struct mpi_schedule *s = mpi_schedule_new("MPI_Ibcast", c);
    mpi_plan_bcast(s, buf, count, t, root, c);
    return mpi_schedule_start(s, request);
}

// --- reductions ----------------------------------------------------------------------------------

/// A binomial tree rotated to the root, or, where the order of the operands matters, to rank 0,
/// which hands on. So the result depends only on the number of processes and on the root, and all
/// runs give the same bits. `to` counts at the root only.
void mpi_plan_reduce(struct mpi_schedule *s, const void *from, void *to, int count,
                     struct mpi_type *t, struct mpi_op *o, int root, struct mpi_comm *c) {
    const int top = o->commutes ? root : 0, size = c->size;
    const int place = (c->rank - top + size) % size;
    struct mpi_type *const padded = mpi_padded(t);
    // The lower ranks' operand is the left one: its buffer is `in`, the result is in the other.
    void *mine = c->rank == root && padded == t ? to : mpi_schedule_room(s, t, count), *other = 0;
    if (from != MPI_IN_PLACE)
        mpi_step_copy(s, t, from, count, t, mine, count);
    else if (mine != to)
        mpi_step_copy(s, t, to, count, t, mine, count);
    for (int bit = 1; bit < size; bit *= 2) {
        if (place & bit) {
            mpi_step_send(s, mine, count, padded, (place - bit + top) % size);
            mpi_step_round(s);
            break;
        }
        if (place + bit >= size) continue;
        if (!other) other = mpi_schedule_room(s, t, count);
        mpi_step_receive(s, other, count, padded, (place + bit + top) % size);
        mpi_step_round(s);
        mpi_step_combine(s, o, t, mine, other, count);
        void *const was = mine;
        mine = other;
        other = was;
    }
    if (top != root) {
        if (c->rank == top) mpi_step_send(s, mine, count, t, root);
        if (c->rank == root) mpi_step_receive(s, to, count, t, top);
        mpi_step_round(s);
    } else if (c->rank == root && mine != to) {
        mpi_step_copy(s, t, mine, count, t, to, count);
    }
}
static int begin_reduce(const char *call, const void *sendbuf, void *recvbuf, int count,
                        MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                        struct mpi_schedule **s) {
    int error;
    MPI_COMM_OF(c, call, comm);
    TYPE_OF(t, call, c, type, count);
    OP_OF(o, call, c, op, t);
    INTER(c, mpi_inter_reduce(call, sendbuf, recvbuf, count, t, o, root, c, s));
    CHECK_ROOT(call, c, root);
    MPI_CHECK(sendbuf == MPI_IN_PLACE && c->rank != root, c, MPI_ERR_BUFFER, call,
              "MPI_IN_PLACE at rank %d, which is not the root", c->rank);
    *s = mpi_schedule_new(call, c);
    mpi_plan_reduce(*s, sendbuf, recvbuf, count, t, o, root, c);
    return MPI_SUCCESS;
}

/// Recursive doubling: in each round the processes exchange what blocks of ranks have, so that all
/// have it. The lower ranks' operand is always the left one, so all get the same bits.
void mpi_plan_allreduce(struct mpi_schedule *s, const void *from, void *to, int count,
                        struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c) {
    const int power = power_below(c->size), more = c->size - power, rank = c->rank;
    struct mpi_type *const padded = mpi_padded(t);
    void *mine = padded == t ? to : mpi_schedule_room(s, t, count),
         *other = mpi_schedule_room(s, t, count);
    if (from == MPI_IN_PLACE) from = to;
    if (from != mine) mpi_step_copy(s, t, from, count, t, mine, count);
    // The first `more` pairs of ranks are one in what follows.
    int number = rank - more;
    if (rank < 2 * more) {
        if (rank % 2 == 0) {
            mpi_step_send(s, mine, count, padded, rank + 1);
            mpi_step_round(s);
            mpi_step_receive(s, mine, count, padded, rank + 1);
            mpi_step_round(s);
            if (mine != to) mpi_step_copy(s, t, mine, count, t, to, count);
            return;
        }
        mpi_step_receive(s, other, count, padded, rank - 1);
        mpi_step_round(s);
        mpi_step_combine(s, o, t, other, mine, count);
        number = rank / 2;
    }
    for (int bit = 1; bit < power; bit *= 2) {
        const int peer = number ^ bit, peer_rank = peer < more ? peer * 2 + 1 : peer + more;
        mpi_step_receive(s, other, count, padded, peer_rank);
        mpi_step_send(s, mine, count, padded, peer_rank);
        mpi_step_round(s);
        if (peer_rank < rank) {
            mpi_step_combine(s, o, t, other, mine, count);
        } else {
            mpi_step_combine(s, o, t, mine, other, count);
            void *const was = mine;
            mine = other;
            other = was;
        }
    }
    if (rank < 2 * more) mpi_step_send(s, mine, count, padded, rank - 1);
    mpi_step_round(s);
    if (mine != to) mpi_step_copy(s, t, mine, count, t, to, count);
}

/// The same without a schedule.
static int allreduce_short(const char *call, const void *from, void *to, int count,
                           struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c) {
    const int power = power_below(c->size), more = c->size - power, rank = c->rank,
              tag = (int)(c->collectives++ & 0x7fffffff);
    double small[8]; // most reductions are of a few numbers
    void *memory = 0, *mine = to,
         *other = t->dense && t->size * (size_t)count <= sizeof small
                      ? (char *)small - t->true_lb
                      : mpi_room(call, t, count, &memory);
    struct mpi_request in, out;
    if (from != MPI_IN_PLACE) mpi_copy(call, t, from, count, t, to, t->size * (size_t)count);
    int number = rank - more;
    if (rank < 2 * more) {
        if (rank % 2 == 0) {
            mpi_send_begin(&out, call, mine, count, t, rank + 1, tag, c, 1, mpi_standard);
            mpi_wait(&out, 0);
            mpi_receive_begin(&in, call, to, count, t, rank + 1, tag, c, 1);
            mpi_wait(&in, 0);
            free(memory);
            return MPI_SUCCESS;
        }
        mpi_receive_begin(&in, call, other, count, t, rank - 1, tag, c, 1);
        mpi_wait(&in, 0);
        mpi_combine(o, t, other, mine, count);
        number = rank / 2;
    }
    for (int bit = 1; bit < power; bit *= 2) {
        const int peer = number ^ bit, peer_rank = peer < more ? peer * 2 + 1 : peer + more;
        mpi_receive_begin(&in, call, other, count, t, peer_rank, tag, c, 1);
        mpi_send_begin(&out, call, mine, count, t, peer_rank, tag, c, 1, mpi_standard);
        mpi_wait(&out, 0);
        mpi_wait(&in, 0);
        if (peer_rank < rank) {
            mpi_combine(o, t, other, mine, count);
        } else {
            mpi_combine(o, t, mine, other, count);
            void *const was = mine;
            mine = other;
            other = was;
        }
    }
    if (rank < 2 * more) {
        mpi_send_begin(&out, call, mine, count, t, rank - 1, tag, c, 1, mpi_standard);
        mpi_wait(&out, 0);
    }
    if (mine != to) mpi_copy(call, t, mine, count, t, to, t->size * (size_t)count);
    free(memory);
    return MPI_SUCCESS;
}

/// Of pairs with padding.
static int allreduce_padded(const char *call, const void *from, void *to, int count,
                            struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c) {
    const size_t bytes = t->size * (size_t)count;
    long double few[4];
    void *memory = 0,
         *room = t->ub * count <= (ptrdiff_t)sizeof few ? few : mpi_room(call, t, count, &memory);
    mpi_copy(call, t, from == MPI_IN_PLACE ? to : from, count, t, room, bytes);
    MPI_TRY(allreduce_short(call, MPI_IN_PLACE, room, count, mpi_padded(t), o, c));
    mpi_copy(call, t, room, count, t, to, bytes);
    free(memory);
    return MPI_SUCCESS;
}

static int allreduce(const char *call, const void *from, void *to, int count, struct mpi_type *t,
                     struct mpi_op *o, struct mpi_comm *c) {
    if (t->size * (size_t)count <= short_reduction)
        return (mpi_padded(t) == t ? allreduce_short : allreduce_padded)(call, from, to, count, t,
                                                                         o, c);
    struct mpi_schedule *s = mpi_schedule_new(call, c);
    mpi_plan_reduce(s, from == MPI_IN_PLACE && c->rank ? to : from, to, count, t, o, 0, c);
    MPI_TRY(mpi_schedule_run(s));
    return bcast(call, to, count, t, 0, c);
}

int mpi_allreduce_ands(const char *call, uint32_t *words, int count, struct mpi_comm *c) {
    return allreduce(call, MPI_IN_PLACE, words, count, mpi_object(mpi_kind_type, MPI_UNSIGNED),
                     mpi_object(mpi_kind_op, MPI_BAND), c);
}

MPI_CALL(Reduce)
(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
 MPI_Comm comm) {
    struct mpi_schedule *s;
    MPI_TRY(begin_reduce("MPI_Reduce", sendbuf, recvbuf, count, type, op, root, comm, &s));
    return mpi_schedule_run(s);
}
MPI_CALL(Ireduce)
(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
 MPI_Comm comm, MPI_Request *request) {
    struct mpi_schedule *s;
    MPI_TRY(begin_reduce("MPI_Ireduce", sendbuf, recvbuf, count, type, op, root, comm, &s));
    return mpi_schedule_start(s, request);
}
MPI_CALL(Allreduce)
(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    int error;
    MPI_COMM_OF(c, "MPI_Allreduce", comm);
    TYPE_OF(t, "MPI_Allreduce", c, type, count);
    OP_OF(o, "MPI_Allreduce", c, op, t);
    INTER_RUN(c, mpi_inter_allreduce("MPI_Allreduce", sendbuf, recvbuf, count, t, o, c, made));
    return allreduce("MPI_Allreduce", sendbuf, recvbuf, count, t, o, c);
}
MPI_CALL(Iallreduce)
(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
 MPI_Request *request) {
    int error;
    MPI_COMM_OF(c, "MPI_Iallreduce", comm);
    TYPE_OF(t, "MPI_Iallreduce", c, type, count);
    OP_OF(o, "MPI_Iallreduce", c, op, t);
    INTER_START(c, mpi_inter_allreduce("MPI_Iallreduce", sendbuf, recvbuf, count, t, o, c, made));
    struct mpi_schedule *s = mpi_schedule_new("MPI_Iallreduce", c);
    mpi_plan_allreduce(s, sendbuf, recvbuf, count, t, o, c);
    return mpi_schedule_start(s, request);
}

/// Reduces to rank 0, which scatters; `counts` null: `each`.
static int begin_reduce_scatter(const char *call, const void *sendbuf, void *recvbuf,
                                const int *counts, int each, MPI_Datatype type, MPI_Op op,
                                MPI_Comm comm, struct mpi_schedule **made) {
    int error, all = 0;
    MPI_COMM_OF(c, call, comm);
    TYPE_OF(t, call, c, type, each);
    OP_OF(o, call, c, op, t);
    INTER(c, mpi_inter_reduce_scatter(call, sendbuf, recvbuf, counts, each, t, o, c, made));
    for (int i = 0; i < c->size; ++i) {
        const int n = counts ? counts[i] : each;
        MPI_CHECK(n < 0, c, MPI_ERR_COUNT, call, "a count of %d", n);
        all += n;
    }
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    void *sum = mpi_schedule_room(s, t, all);
    mpi_plan_reduce(s, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, sum, all, t, o, 0, c);
    int place = 0;
    for (int i = 0; i < c->size; ++i) {
        const int n = counts ? counts[i] : each;
        if (c->rank == 0 && i == 0)
            mpi_step_copy(s, t, sum, n, t, recvbuf, n);
        else if (c->rank == 0)
            mpi_step_send(s, mpi_element(sum, place, t), n, t, i);
        else if (c->rank == i)
            mpi_step_receive(s, recvbuf, n, t, 0);
        place += n;
    }
    mpi_step_round(s);
    return MPI_SUCCESS;
}
static int begin_reduce_scatter_v(const char *call, const void *sendbuf, void *recvbuf,
                                  const int *recvcounts, MPI_Datatype type, MPI_Op op,
                                  MPI_Comm comm, struct mpi_schedule **s) {
    return begin_reduce_scatter(call, sendbuf, recvbuf, recvcounts, 0, type, op, comm, s);
}
static int begin_reduce_scatter_block(const char *call, const void *sendbuf, void *recvbuf,
                                      int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                      struct mpi_schedule **s) {
    return begin_reduce_scatter(call, sendbuf, recvbuf, 0, recvcount, type, op, comm, s);
}
MPI_BOTH(Reduce_scatter, Ireduce_scatter, begin_reduce_scatter_v,
         (const void *sendbuf, void *recvbuf, const int *recvcounts, MPI_Datatype type, MPI_Op op,
          MPI_Comm comm),
         (sendbuf, recvbuf, recvcounts, type, op, comm))
MPI_BOTH(Reduce_scatter_block, Ireduce_scatter_block, begin_reduce_scatter_block,
         (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type, MPI_Op op,
          MPI_Comm comm),
         (sendbuf, recvbuf, recvcount, type, op, comm))

/// Recursive doubling: `part` is the block of ranks so far, the result that of the ranks up to this
/// one, or before it (`exclusive`).
static int begin_scan_of(const char *call, int exclusive, const void *sendbuf, void *recvbuf,
                         int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                         struct mpi_schedule **made) {
    int error;
    INTRA_OF(c, call, comm);
    TYPE_OF(t, call, c, type, count);
    OP_OF(o, call, c, op, t);
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    void *part = mpi_schedule_room(s, t, count), *other = mpi_schedule_room(s, t, count);
    mpi_step_copy(s, t, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, t, part, count);
    int has_result = !exclusive;
    if (!exclusive && sendbuf != MPI_IN_PLACE)
        mpi_step_copy(s, t, sendbuf, count, t, recvbuf, count);
    for (int bit = 1; bit < c->size; bit *= 2) {
        const int peer = c->rank ^ bit;
        if (peer >= c->size) continue;
        mpi_step_receive(s, other, count, mpi_padded(t), peer);
        mpi_step_send(s, part, count, mpi_padded(t), peer);
        mpi_step_round(s);
        if (peer < c->rank) {
            if (has_result)
                mpi_step_combine(s, o, t, other, recvbuf, count);
            else
                mpi_step_copy(s, t, other, count, t, recvbuf, count);
            has_result = 1;
            mpi_step_combine(s, o, t, other, part, count);
        } else {
            mpi_step_combine(s, o, t, part, other, count);
            void *const was = part;
            part = other;
            other = was;
        }
    }
    return MPI_SUCCESS;
}
static int begin_scan(const char *call, const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype type, MPI_Op op, MPI_Comm comm, struct mpi_schedule **s) {
    return begin_scan_of(call, 0, sendbuf, recvbuf, count, type, op, comm, s);
}
static int begin_exscan(const char *call, const void *sendbuf, void *recvbuf, int count,
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm, struct mpi_schedule **s) {
    return begin_scan_of(call, 1, sendbuf, recvbuf, count, type, op, comm, s);
}
MPI_BOTH(Scan, Iscan, begin_scan,
         (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
          MPI_Comm comm),
         (sendbuf, recvbuf, count, type, op, comm))
MPI_BOTH(Exscan, Iexscan, begin_exscan,
         (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
          MPI_Comm comm),
         (sendbuf, recvbuf, count, type, op, comm))

// --- gathering and scattering --------------------------------------------------------------------

static int check_places(const char *call, struct mpi_comm *c, const struct places *p) {
    for (int i = 0; i < (p->counts ? c->size : 0); ++i)
        MPI_CHECK(p->counts[i] < 0, c, MPI_ERR_COUNT, call, "a count of %d", p->counts[i]);
    return MPI_SUCCESS;
}

static int gather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                  struct places places, MPI_Datatype to_type, int root, MPI_Comm comm,
                  struct mpi_schedule **made) {
    int error;
    MPI_COMM_OF(c, call, comm);
    INTER(c, mpi_inter_gather(call, from, count, type, to, &places, to_type, root, c, made));
    CHECK_ROOT(call, c, root);
    if (c->rank != root) {
        MPI_CHECK(from == MPI_IN_PLACE, c, MPI_ERR_BUFFER, call,
                  "MPI_IN_PLACE at rank %d, which is not the root", c->rank);
        TYPE_OF(t, call, c, type, count);
        *made = mpi_schedule_new(call, c);
        mpi_step_send(*made, from, count, t, root);
        return MPI_SUCCESS;
    }
    const int in_place = from == MPI_IN_PLACE;
    TYPE_OF(tt, call, c, to_type, places.count);
    TYPE_OF(t, call, c, in_place ? MPI_BYTE : type, in_place ? 0 : count);
    MPI_TRY(check_places(call, c, &places));
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    for (int i = 0; i < c->size; ++i) {
        void *place = place_of(&places, to, i, tt);
        if (i != root)
            mpi_step_receive(s, place, count_of(&places, i), tt, i);
        else if (!in_place)
            mpi_step_copy(s, t, from, count, tt, place, count_of(&places, i));
    }
    return MPI_SUCCESS;
}
static int begin_gather(const char *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                        void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm, struct mpi_schedule **s) {
    return gather(call, sendbuf, sendcount, sendtype, recvbuf, (struct places){0, 0, recvcount},
                  recvtype, root, comm, s);
}
static int begin_gatherv(const char *call, const void *sendbuf, int sendcount,
                         MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                         const int *displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                         struct mpi_schedule **s) {
    return gather(call, sendbuf, sendcount, sendtype, recvbuf,
                  (struct places){recvcounts, displs, 0}, recvtype, root, comm, s);
}
MPI_BOTH(Gather, Igather, begin_gather,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
MPI_BOTH(Gatherv, Igatherv, begin_gatherv,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
          const int *recvcounts, const int *displs, MPI_Datatype recvtype, int root, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))

static int scatter(const char *call, const void *from, struct places places, MPI_Datatype type,
                   void *to, int count, MPI_Datatype to_type, int root, MPI_Comm comm,
                   struct mpi_schedule **made) {
    int error;
    MPI_COMM_OF(c, call, comm);
    INTER(c, mpi_inter_scatter(call, from, &places, type, to, count, to_type, root, c, made));
    CHECK_ROOT(call, c, root);
    if (c->rank != root) {
        MPI_CHECK(to == MPI_IN_PLACE, c, MPI_ERR_BUFFER, call,
                  "MPI_IN_PLACE at rank %d, which is not the root", c->rank);
        TYPE_OF(tt, call, c, to_type, count);
        *made = mpi_schedule_new(call, c);
        mpi_step_receive(*made, to, count, tt, root);
        return MPI_SUCCESS;
    }
    const int in_place = to == MPI_IN_PLACE;
    TYPE_OF(t, call, c, type, places.count);
    TYPE_OF(tt, call, c, in_place ? MPI_BYTE : to_type, in_place ? 0 : count);
    MPI_TRY(check_places(call, c, &places));
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    for (int i = 0; i < c->size; ++i) {
        const void *place = place_of(&places, from, i, t);
        if (i != root)
            mpi_step_send(s, place, count_of(&places, i), t, i);
        else if (!in_place)
            mpi_step_copy(s, t, place, count_of(&places, i), tt, to, count);
    }
    return MPI_SUCCESS;
}
static int begin_scatter(const char *call, const void *sendbuf, int sendcount,
                         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                         int root, MPI_Comm comm, struct mpi_schedule **s) {
    return scatter(call, sendbuf, (struct places){0, 0, sendcount}, sendtype, recvbuf, recvcount,
                   recvtype, root, comm, s);
}
static int begin_scatterv(const char *call, const void *sendbuf, const int *sendcounts,
                          const int *displs, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, int root, MPI_Comm comm, struct mpi_schedule **s) {
    return scatter(call, sendbuf, (struct places){sendcounts, displs, 0}, sendtype, recvbuf,
                   recvcount, recvtype, root, comm, s);
}
MPI_BOTH(Scatter, Iscatter, begin_scatter,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
MPI_BOTH(Scatterv, Iscatterv, begin_scatterv,
         (const void *sendbuf, const int *sendcounts, const int *displs, MPI_Datatype sendtype,
          void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
         (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))

/// Blocks of equal size on a power of two of processes double in each round; others go around a
/// ring.
static int allgather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                     struct places places, MPI_Datatype to_type, MPI_Comm comm,
                     struct mpi_schedule **made) {
    int error;
    const int in_place = from == MPI_IN_PLACE;
    MPI_COMM_OF(c, call, comm);
    INTER(c, mpi_inter_allgather(call, from, count, type, to, &places, to_type, c, made));
    TYPE_OF(tt, call, c, to_type, places.count);
    TYPE_OF(t, call, c, in_place ? MPI_BYTE : type, in_place ? 0 : count);
    MPI_TRY(check_places(call, c, &places));
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    const int size = c->size, rank = c->rank;
    if (!in_place)
        mpi_step_copy(s, t, from, count, tt, place_of(&places, to, rank, tt),
                      count_of(&places, rank));
    if (!places.counts && power_below(size) == size) {
        for (int bit = 1; bit < size; bit *= 2) {
            const int mine = rank & -bit, other = mine ^ bit;
            mpi_step_receive(s, place_of(&places, to, other, tt), bit * places.count, tt,
                             rank ^ bit);
            mpi_step_send(s, place_of(&places, to, mine, tt), bit * places.count, tt, rank ^ bit);
            mpi_step_round(s);
        }
        return MPI_SUCCESS;
    }
    for (int i = 0; i < size - 1; ++i) {
        const int send = (rank - i + size) % size, receive = (rank - i - 1 + size) % size;
        mpi_step_receive(s, place_of(&places, to, receive, tt), count_of(&places, receive), tt,
                         (rank - 1 + size) % size);
        mpi_step_send(s, place_of(&places, to, send, tt), count_of(&places, send), tt,
                      (rank + 1) % size);
        mpi_step_round(s);
    }
    return MPI_SUCCESS;
}
static int begin_allgather(const char *call, const void *sendbuf, int sendcount,
                           MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mpi_schedule **s) {
    return allgather(call, sendbuf, sendcount, sendtype, recvbuf, (struct places){0, 0, recvcount},
                     recvtype, comm, s);
}
static int begin_allgatherv(const char *call, const void *sendbuf, int sendcount,
                            MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                            const int *displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mpi_schedule **s) {
    return allgather(call, sendbuf, sendcount, sendtype, recvbuf,
                     (struct places){recvcounts, displs, 0}, recvtype, comm, s);
}
MPI_BOTH(Allgather, Iallgather, begin_allgather,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
MPI_BOTH(Allgatherv, Iallgatherv, begin_allgatherv,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
          const int *recvcounts, const int *displs, MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))

int mpi_allgather_ints(const char *call, const int *mine, int count, int *all, struct mpi_comm *c) {
    struct mpi_schedule *s;
    MPI_TRY(begin_allgather(call, mine, count, MPI_INT, all, count, MPI_INT, c->handle, &s));
    return mpi_schedule_run(s);
}

int mpi_look_at(const char *call, struct mpi_comm *c, const struct side *side, const void *buf,
                int rank, struct mpi_type **t, int *count, void **place) {
    int error;
    *count = side->counts ? side->counts[rank] : side->count;
    *t = mpi_type(call, c, side->types ? side->types[rank] : side->type, *count, &error);
    if (!*t) return error;
    if (side->types)
        *place = (char *)buf + side->displs[rank];
    else
        *place = mpi_element(buf, side->displs ? side->displs[rank] : (ptrdiff_t)rank * *count, *t);
    return MPI_SUCCESS;
}
static int alltoall(const char *call, const void *from, struct side out, void *to, struct side in,
                    MPI_Comm comm, struct mpi_schedule **made) {
    MPI_COMM_OF(c, call, comm);
    INTER(c, mpi_inter_alltoall(call, from, &out, to, &in, c, made));
    const int in_place = from == MPI_IN_PLACE;
    struct mpi_type *t;
    int count;
    void *place;
    for (int i = 0; i < c->size; ++i) { // all checks come before the first message
        MPI_TRY(mpi_look_at(call, c, &in, to, i, &t, &count, &place));
        if (!in_place) MPI_TRY(mpi_look_at(call, c, &out, from, i, &t, &count, &place));
    }
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    // Each process starts with a different peer, so that no process is the first target of all.
    for (int n = 0; n < c->size; ++n) {
        const int i = (c->rank - n + c->size) % c->size;
        MPI_TRY(mpi_look_at(call, c, &in, to, i, &t, &count, &place));
        if (in_place) { // what is sent is kept apart
            void *copy = mpi_schedule_room(s, t, count);
            mpi_step_copy(s, t, place, count, t, copy, count);
            if (i != c->rank) mpi_step_send(s, copy, count, t, i);
        } else if (i != c->rank) {
            mpi_step_receive(s, place, count, t, i);
        }
    }
    for (int n = 0; n < c->size; ++n) {
        const int i = (c->rank + n) % c->size;
        MPI_TRY(mpi_look_at(call, c, &in, to, i, &t, &count, &place));
        if (in_place) {
            if (i != c->rank) mpi_step_receive(s, place, count, t, i);
            continue;
        }
        struct mpi_type *of;
        int many;
        void *at;
        MPI_TRY(mpi_look_at(call, c, &out, from, i, &of, &many, &at));
        if (i == c->rank)
            mpi_step_copy(s, of, at, many, t, place, count);
        else
            mpi_step_send(s, at, many, of, i);
    }
    return MPI_SUCCESS;
}
static int begin_alltoall(const char *call, const void *sendbuf, int sendcount,
                          MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, struct mpi_schedule **s) {
    return alltoall(call, sendbuf, (struct side){0, 0, sendcount, sendtype, 0}, recvbuf,
                    (struct side){0, 0, recvcount, recvtype, 0}, comm, s);
}
static int begin_alltoallv(const char *call, const void *sendbuf, const int *sendcounts,
                           const int *sdispls, MPI_Datatype sendtype, void *recvbuf,
                           const int *recvcounts, const int *rdispls, MPI_Datatype recvtype,
                           MPI_Comm comm, struct mpi_schedule **s) {
    return alltoall(call, sendbuf, (struct side){sendcounts, sdispls, 0, sendtype, 0}, recvbuf,
                    (struct side){recvcounts, rdispls, 0, recvtype, 0}, comm, s);
}
static int begin_alltoallw(const char *call, const void *sendbuf, const int *sendcounts,
                           const int *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                           const int *recvcounts, const int *rdispls, const MPI_Datatype *recvtypes,
                           MPI_Comm comm, struct mpi_schedule **s) {
    return alltoall(call, sendbuf, (struct side){sendcounts, sdispls, 0, 0, sendtypes}, recvbuf,
                    (struct side){recvcounts, rdispls, 0, 0, recvtypes}, comm, s);
}
MPI_BOTH(Alltoall, Ialltoall, begin_alltoall,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
MPI_BOTH(Alltoallv, Ialltoallv, begin_alltoallv,
         (const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype,
          void *recvbuf, const int *recvcounts, const int *rdispls, MPI_Datatype recvtype,
          MPI_Comm comm),
         (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
MPI_BOTH(Alltoallw, Ialltoallw, begin_alltoallw,
         (const void *sendbuf, const int *sendcounts, const int *sdispls,
          const MPI_Datatype *sendtypes, void *recvbuf, const int *recvcounts, const int *rdispls,
          const MPI_Datatype *recvtypes, MPI_Comm comm),
         (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
