// Intercommunicators.
#include "mpi_contexts.h"

#include <stdlib.h>

/// Sends `ints` numbers of the leader to the other leader, and the other's to all of the group.
static int exchange(const char *call, struct mpi_comm *local, int leader, struct mpi_comm *peer,
                    int remote_leader, int tag, int collective, const int *mine, int count,
                    int *theirs, int their_count) {
    if (local->rank == leader) {
        struct mpi_request in, out;
        int error;
        struct mpi_type *type = mpi_type(call, local, MPI_INT, 0, &error);
        mpi_receive_begin(&in, call, theirs, their_count, type, remote_leader, tag, peer,
                          collective);
        mpi_send_begin(&out, call, mine, count, type, remote_leader, tag, peer, collective,
                       mpi_standard);
        MPI_TRY(mpi_wait(&out, 0));
        MPI_TRY(mpi_wait(&in, 0));
    }
    return PMPI_Bcast(theirs, their_count, MPI_INT, leader, local->handle);
}

MPI_CALL(Intercomm_create)
(MPI_Comm local, int local_leader, MPI_Comm peer, int remote_leader, int tag, MPI_Comm *made) {
    static const char call[] = "MPI_Intercomm_create";
    MPI_COMM_OF(l, call, local);
    MPI_NOT_NULL(made, l, call);
    MPI_CHECK(l->remote, l, MPI_ERR_COMM, call, "the local communicator is an intercommunicator");
    MPI_CHECK(local_leader < 0 || local_leader >= l->size, l, MPI_ERR_RANK, call,
              "there is no rank %d among %d", local_leader, l->size);
    struct mpi_comm *p = 0;
    if (l->rank == local_leader) {
        p = mpi_object(mpi_kind_comm, peer);
        MPI_CHECK(!p, l, MPI_ERR_COMM, call, "%d is no communicator", peer);
        MPI_CHECK(remote_leader < 0 || remote_leader >= p->peers, l, MPI_ERR_RANK, call,
                  "there is no rank %d among %d", remote_leader, p->peers);
        MPI_CHECK(tag < 0, l, MPI_ERR_TAG, call, "a tag of %d", tag);
    }
    int there;
    MPI_TRY(exchange(call, l, local_leader, p, remote_leader, tag, 0, &l->size, 1, &there, 1));
    int *mine = mpi_get(call, (size_t)l->size * sizeof(int));
    for (int i = 0; i < l->size; ++i) mine[i] = mpi_group_process(l->group, i);
    struct mpi_group *remote;
    MPI_TRY(mpi_group_new(call, there, &remote));
    MPI_TRY(exchange(call, l, local_leader, p, remote_leader, tag, 0, mine, l->size,
                     remote->process, there));
    free(mine);
    for (int i = 0; i < there; ++i)
        MPI_CHECK(mpi_group_rank(l->group, remote->process[i]) != MPI_UNDEFINED, l, MPI_ERR_COMM,
                  call, "process %d is in both groups", remote->process[i]);
    int context;
    MPI_TRY(mpi_agree_with(call, l, local_leader, p, remote_leader, tag, &context));
    ++l->group->references;
    *made = mpi_comm_new(call, l->group, remote, context, l)->handle;
    return MPI_SUCCESS;
}

/// It uses the intercommunicator's context for collectives. All calls on both sides are in one
/// order.
struct mpi_comm *mpi_local(const char *call, struct mpi_comm *inter) {
    struct mpi_comm *local = inter->local;
    if (!local) {
        local = inter->local = mpi_get(call, sizeof *local);
        *local = *inter;
        local->local = 0;
        mpi_comm_set_group(local, local->group, 0);
        local->rank_of = 0;
    }
    local->errhandler = inter->errhandler; // of now
    return local;
}

