// Collective operations on intercommunicators, as schedules: messages between the groups, and
// inside of a group those of its own communicator.
#include "mpi_collectives.h"

#define CHECK_ROOT(call, c, root)                                                                  \
    MPI_CHECK(                                                                                     \
        (root) != MPI_ROOT && (root) != MPI_PROC_NULL && ((root) < 0 || (root) >= (c)->peers), c,  \
        MPI_ERR_ROOT, call, "there is no rank %d among %d of the other group", root, (c)->peers)
#define NOT_IN_PLACE(call, c, buf)                                                                 \
    MPI_CHECK((buf) == MPI_IN_PLACE, c, MPI_ERR_BUFFER, call,                                      \
              "MPI_IN_PLACE on an intercommunicator")
#define TYPE_OF(t, call, c, type, count)                                                           \
    struct mpi_type *const t = mpi_type(call, c, type, count, &error);                             \
    if (!t) return error

static int check_counts(const char *call, struct mpi_comm *c, const int *counts, int many) {
    for (int i = 0; i < (counts ? many : 0); ++i)
        MPI_CHECK(counts[i] < 0, c, MPI_ERR_COUNT, call, "a count of %d", counts[i]);
    return MPI_SUCCESS;
}

int mpi_inter_bcast(const char *call, void *buf, int count, struct mpi_type *t, int root,
                    struct mpi_comm *c, struct mpi_schedule **made) {
    CHECK_ROOT(call, c, root);
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    if (root == MPI_PROC_NULL) return MPI_SUCCESS;
    if (root == MPI_ROOT) {
        mpi_step_send(s, buf, count, t, 0);
        return MPI_SUCCESS;
    }
    if (c->rank == 0) mpi_step_receive(s, buf, count, t, root);
    mpi_step_round(s);
    struct mpi_comm *const local = mpi_local(call, c);
    mpi_schedule_over(s, local);
    mpi_plan_bcast(s, buf, count, t, 0, local);
    return MPI_SUCCESS;
}

int mpi_inter_gather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                     const struct places *places, MPI_Datatype to_type, int root,
                     struct mpi_comm *c, struct mpi_schedule **made) {
    int error;
    CHECK_ROOT(call, c, root);
    if (root == MPI_ROOT) {
        TYPE_OF(t, call, c, to_type, places->count);
        MPI_TRY(check_counts(call, c, places->counts, c->peers));
        *made = mpi_schedule_new(call, c);
        for (int i = 0; i < c->peers; ++i)
            mpi_step_receive(*made, place_of(places, to, i, t), count_of(places, i), t, i);
    } else if (root == MPI_PROC_NULL) {
        *made = mpi_schedule_new(call, c);
    } else {
        NOT_IN_PLACE(call, c, from);
        TYPE_OF(t, call, c, type, count);
        *made = mpi_schedule_new(call, c);
        mpi_step_send(*made, from, count, t, root);
    }
    return MPI_SUCCESS;
}

int mpi_inter_scatter(const char *call, const void *from, const struct places *places,
                      MPI_Datatype type, void *to, int count, MPI_Datatype to_type, int root,
                      struct mpi_comm *c, struct mpi_schedule **made) {
    int error;
    CHECK_ROOT(call, c, root);
    if (root == MPI_ROOT) {
        TYPE_OF(t, call, c, type, places->count);
        MPI_TRY(check_counts(call, c, places->counts, c->peers));
        *made = mpi_schedule_new(call, c);
        for (int i = 0; i < c->peers; ++i)
            mpi_step_send(*made, place_of(places, from, i, t), count_of(places, i), t, i);
    } else if (root == MPI_PROC_NULL) {
        *made = mpi_schedule_new(call, c);
    } else {
        NOT_IN_PLACE(call, c, to);
        TYPE_OF(t, call, c, to_type, count);
        *made = mpi_schedule_new(call, c);
        mpi_step_receive(*made, to, count, t, root);
    }
    return MPI_SUCCESS;
}

/// The processes of the other group, each process beginning with another one.
static int peer(const struct mpi_comm *c, int n) { return (c->rank + n) % c->peers; }

int mpi_inter_allgather(const char *call, const void *from, int count, MPI_Datatype type, void *to,
                        const struct places *places, MPI_Datatype to_type, struct mpi_comm *c,
                        struct mpi_schedule **made) {
    int error;
    NOT_IN_PLACE(call, c, from);
    TYPE_OF(tt, call, c, to_type, places->count);
    TYPE_OF(t, call, c, type, count);
    MPI_TRY(check_counts(call, c, places->counts, c->peers));
    *made = mpi_schedule_new(call, c);
    for (int n = 0; n < c->peers; ++n) {
        const int i = peer(c, n);
        mpi_step_receive(*made, place_of(places, to, i, tt), count_of(places, i), tt, i);
    }
    for (int n = 0; n < c->peers; ++n) mpi_step_send(*made, from, count, t, peer(c, n));
    return MPI_SUCCESS;
}

