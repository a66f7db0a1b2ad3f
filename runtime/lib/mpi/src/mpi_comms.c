// Communicators.
#include "mpi_contexts.h"

#include <stdlib.h>
#include <string.h>

struct mpi_comm *mpi_world, *mpi_self;

void mpi_comm_set_group(struct mpi_comm *c, struct mpi_group *group, struct mpi_group *remote) {
    c->group = group;
    c->remote = remote;
    c->size = group->size;
    c->rank = group->rank;
    c->peers = (remote ? remote : group)->size;
    c->process = (remote ? remote : group)->process;
}

/// Takes the references of the groups. It has no context and no handle.
static struct mpi_comm *new_closed(const char *call, struct mpi_group *group,
                                   struct mpi_group *remote, const struct mpi_comm *like) {
    struct mpi_comm *c = mpi_get(call, sizeof *c);
    *c = (struct mpi_comm){.references = 1, .context = -1};
    mpi_comm_set_group(c, group, remote);
    c->errhandler = like ? like->errhandler : mpi_object(mpi_kind_errhandler, MPI_ERRORS_ARE_FATAL);
    ++c->errhandler->references;
    return c;
}
static void open_comm(const char *call, struct mpi_comm *c, int context) {
    c->context = context;
    c->handle = mpi_add(call, mpi_kind_comm, c);
}
struct mpi_comm *mpi_comm_new(const char *call, struct mpi_group *group, struct mpi_group *remote,
                              int context, const struct mpi_comm *like) {
    struct mpi_comm *c = new_closed(call, group, remote, like);
    open_comm(call, c, context);
    return c;
}

void mpi_comms_start(void) {
    static struct mpi_group world, self, empty;
    static struct mpi_errhandler fatal, returning;
    static int itself;
    itself = mpid_self;
    fatal.references = returning.references = 1;
    mpi_add("MPI_Init", mpi_kind_errhandler, &fatal);
    mpi_add("MPI_Init", mpi_kind_errhandler, &returning);
    empty = (struct mpi_group){1, 0, MPI_UNDEFINED, &itself};
    mpi_add("MPI_Init", mpi_kind_group, &empty);
    world = (struct mpi_group){1, mpid_processes, mpid_self, 0};
    self = (struct mpi_group){1, 1, 0, &itself};
    mpi_contexts_start();
    mpi_world = mpi_comm_new("MPI_Init", &world, 0, mpi_world_context, 0);
    mpi_self = mpi_comm_new("MPI_Init", &self, 0, mpi_self_context, 0);
    strcpy(mpi_world->name, "MPI_COMM_WORLD");
    strcpy(mpi_self->name, "MPI_COMM_SELF");
}

int mpi_rank_of_slow(struct mpi_comm *comm, int process) {
    if (!comm->rank_of) {
        comm->rank_of = mpi_get("MPI", (size_t)mpid_processes * sizeof *comm->rank_of);
        for (int i = 0; i < mpid_processes; ++i) comm->rank_of[i] = MPI_PROC_NULL;
        for (int i = 0; i < comm->peers; ++i) comm->rank_of[comm->process[i]] = (int16_t)i;
    }
    return comm->rank_of[process];
}

void mpi_comm_release(struct mpi_comm *c) {
    if (--c->references) return;
    if (c->context >= 0) mpi_context_free(c->context);
    mpi_group_release(c->group);
    if (c->remote) mpi_group_release(c->remote);
    if (c->topology) mpi_topology_free(c->topology);
    if (--c->errhandler->references == 0 && c->errhandler->user) free(c->errhandler);
    free(c->rank_of);
    if (c->local) free(c->local->rank_of);
    free(c->local);
    free(c);
}

int mpi_comm_make(const char *call, struct mpi_comm *over, struct mpi_group *group,
                  struct mpi_comm **made) {
    int context;
    *made = 0;
    MPI_TRY(mpi_agree(call, over, &context));
    if (group && group->rank != MPI_UNDEFINED) {
        ++group->references;
        *made = mpi_comm_new(call, group, 0, context, over);
    } else {
        mpi_context_free(context);
    }
    return MPI_SUCCESS;
}

