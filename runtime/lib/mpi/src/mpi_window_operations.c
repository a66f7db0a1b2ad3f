// One-sided communication: the operations, at the process that accesses.
#include "mpi_window_messages.h"

#include <stdlib.h>
#include <string.h>

/// An answer with data that this process waits for.
struct wanted {
    struct wanted *next;
    struct mpi_request request, *user; ///< user: of MPI_Rget and such
};

enum { most_wanted = 128 }; ///< answers with data, of all windows
static int wanted_count;

struct run_list {
    struct run *runs; ///< null: they are counted
    uint32_t count;
    ptrdiff_t end; ///< of the last run
    int empty;
    int pairs; ///< each pair with padding is a run
};
static void add_run(struct run_list *l, ptrdiff_t at, size_t bytes) {
    if (!bytes) return;
    if (!l->empty && at == l->end && !l->pairs) {
        if (l->runs) l->runs[l->count - 1].bytes += (uint32_t)bytes;
    } else {
        if (l->runs) l->runs[l->count] = (struct run){(int32_t)at, (uint32_t)bytes};
        ++l->count;
    }
    l->empty = 0;
    l->end = at + (ptrdiff_t)bytes;
}
static void add_runs(struct run_list *l, const struct mpi_type *t, ptrdiff_t at, int count) {
    if (t->dense && !l->pairs) {
        add_run(l, at + t->true_lb, t->size * (size_t)count);
        return;
    }
    for (int i = 0; i < count; ++i, at += mpi_extent(t)) {
        if (l->pairs ? t->basic : t->one_run) {
            add_run(l, at + t->true_lb, t->size);
            continue;
        }
        const int vector = t->holds == mpi_holds_vector;
        for (int b = 0; b < t->count; ++b) {
            const struct mpi_block *block = &t->blocks[vector ? 0 : b];
            add_runs(l, block->type, at + (vector ? b * t->stride : block->at), block->count);
        }
    }
}

/// The basic type of which all elements of a type are; null: there are several, or none.
static struct mpi_type *basic_of(struct mpi_type *t) {
    if (t->basic) return t;
    struct mpi_type *found = 0;
    for (int i = 0; i < (t->holds == mpi_holds_vector && t->count ? 1 : t->count); ++i) {
        if (!t->blocks[i].count || !t->blocks[i].type->size) continue;
        struct mpi_type *one = basic_of(t->blocks[i].type);
        if (!one || (found && one != found)) return 0;
        found = one;
    }
    return found;
}

/// A side of an operation as the program gives it, and its type.
struct side {
    const void *buf;
    int count;
    MPI_Datatype handle;
    struct mpi_type *type;
};
/// An operation as the program gives it.
struct access {
    const char *call;
    struct side origin, result, target;
    int rank;
    MPI_Aint displacement;
    MPI_Op op;
    struct mpi_win *win;
};

static int check_side(const char *call, struct mpi_win *w, struct side *s) {
    int error;
    s->type = mpi_type(call, w->comm, s->handle, s->count, &error);
    return s->type ? MPI_SUCCESS : error;
}
static int check_access(struct access *a, MPI_Win win) {
    const char *const call = a->call;
    MPI_WIN_OF(w, call, win);
    a->win = w;
    w->call = call;
    MPI_TRY(mpi_win_check_rank(call, w, a->rank));
    MPI_TRY(check_side(call, w, &a->target));
    if (a->origin.handle) MPI_TRY(check_side(call, w, &a->origin));
    if (a->result.handle) MPI_TRY(check_side(call, w, &a->result));
    if (a->rank == MPI_PROC_NULL) return MPI_SUCCESS;
    MPI_CHECK(!(w->fenced || (w->started && w->started[a->rank]) || w->locked[a->rank]), w->comm,
              MPI_ERR_RMA_SYNC, call,
              "no epoch in which memory of rank %d may be accessed: MPI_Win_fence, _start or _lock "
              "comes first",
              a->rank);
    MPI_CHECK(a->displacement < 0 && w->flavor != MPI_WIN_FLAVOR_DYNAMIC, w->comm, MPI_ERR_DISP,
              call, "a displacement of %ld", (long)a->displacement);
    return MPI_SUCCESS;
}