int mpi_inter_alltoall(const char *call, const void *from, const struct side *out, void *to,
                       const struct side *in, struct mpi_comm *c, struct mpi_schedule **made) {
    struct mpi_type *t;
    int count;
    void *place;
    NOT_IN_PLACE(call, c, from);
    for (int i = 0; i < c->peers; ++i) {
        MPI_TRY(mpi_look_at(call, c, in, to, i, &t, &count, &place));
        MPI_TRY(mpi_look_at(call, c, out, from, i, &t, &count, &place));
    }
    *made = mpi_schedule_new(call, c);
    for (int n = 0; n < c->peers; ++n) {
        MPI_TRY(mpi_look_at(call, c, in, to, peer(c, n), &t, &count, &place));
        mpi_step_receive(*made, place, count, t, peer(c, n));
    }
    for (int n = 0; n < c->peers; ++n) {
        MPI_TRY(mpi_look_at(call, c, out, from, peer(c, n), &t, &count, &place));
        mpi_step_send(*made, place, count, t, peer(c, n));
    }
    return MPI_SUCCESS;
}

/// This group's reduction, at its rank 0; then steps between the groups follow.
static void *plan_local(struct mpi_schedule *s, const char *call, const void *from, int count,
                        struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c) {
    struct mpi_comm *const local = mpi_local(call, c);
    void *const mine = mpi_schedule_room(s, t, count);
    mpi_schedule_over(s, local);
    mpi_plan_reduce(s, from, mine, count, t, o, 0, local);
    mpi_schedule_over(s, c);
    return mine;
}

int mpi_inter_reduce(const char *call, const void *from, void *to, int count, struct mpi_type *t,
                     struct mpi_op *o, int root, struct mpi_comm *c, struct mpi_schedule **made) {
    CHECK_ROOT(call, c, root);
    struct mpi_schedule *s;
    if (root == MPI_ROOT) {
        s = *made = mpi_schedule_new(call, c);
        mpi_step_receive(s, to, count, t, 0);
    } else if (root == MPI_PROC_NULL) {
        *made = mpi_schedule_new(call, c);
    } else {
        NOT_IN_PLACE(call, c, from);
        s = *made = mpi_schedule_new(call, c);
        const void *const mine = plan_local(s, call, from, count, t, o, c);
        if (c->rank == 0) mpi_step_send(s, mine, count, t, root);
    }
    return MPI_SUCCESS;
}

/// The leaders' exchange of both groups' reductions.
static void plan_across(struct mpi_schedule *s, const void *mine, void *theirs, int count,
                        struct mpi_type *t, const struct mpi_comm *c) {
    if (c->rank == 0) {
        mpi_step_receive(s, theirs, count, t, 0);
        mpi_step_send(s, mine, count, t, 0);
    }
    mpi_step_round(s);
}

void mpi_inter_plan_all(struct mpi_schedule *s, const char *call, void *buf, int count,
                        struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c) {
    void *const mine = plan_local(s, call, buf, count, t, o, c);
    plan_across(s, mine, buf, count, t, c);
    if (c->rank == 0) mpi_step_combine(s, o, t, mine, buf, count);
    struct mpi_comm *const local = mpi_local(call, c);
    mpi_schedule_over(s, local);
    mpi_plan_bcast(s, buf, count, t, 0, local);
    mpi_schedule_over(s, c);
}

int mpi_inter_allreduce(const char *call, const void *from, void *to, int count, struct mpi_type *t,
                        struct mpi_op *o, struct mpi_comm *c, struct mpi_schedule **made) {
    NOT_IN_PLACE(call, c, from);
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    const void *const mine = plan_local(s, call, from, count, t, o, c);
    plan_across(s, mine, to, count, t, c);
    struct mpi_comm *const local = mpi_local(call, c);
    mpi_schedule_over(s, local);
    mpi_plan_bcast(s, to, count, t, 0, local);
    return MPI_SUCCESS;
}

/// Nobody leaves before all of both groups have come: a reduction of nothing in particular.
int mpi_inter_barrier(const char *call, struct mpi_comm *c, struct mpi_schedule **made) {
    static const int nothing;
    struct mpi_type *const t = mpi_object(mpi_kind_type, MPI_INT);
    static int result;
    return mpi_inter_allreduce(call, &nothing, &result, 1, t, mpi_object(mpi_kind_op, MPI_BOR), c,
                               made);
}

int mpi_inter_reduce_scatter(const char *call, const void *from, void *to, const int *counts,
                             int each, struct mpi_type *t, struct mpi_op *o, struct mpi_comm *c,
                             struct mpi_schedule **made) {
    NOT_IN_PLACE(call, c, from);
    MPI_TRY(check_counts(call, c, counts, c->size));
    int all = 0;
    for (int i = 0; i < c->size; ++i) all += counts ? counts[i] : each;
    struct mpi_schedule *s = *made = mpi_schedule_new(call, c);
    const void *const mine = plan_local(s, call, from, all, t, o, c);
    void *const theirs = mpi_schedule_room(s, t, all);
    plan_across(s, mine, theirs, all, t, c);
    mpi_schedule_over(s, mpi_local(call, c));
    int place = 0;
    for (int i = 0; i < c->size; ++i) {
        const int n = counts ? counts[i] : each;
        if (c->rank == 0 && i == 0)
            mpi_step_copy(s, t, theirs, n, t, to, n);
        else if (c->rank == 0)
            mpi_step_send(s, mpi_element(theirs, place, t), n, t, i);
        else if (c->rank == i)
            mpi_step_receive(s, to, n, t, 0);
        place += n;
    }
    return MPI_SUCCESS;
}