MPI_CALL(Intercomm_merge)(MPI_Comm inter, int high, MPI_Comm *made) {
    static const char call[] = "MPI_Intercomm_merge";
    MPI_COMM_OF(c, call, inter);
    MPI_NOT_NULL(made, c, call);
    MPI_CHECK(!c->remote, c, MPI_ERR_COMM, call, "no intercommunicator");
    int context, theirs;
    const int mine = high != 0;
    MPI_TRY(mpi_agree(call, c, &context));
    MPI_TRY(PMPI_Allreduce(&mine, &theirs, 1, MPI_INT, MPI_LAND, inter));
    int first = mine < theirs;
    if (mine == theirs) // by the process of rank 0
        first = mpi_group_process(c->group, 0) < mpi_group_process(c->remote, 0);
    const struct mpi_group *a = first ? c->group : c->remote, *b = first ? c->remote : c->group;
    struct mpi_group *both;
    MPI_TRY(mpi_group_new(call, a->size + b->size, &both));
    for (int i = 0; i < a->size; ++i) both->process[i] = mpi_group_process(a, i);
    for (int i = 0; i < b->size; ++i) both->process[a->size + i] = mpi_group_process(b, i);
    both->rank = mpi_group_rank(both, mpid_self);
    *made = mpi_comm_new(call, both, 0, context, c)->handle;
    return MPI_SUCCESS;
}

/// Rank 0 of each group sends `count` numbers, all processes of the other group get them. All of a
/// group know both counts.
static int give_across(struct mpi_comm *c, const int *mine, int count, int *theirs,
                       int their_count) {
    const int is_first = mpi_group_process(c->group, 0) < mpi_group_process(c->remote, 0);
    for (int step = 0; step < 2; ++step) {
        if ((step == 0) == is_first)
            MPI_TRY(PMPI_Bcast((int *)mine, count, MPI_INT, c->rank ? MPI_PROC_NULL : MPI_ROOT,
                               c->handle));
        else
            MPI_TRY(PMPI_Bcast(theirs, their_count, MPI_INT, 0, c->handle));
    }
    return MPI_SUCCESS;
}

/// Collective over an intercommunicator: one of parts of its groups; null where this process is not
/// in its group, or a group is empty. Takes a reference of `remote`.
static int make(const char *call, struct mpi_comm *over, struct mpi_group *local,
                struct mpi_group *remote, struct mpi_comm **made) {
    int context;
    *made = 0;
    const int error = mpi_agree(call, over, &context);
    if (error == MPI_SUCCESS && local->rank != MPI_UNDEFINED && remote->size) {
        ++local->references;
        *made = mpi_comm_new(call, local, remote, context, over);
        return MPI_SUCCESS;
    }
    mpi_group_release(remote);
    if (error == MPI_SUCCESS) mpi_context_free(context);
    return error;
}

int mpi_inter_create(const char *call, struct mpi_comm *c, struct mpi_group *group,
                     struct mpi_comm **made) {
    int there;
    MPI_TRY(give_across(c, &group->size, 1, &there, 1));
    int *const mine = mpi_get(call, (size_t)group->size * sizeof(int));
    for (int i = 0; i < group->size; ++i) mine[i] = mpi_group_process(group, i);
    struct mpi_group *remote;
    MPI_TRY(mpi_group_new(call, there, &remote));
    const int error = give_across(c, mine, group->size, remote->process, there);
    free(mine);
    MPI_TRY(error);
    return make(call, c, group, remote, made);
}

int mpi_inter_split(const char *call, struct mpi_comm *c, const struct mpi_choice *mine,
                    struct mpi_comm **made) {
    // Each group gets the choices of the other one, which gives back what it has got.
    struct mpi_choice *const theirs = mpi_get(call, sizeof *theirs * (size_t)c->peers),
                             *const ours = mpi_get(call, sizeof *ours * (size_t)c->size);
    int error = mpi_allgather_ints(call, &mine->color, 3, &theirs->color, c);
    if (error == MPI_SUCCESS)
        error = give_across(c, &theirs->color, 3 * c->peers, &ours->color, 3 * c->size);
    if (error == MPI_SUCCESS) {
        struct mpi_group *const local = mpi_chosen(call, c->group, ours, mine->color),
                                *const remote = mpi_chosen(call, c->remote, theirs, mine->color);
        error = make(call, c, local, remote, made);
        mpi_group_release(local);
    }
    free(theirs);
    free(ours);
    return error;
}
