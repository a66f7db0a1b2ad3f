// Groups of processes.
#include "mpi_internal.h"

#include <stdlib.h>

int mpi_group_new(const char *call, int size, struct mpi_group **made) {
    struct mpi_group *g = mpi_get(call, sizeof *g);
    *g = (struct mpi_group){1, size, MPI_UNDEFINED, mpi_get(call, (size_t)size * sizeof(int))};
    *made = g;
    return MPI_SUCCESS;
}
void mpi_group_release(struct mpi_group *group) {
    if (--group->references) return;
    free(group->process);
    free(group);
}
int mpi_group_rank(const struct mpi_group *group, int process) {
    if (!group->process) return process >= 0 && process < group->size ? process : MPI_UNDEFINED;
    for (int i = 0; i < group->size; ++i)
        if (group->process[i] == process) return i;
    return MPI_UNDEFINED;
}

#define GROUP_OF(g, call, handle)                                                                  \
    mpi_check_started(call);                                                                       \
    struct mpi_group *const g = mpi_object(mpi_kind_group, handle);                                \
    MPI_CHECK(!g, 0, MPI_ERR_GROUP, call, "%d is no group", handle)

/// Hands a new group to the program. An empty one is MPI_GROUP_EMPTY.
static int give(const char *call, struct mpi_group *g, MPI_Group *made) {
    if (g->size == 0) {
        mpi_group_release(g);
        *made = MPI_GROUP_EMPTY;
        return MPI_SUCCESS;
    }
    g->rank = mpi_group_rank(g, mpid_self);
    *made = mpi_add(call, mpi_kind_group, g);
    return MPI_SUCCESS;
}

MPI_CALL(Group_size)(MPI_Group group, int *size) {
    GROUP_OF(g, "MPI_Group_size", group);
    MPI_NOT_NULL(size, 0, "MPI_Group_size");
    *size = g->size;
    return MPI_SUCCESS;
}
MPI_CALL(Group_rank)(MPI_Group group, int *rank) {
    GROUP_OF(g, "MPI_Group_rank", group);
    MPI_NOT_NULL(rank, 0, "MPI_Group_rank");
    *rank = g->rank;
    return MPI_SUCCESS;
}
MPI_CALL(Group_translate_ranks)
(MPI_Group a, int count, const int *ranks, MPI_Group b, int *translated) {
    static const char call[] = "MPI_Group_translate_ranks";
    GROUP_OF(from, call, a);
    GROUP_OF(to, call, b);
    MPI_CHECK(count < 0, 0, MPI_ERR_ARG, call, "a count of %d", count);
    MPI_NOT_NULL((ranks && translated) || !count, 0, call);
    for (int i = 0; i < count; ++i) {
        const int rank = ranks[i];
        MPI_CHECK(rank != MPI_PROC_NULL && (rank < 0 || rank >= from->size), 0, MPI_ERR_RANK, call,
                  "there is no rank %d among %d", rank, from->size);
        translated[i] =
            rank == MPI_PROC_NULL ? rank : mpi_group_rank(to, mpi_group_process(from, rank));
    }
    return MPI_SUCCESS;
}
MPI_CALL(Group_compare)(MPI_Group a, MPI_Group b, int *result) {
    GROUP_OF(x, "MPI_Group_compare", a);
    GROUP_OF(y, "MPI_Group_compare", b);
    MPI_NOT_NULL(result, 0, "MPI_Group_compare");
    *result = x->size == y->size ? MPI_IDENT : MPI_UNEQUAL;
    for (int i = 0; i < x->size && *result != MPI_UNEQUAL; ++i) {
        const int there = mpi_group_rank(y, mpi_group_process(x, i));
        if (there == MPI_UNDEFINED)
            *result = MPI_UNEQUAL;
        else if (there != i)
            *result = MPI_SIMILAR;
    }
    return MPI_SUCCESS;
}

/// The members of `from` that are in `other`, or are not.
static void append(struct mpi_group *to, const struct mpi_group *from,
                   const struct mpi_group *other, int in) {
    for (int i = 0; i < from->size; ++i) {
        const int process = mpi_group_process(from, i);
        if ((mpi_group_rank(other, process) != MPI_UNDEFINED) == in)
            to->process[to->size++] = process;
    }
}
enum set { set_union, set_intersection, set_difference };
static int combine(const char *call, MPI_Group a, MPI_Group b, MPI_Group *made, enum set set) {
    GROUP_OF(x, call, a);
    GROUP_OF(y, call, b);
    MPI_NOT_NULL(made, 0, call);
    struct mpi_group *g;
    MPI_TRY(mpi_group_new(call, x->size + y->size, &g));
    g->size = 0;
    if (set == set_union) {
        append(g, x, x, 1);
        append(g, y, x, 0);
    } else {
        append(g, x, y, set == set_intersection);
    }
    return give(call, g, made);
}
MPI_CALL(Group_union)(MPI_Group a, MPI_Group b, MPI_Group *made) {
    return combine("MPI_Group_union", a, b, made, set_union);
}
MPI_CALL(Group_intersection)(MPI_Group a, MPI_Group b, MPI_Group *made) {
    return combine("MPI_Group_intersection", a, b, made, set_intersection);
}
MPI_CALL(Group_difference)(MPI_Group a, MPI_Group b, MPI_Group *made) {
    return combine("MPI_Group_difference", a, b, made, set_difference);
}