MPI_CALL(Comm_size)(MPI_Comm comm, int *size) {
    MPI_COMM_OF(c, "MPI_Comm_size", comm);
    MPI_NOT_NULL(size, c, "MPI_Comm_size");
    *size = c->size;
    return MPI_SUCCESS;
}
MPI_CALL(Comm_rank)(MPI_Comm comm, int *rank) {
    MPI_COMM_OF(c, "MPI_Comm_rank", comm);
    MPI_NOT_NULL(rank, c, "MPI_Comm_rank");
    *rank = c->rank;
    return MPI_SUCCESS;
}
MPI_CALL(Comm_test_inter)(MPI_Comm comm, int *flag) {
    MPI_COMM_OF(c, "MPI_Comm_test_inter", comm);
    MPI_NOT_NULL(flag, c, "MPI_Comm_test_inter");
    *flag = c->remote != 0;
    return MPI_SUCCESS;
}
MPI_CALL(Comm_remote_size)(MPI_Comm comm, int *size) {
    MPI_COMM_OF(c, "MPI_Comm_remote_size", comm);
    MPI_NOT_NULL(size, c, "MPI_Comm_remote_size");
    MPI_CHECK(!c->remote, c, MPI_ERR_COMM, "MPI_Comm_remote_size", "no intercommunicator");
    *size = c->remote->size;
    return MPI_SUCCESS;
}

static int compare(const struct mpi_group *a, const struct mpi_group *b) {
    if (a->size != b->size) return MPI_UNEQUAL;
    int result = MPI_CONGRUENT;
    for (int i = 0; i < a->size; ++i) {
        const int there = mpi_group_rank(b, mpi_group_process(a, i));
        if (there == MPI_UNDEFINED) return MPI_UNEQUAL;
        if (there != i) result = MPI_SIMILAR;
    }
    return result;
}
MPI_CALL(Comm_compare)(MPI_Comm a, MPI_Comm b, int *result) {
    MPI_COMM_OF(x, "MPI_Comm_compare", a);
    MPI_COMM_OF(y, "MPI_Comm_compare", b);
    MPI_NOT_NULL(result, x, "MPI_Comm_compare");
    if (x == y) {
        *result = MPI_IDENT;
    } else if (!x->remote != !y->remote) {
        *result = MPI_UNEQUAL;
    } else {
        *result = compare(x->group, y->group);
        if (x->remote && *result != MPI_UNEQUAL) {
            const int remote = compare(x->remote, y->remote);
            if (remote > *result) *result = remote;
        }
    }
    return MPI_SUCCESS;
}

// --- making and freeing --------------------------------------------------------------------------

/// A copy of a communicator, without its attributes.
static struct mpi_comm *copy_of(const char *call, struct mpi_comm *c) {
    ++c->group->references;
    if (c->remote) ++c->remote->references;
    struct mpi_comm *const made = new_closed(call, c->group, c->remote, c);
    if (c->topology) mpi_topology_copy(call, c->topology, &made->topology);
    return made;
}
static int dup(const char *call, MPI_Comm comm, MPI_Comm *copy) {
    MPI_COMM_OF(c, call, comm);
    MPI_NOT_NULL(copy, c, call);
    *copy = MPI_COMM_NULL;
    int context;
    MPI_TRY(mpi_agree(call, c, &context));
    struct mpi_comm *const made = copy_of(call, c);
    made->context = context;
    const int error = mpi_attributes_copy(c->attributes, comm, &made->attributes);
    if (error != MPI_SUCCESS) {
        mpi_comm_release(made);
        return mpi_raise(c, error);
    }
    open_comm(call, made, context);
    *copy = made->handle;
    return MPI_SUCCESS;
}
MPI_CALL(Comm_dup)(MPI_Comm comm, MPI_Comm *copy) { return dup("MPI_Comm_dup", comm, copy); }
MPI_CALL(Comm_dup_with_info)(MPI_Comm comm, MPI_Info info, MPI_Comm *copy) {
    (void)info;
    return dup("MPI_Comm_dup_with_info", comm, copy);
}