/// An operation's message, with room for `payload` bytes of data behind its runs; null: the
/// target's window does not have the memory, an error has been raised, *error.
static struct sent *encode(const struct access *a, const struct mpi_type *element, size_t payload,
                           int *error) {
    const struct mpi_win *const w = a->win;
    const struct mpi_type *const t = a->target.type;
    const int pairs = mpi_win_is_padded(element);
    struct run_list l = {.empty = 1, .pairs = pairs};
    add_runs(&l, t, 0, a->target.count);
    struct sent *s = mpi_get(a->call, sizeof *s + sizeof(struct operation) +
                                          l.count * sizeof(struct run) + payload);
    struct operation *const o = (struct operation *)(void *)(s + 1);
    struct run *const runs = (struct run *)(o + 1);
    l = (struct run_list){.runs = runs, .empty = 1, .pairs = pairs};
    add_runs(&l, t, 0, a->target.count);
    *o = (struct operation){.op = a->op,
                            .type = element ? element->handle : 0,
                            .runs = l.count,
                            .bytes = (uint32_t)(t->size * (size_t)a->target.count),
                            .fence = w->fenced};
    if (w->flavor == MPI_WIN_FLAVOR_DYNAMIC) { // the target knows its memory
        o->at = (int32_t)a->displacement;
        return s;
    }
    const struct mpi_there *const there = &w->there[a->rank];
    o->at = (int32_t)(a->displacement * there->unit);
    for (uint32_t i = 0; i < l.count; ++i) {
        const int64_t low = (int64_t)a->displacement * there->unit + runs[i].at;
        if (low >= 0 && low + (int64_t)mpi_win_span(element, &runs[i]) <= there->size) continue;
        free(s);
        *error = MPI_RAISE(w->comm, MPI_ERR_RMA_RANGE, a->call,
                           "%u bytes at %lld of rank %d's window, which has %u",
                           (unsigned)runs[i].bytes, (long long)low, a->rank, (unsigned)there->size);
        return 0;
    }
    return s;
}

int mpi_win_reap_wanted(struct mpi_win *w) {
    int moved = 0;
    for (struct wanted **at = &w->wanted; *at;) {
        struct wanted *g = *at;
        if (!g->request.done) {
            at = &g->next;
            continue;
        }
        *at = g->next;
        --wanted_count;
        mpi_finish(&g->request, 0);
        mpi_type_release(g->request.type);
        if (g->user) g->user->done = 1;
        free(g);
        moved = 1;
    }
    return moved;
}

/// The request of MPI_Rput and such; null if there is none.
static struct mpi_request *new_user(const struct access *a, MPI_Request *request, int done) {
    if (!request) return 0;
    struct mpi_request *r = mpi_request_new(a->call);
    r->kind = mpi_is_nothing;
    r->done = (uint8_t)done;
    return *request = r;
}

static int check_bytes(const struct access *a, const struct side *s, size_t bytes) {
    const size_t here = s->type->size * (size_t)s->count;
    MPI_CHECK(here != bytes, a->win->comm, MPI_ERR_ARG, a->call,
              "%u bytes here for %u of the target", (unsigned)here, (unsigned)bytes);
    return MPI_SUCCESS;
}

/// Begins an operation whose arguments have been checked. `data`: its origin's elements go with it;
/// `compared`: an element before them; `into`: where an answer goes.
static int begin(const struct access *a, enum kind kind, const struct mpi_type *element, int data,
                 const struct side *into, const void *compared, MPI_Request *request) {
    struct mpi_win *const w = a->win;
    if (a->rank == MPI_PROC_NULL) {
        new_user(a, request, 1);
        return MPI_SUCCESS;
    }
    const size_t bytes = a->target.type->size * (size_t)a->target.count,
                 payload = (data ? bytes : 0) + (compared ? bytes : 0);
    if (data) MPI_TRY(check_bytes(a, &a->origin, bytes));
    if (into) MPI_TRY(check_bytes(a, into, bytes));
    while (!mpi_win_has_room(mpi_win_bytes_sent.operations, payload) || wanted_count >= most_wanted)
        mpi_await();
    int error;
    struct sent *const s = encode(a, element, payload, &error);
    if (!s) return error;
    struct operation *const o = (struct operation *)(void *)(s + 1);
    char *const behind = (char *)(o + 1) + o->runs * sizeof(struct run);
    if (compared) memcpy(behind, compared, bytes);
    if (data)
        mpi_pack(a->origin.type, a->origin.buf, a->origin.count, behind + (compared ? bytes : 0));
    struct mpi_request *const user = new_user(a, request, !into); // its data have been copied
    if (into) {
        o->answer = mpi_win_new_answer(w);
        struct wanted *g = mpi_get(a->call, sizeof *g);
        g->user = user;
        g->next = w->wanted;
        w->wanted = g;
        ++wanted_count;
        ++into->type->references;
        mpi_receive_begin(&g->request, a->call, (void *)into->buf, into->count, into->type, a->rank,
                          o->answer, w->comm, 1);
    }
    w->open[a->rank] = 1;
    mpi_win_send(w, s, sizeof *o + o->runs * sizeof(struct run) + payload, a->rank, kind, 0);
    return MPI_SUCCESS;
}