/// The ranks of a list that are in a group, once each; the error, or MPI_SUCCESS.
static int mark(const char *call, const struct mpi_group *g, int count, const int *ranks,
                unsigned char *marks) {
    for (int i = 0; i < g->size; ++i) marks[i] = 0;
    for (int i = 0; i < count; ++i) {
        MPI_CHECK(ranks[i] < 0 || ranks[i] >= g->size, 0, MPI_ERR_RANK, call,
                  "there is no rank %d among %d", ranks[i], g->size);
        MPI_CHECK(marks[ranks[i]], 0, MPI_ERR_RANK, call, "rank %d twice", ranks[i]);
        marks[ranks[i]] = 1;
    }
    return MPI_SUCCESS;
}
static int choose(const char *call, struct mpi_group *g, int count, const int *ranks, int exclude,
                  MPI_Group *made) {
    MPI_CHECK(count < 0, 0, MPI_ERR_ARG, call, "a count of %d", count);
    MPI_NOT_NULL(made && (ranks || !count), 0, call);
    unsigned char *marks = mpi_get(call, (size_t)g->size);
    const int error = mark(call, g, count, ranks, marks);
    if (error == MPI_SUCCESS) {
        struct mpi_group *chosen;
        MPI_TRY(mpi_group_new(call, g->size, &chosen));
        chosen->size = 0;
        if (exclude) {
            for (int i = 0; i < g->size; ++i)
                if (!marks[i]) chosen->process[chosen->size++] = mpi_group_process(g, i);
        } else {
            for (int i = 0; i < count; ++i)
                chosen->process[chosen->size++] = mpi_group_process(g, ranks[i]);
        }
        free(marks);
        return give(call, chosen, made);
    }
    free(marks);
    return error;
}
MPI_CALL(Group_incl)(MPI_Group group, int count, const int *ranks, MPI_Group *made) {
    GROUP_OF(g, "MPI_Group_incl", group);
    return choose("MPI_Group_incl", g, count, ranks, 0, made);
}
MPI_CALL(Group_excl)(MPI_Group group, int count, const int *ranks, MPI_Group *made) {
    GROUP_OF(g, "MPI_Group_excl", group);
    return choose("MPI_Group_excl", g, count, ranks, 1, made);
}

static int choose_ranges(const char *call, MPI_Group group, int count, int ranges[][3], int exclude,
                         MPI_Group *made) {
    GROUP_OF(g, call, group);
    MPI_CHECK(count < 0, 0, MPI_ERR_ARG, call, "a count of %d", count);
    MPI_NOT_NULL(made && (ranges || !count), 0, call);
    int n = 0;
    for (int pass = 0;; ++pass) {
        int *ranks = pass ? mpi_get(call, (size_t)n * sizeof(int)) : 0;
        n = 0;
        for (int i = 0; i < count; ++i) {
            const int first = ranges[i][0], last = ranges[i][1], step = ranges[i][2];
            if (step == 0) {
                free(ranks);
                return MPI_RAISE(0, MPI_ERR_ARG, call, "a stride of 0");
            }
            for (int r = first; step > 0 ? r <= last : r >= last; r += step) {
                if (ranks) ranks[n] = r;
                ++n;
                if (r < 0 || r >= g->size) break; // reported below
            }
        }
        if (!ranks) continue;
        const int error = choose(call, g, n, ranks, exclude, made);
        free(ranks);
        return error;
    }
}
MPI_CALL(Group_range_incl)(MPI_Group group, int count, int ranges[][3], MPI_Group *made) {
    return choose_ranges("MPI_Group_range_incl", group, count, ranges, 0, made);
}
MPI_CALL(Group_range_excl)(MPI_Group group, int count, int ranges[][3], MPI_Group *made) {
    return choose_ranges("MPI_Group_range_excl", group, count, ranges, 1, made);
}

MPI_CALL(Group_free)(MPI_Group *group) {
    MPI_NOT_NULL(group, 0, "MPI_Group_free");
    GROUP_OF(g, "MPI_Group_free", *group);
    if (*group != MPI_GROUP_EMPTY) {
        mpi_remove(mpi_kind_group, *group);
        mpi_group_release(g);
    }
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

static int give_of_comm(const char *call, struct mpi_group *g, MPI_Group *group) {
    ++g->references;
    *group = mpi_add(call, mpi_kind_group, g);
    return MPI_SUCCESS;
}
MPI_CALL(Comm_group)(MPI_Comm comm, MPI_Group *group) {
    MPI_COMM_OF(c, "MPI_Comm_group", comm);
    MPI_NOT_NULL(group, c, "MPI_Comm_group");
    return give_of_comm("MPI_Comm_group", c->group, group);
}
MPI_CALL(Comm_remote_group)(MPI_Comm comm, MPI_Group *group) {
    MPI_COMM_OF(c, "MPI_Comm_remote_group", comm);
    MPI_NOT_NULL(group, c, "MPI_Comm_remote_group");
    MPI_CHECK(!c->remote, c, MPI_ERR_COMM, "MPI_Comm_remote_group", "no intercommunicator");
    return give_of_comm("MPI_Comm_remote_group", c->remote, group);
}