/// A copy whose processes have not agreed on its context.
struct copying {
    struct mpi_agreement agreement;
    struct mpi_comm *made;
    MPI_Comm *copy;
};
static int end_copying(struct mpi_schedule *s, void *of) {
    (void)s;
    struct copying *const n = of;
    if (n->agreement.context >= 0) {
        open_comm(n->agreement.call, n->made, n->agreement.context);
        *n->copy = n->made->handle;
    } else {
        mpi_attributes_delete(&n->made->attributes, MPI_COMM_NULL);
        mpi_comm_release(n->made);
    }
    free(n);
    return 0;
}
static int idup(const char *call, MPI_Comm comm, MPI_Comm *copy, MPI_Request *request) {
    MPI_COMM_OF(c, call, comm);
    MPI_NOT_NULL(copy && request, c, call);
    *copy = MPI_COMM_NULL;
    struct copying *const n = mpi_get(call, sizeof *n);
    n->made = copy_of(call, c);
    n->copy = copy;
    const int error = mpi_attributes_copy(c->attributes, comm, &n->made->attributes);
    if (error != MPI_SUCCESS) {
        mpi_comm_release(n->made);
        free(n);
        return mpi_raise(c, error);
    }
    struct mpi_schedule *const s = mpi_schedule_new(call, c);
    mpi_plan_context(s, call, c, &n->agreement);
    mpi_step_call(s, end_copying, n);
    return mpi_schedule_start(s, request);
}
MPI_CALL(Comm_idup)(MPI_Comm comm, MPI_Comm *copy, MPI_Request *request) {
    return idup("MPI_Comm_idup", comm, copy, request);
}
MPI_CALL(Comm_idup_with_info)
(MPI_Comm comm, MPI_Info info, MPI_Comm *copy, MPI_Request *request) {
    (void)info;
    return idup("MPI_Comm_idup_with_info", comm, copy, request);
}

static int check_members(const char *call, struct mpi_comm *c, const struct mpi_group *g) {
    for (int i = 0; i < g->size; ++i)
        MPI_CHECK(mpi_group_rank(c->group, mpi_group_process(g, i)) == MPI_UNDEFINED, c,
                  MPI_ERR_GROUP, call, "process %d of the group is not in the communicator",
                  mpi_group_process(g, i));
    return MPI_SUCCESS;
}

MPI_CALL(Comm_create)(MPI_Comm comm, MPI_Group group, MPI_Comm *made) {
    static const char call[] = "MPI_Comm_create";
    MPI_COMM_OF(c, call, comm);
    struct mpi_group *g = mpi_object(mpi_kind_group, group);
    MPI_CHECK(!g, c, MPI_ERR_GROUP, call, "%d is no group", group);
    MPI_NOT_NULL(made, c, call);
    MPI_TRY(check_members(call, c, g));
    struct mpi_comm *n;
    MPI_TRY(c->remote ? mpi_inter_create(call, c, g, &n) : mpi_comm_make(call, c, g, &n));
    *made = n ? n->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}

MPI_CALL(Comm_create_group)(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made) {
    static const char call[] = "MPI_Comm_create_group";
    MPI_COMM_OF(c, call, comm);
    MPI_NOT_NULL(made, c, call);
    struct mpi_group *g = mpi_object(mpi_kind_group, group);
    MPI_CHECK(!g, c, MPI_ERR_GROUP, call, "%d is no group", group);
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator");
    MPI_CHECK(tag < 0, c, MPI_ERR_TAG, call, "a tag of %d", tag);
    MPI_TRY(check_members(call, c, g));
    *made = MPI_COMM_NULL;
    if (g->rank == MPI_UNDEFINED) return MPI_SUCCESS;
    // Only the members take part: in the context of the communicator's collectives, with tags that
    // these do not use.
    struct mpi_comm members = *c;
    mpi_comm_set_group(&members, g, 0);
    members.rank_of = 0;
    members.collectives = 0x60000000u + ((unsigned)tag & 0x1fffff) * 16;
    struct mpi_comm *n;
    MPI_TRY(mpi_comm_make(call, &members, g, &n));
    free(members.rank_of);
    *made = n->handle;
    return MPI_SUCCESS;
}

/// By key; equal keys by rank.
static int earlier(const void *a, const void *b) {
    const struct mpi_choice *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->rank - y->rank;
}
struct mpi_group *mpi_chosen(const char *call, const struct mpi_group *of,
                             struct mpi_choice *choices, int color) {
    int count = 0;
    for (int i = 0; i < of->size && color != MPI_UNDEFINED; ++i)
        if (choices[i].color == color) choices[count++] = choices[i];
    qsort(choices, (size_t)count, sizeof *choices, earlier);
    struct mpi_group *g;
    mpi_group_new(call, count, &g);
    for (int i = 0; i < count; ++i) g->process[i] = mpi_group_process(of, choices[i].rank);
    g->rank = mpi_group_rank(g, mpid_self);
    return g;
}