static int put(const char *call, const void *buf, int count, MPI_Datatype type, int rank,
               MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win win,
               MPI_Request *request) {
    struct access a = {.call = call,
                       .origin = {buf, count, type, 0},
                       .target = {0, target_count, target_type, 0},
                       .rank = rank,
                       .displacement = displacement};
    MPI_TRY(check_access(&a, win));
    return begin(&a, kind_put, 0, 1, 0, 0, request);
}
/// A call and its form with a request: the function's arguments between the name and the request.
#define BOTH(name, with_request, function, arguments, ...)                                         \
    MPI_CALL(name)(__VA_ARGS__) { return function("MPI_" #name, UNPACK arguments, 0); }            \
    MPI_CALL(with_request)(__VA_ARGS__, MPI_Request * request) {                                   \
        return function("MPI_" #with_request, UNPACK arguments, request);                          \
    }
#define UNPACK(...) __VA_ARGS__
BOTH(Put, Rput, put, (buf, count, type, rank, displacement, target_count, target_type, win),
     const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
     int target_count, MPI_Datatype target_type, MPI_Win win)

static int get(const char *call, void *buf, int count, MPI_Datatype type, int rank,
               MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win win,
               MPI_Request *request) {
    struct access a = {.call = call,
                       .result = {buf, count, type, 0},
                       .target = {0, target_count, target_type, 0},
                       .rank = rank,
                       .displacement = displacement,
                       .op = MPI_NO_OP};
    MPI_TRY(check_access(&a, win));
    return begin(&a, kind_get, 0, 0, &a.result, 0, request);
}
BOTH(Get, Rget, get, (buf, count, type, rank, displacement, target_count, target_type, win),
     void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
     MPI_Datatype target_type, MPI_Win win)

/// The element's type of an operation with MPI's own operations.
static int check_op(const struct access *a, struct mpi_type **element) {
    struct mpi_comm *const c = a->win->comm;
    int error;
    *element = basic_of(a->target.type);
    MPI_CHECK(!*element && a->target.count && a->target.type->size, c, MPI_ERR_TYPE, a->call,
              "the target's type has elements of several basic types");
    if (a->op == MPI_REPLACE || a->op == MPI_NO_OP || !*element) return MPI_SUCCESS;
    const struct mpi_op *const o = mpi_op(a->call, c, a->op, *element, &error);
    if (!o) return error;
    MPI_CHECK(o->function, c, MPI_ERR_OP, a->call, "an operation of the program");
    return MPI_SUCCESS;
}
static int begin_accumulate(struct access *a, MPI_Win win, const struct side *into,
                            MPI_Request *request) {
    MPI_TRY(check_access(a, win));
    struct mpi_type *element;
    MPI_TRY(check_op(a, &element));
    return begin(a, into ? kind_fetch : kind_accumulate, element, a->op != MPI_NO_OP, into, 0,
                 request);
}
static int accumulate(const char *call, const void *buf, int count, MPI_Datatype type, int rank,
                      MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                      MPI_Win win, MPI_Request *request) {
    struct access a = {.call = call,
                       .origin = {buf, count, type, 0},
                       .target = {0, target_count, target_type, 0},
                       .rank = rank,
                       .displacement = displacement,
                       .op = op};
    return begin_accumulate(&a, win, 0, request);
}
BOTH(Accumulate, Raccumulate, accumulate,
     (buf, count, type, rank, displacement, target_count, target_type, op, win), const void *buf,
     int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
     MPI_Datatype target_type, MPI_Op op, MPI_Win win)
static int get_accumulate(const char *call, const void *buf, int count, MPI_Datatype type,
                          void *result, int result_count, MPI_Datatype result_type, int rank,
                          MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                          MPI_Op op, MPI_Win win, MPI_Request *request) {
    struct access a = {.call = call,
                       .result = {result, result_count, result_type, 0},
                       .target = {0, target_count, target_type, 0},
                       .rank = rank,
                       .displacement = displacement,
                       .op = op};
    if (op != MPI_NO_OP)
        a.origin = (struct side){buf, count, type, 0}; // else it counts for nothing
    return begin_accumulate(&a, win, &a.result, request);
}
BOTH(Get_accumulate, Rget_accumulate, get_accumulate,
     (buf, count, type, result, result_count, result_type, rank, displacement, target_count,
      target_type, op, win),
     const void *buf, int count, MPI_Datatype type, void *result, int result_count,
     MPI_Datatype result_type, int rank, MPI_Aint displacement, int target_count,
     MPI_Datatype target_type, MPI_Op op, MPI_Win win)
MPI_CALL(Fetch_and_op)
(const void *buf, void *result, MPI_Datatype type, int rank, MPI_Aint displacement, MPI_Op op,
 MPI_Win win) {
    return get_accumulate("MPI_Fetch_and_op", buf, 1, type, result, 1, type, rank, displacement, 1,
                          type, op, win, 0);
}
MPI_CALL(Compare_and_swap)
(const void *buf, const void *compared, void *result, MPI_Datatype type, int rank,
 MPI_Aint displacement, MPI_Win win) {
    struct access a = {.call = "MPI_Compare_and_swap",
                       .origin = {buf, 1, type, 0},
                       .result = {result, 1, type, 0},
                       .target = {0, 1, type, 0},
                       .rank = rank,
                       .displacement = displacement};
    MPI_TRY(check_access(&a, win));
    MPI_CHECK(!mpi_is_integer(a.target.type), a.win->comm, MPI_ERR_TYPE, a.call,
              "%s is no basic type of integers", mpi_type_text(a.target.type));
    return begin(&a, kind_swap, 0, 1, &a.result, compared, 0);
}