static int split(const char *call, MPI_Comm comm, int color, int key, MPI_Comm *part) {
    MPI_COMM_OF(c, call, comm);
    MPI_CHECK(color < 0 && color != MPI_UNDEFINED, c, MPI_ERR_ARG, call, "a color of %d", color);
    MPI_NOT_NULL(part, c, call);
    const struct mpi_choice mine = {color, key, c->rank};
    struct mpi_comm *made;
    if (c->remote) {
        MPI_TRY(mpi_inter_split(call, c, &mine, &made));
    } else {
        struct mpi_choice *all = mpi_get(call, sizeof *all * (size_t)c->size);
        MPI_TRY(mpi_allgather_ints(call, &mine.color, 3, &all->color, c));
        struct mpi_group *const g = mpi_chosen(call, c->group, all, color);
        free(all);
        // One context serves all parts: no process is in two of them.
        const int error = mpi_comm_make(call, c, g, &made);
        mpi_group_release(g);
        MPI_TRY(error);
    }
    *part = made ? made->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}
MPI_CALL(Comm_split)(MPI_Comm comm, int color, int key, MPI_Comm *part) {
    return split("MPI_Comm_split", comm, color, key, part);
}
/// No two nodes share memory.
MPI_CALL(Comm_split_type)(MPI_Comm comm, int kind, int key, MPI_Info info, MPI_Comm *part) {
    static const char call[] = "MPI_Comm_split_type";
    (void)info;
    MPI_COMM_OF(c, call, comm);
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator");
    MPI_CHECK(kind != MPI_COMM_TYPE_SHARED && kind != MPI_UNDEFINED, c, MPI_ERR_ARG, call,
              "a kind of %d", kind);
    return split(call, comm, kind == MPI_UNDEFINED ? MPI_UNDEFINED : c->rank, key, part);
}

MPI_CALL(Comm_free)(MPI_Comm *comm) {
    static const char call[] = "MPI_Comm_free";
    MPI_NOT_NULL(comm, 0, call);
    MPI_COMM_OF(c, call, *comm);
    MPI_CHECK(c == mpi_world || c == mpi_self, c, MPI_ERR_COMM, call, "it is MPI's own");
    const int error = mpi_attributes_delete(&c->attributes, *comm);
    if (error != MPI_SUCCESS) return mpi_raise(c, error);
    mpi_remove(mpi_kind_comm, *comm);
    mpi_comm_release(c);
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

/// Messages that are under way keep what they need.
MPI_CALL(Comm_disconnect)(MPI_Comm *comm) {
    MPI_NOT_NULL(comm, 0, "MPI_Comm_disconnect");
    MPI_TRY(PMPI_Barrier(*comm));
    return PMPI_Comm_free(comm);
}
/// No process has been started by another one.
MPI_CALL(Comm_get_parent)(MPI_Comm *parent) {
    mpi_check_started("MPI_Comm_get_parent");
    MPI_NOT_NULL(parent, 0, "MPI_Comm_get_parent");
    *parent = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

MPI_CALL(Comm_set_name)(MPI_Comm comm, const char *name) {
    MPI_COMM_OF(c, "MPI_Comm_set_name", comm);
    MPI_NOT_NULL(name, c, "MPI_Comm_set_name");
    strncpy(c->name, name, MPI_MAX_OBJECT_NAME - 1);
    return MPI_SUCCESS;
}
MPI_CALL(Comm_get_name)(MPI_Comm comm, char *name, int *length) {
    MPI_COMM_OF(c, "MPI_Comm_get_name", comm);
    MPI_NOT_NULL(name && length, c, "MPI_Comm_get_name");
    strcpy(name, c->name);
    *length = (int)strlen(name);
    return MPI_SUCCESS;
}
MPI_CALL(Comm_set_info)(MPI_Comm comm, MPI_Info info) {
    (void)info;
    MPI_COMM_OF(c, "MPI_Comm_set_info", comm);
    (void)c;
    return MPI_SUCCESS;
}
MPI_CALL(Comm_get_info)(MPI_Comm comm, MPI_Info *info) {
    MPI_COMM_OF(c, "MPI_Comm_get_info", comm);
    MPI_NOT_NULL(info, c, "MPI_Comm_get_info");
    (void)c;
    return PMPI_Info_create(info);
}
