// One-sided communication (MPI-3.1, chapter 11): windows, their epochs, and the operations.
//
// An operation is a message to the process that has the memory. That process does it in its calls
// of MPI, one after the other, in the order in which each sender began them; so all operations are
// atomic and in order. A window has a communicator of its own: requests are in its first context,
// with their kind as tag, answers in the second one, with a tag that the asking process has chosen.
// A process that wants to know that its operations have been done asks for an answer behind them.
//
// What is under way is bounded: a process takes no more operations in while those that it has not
// done have many bytes, it does none while the answers that it sends have many, and it waits before
// it copies more data into operations. Nothing of this waits in a circle: whoever gets an answer
// has room for it, so answers come to an end, then operations are done, then others are taken in.
#include "mpi_windows.h"

#include <stdlib.h>
#include <string.h>

enum kind {
    kind_put,
    kind_get,
    kind_accumulate,
    kind_fetch,
    kind_swap,
    kind_flush,
    kind_lock,
    kind_unlock,
    kind_post,
    kind_complete
};
enum { first_answer = 0x40000000, answers = 0x10000000 }; ///< tags that no collective reaches

/// The head of an operation; then the runs of its memory, then its data.
struct operation {
    int32_t answer; ///< tag
    int32_t op;     ///< handle of MPI's own
    int32_t type;   ///< handle of a basic type: of an element
    uint32_t runs;
    uint32_t bytes; ///< of its data; of kind_get: that it wants
    int32_t at;     ///< of the window's first byte; of dynamic windows an address
    uint32_t unused[2];
};
/// Consecutive bytes, `at` bytes behind the operation's place.
struct run {
    int32_t at;
    uint32_t bytes;
};
_Static_assert(sizeof(struct operation) % 8 == 0 && sizeof(struct run) == 8, "data are aligned");
/// What messages have that are no operations.
struct control {
    int32_t answer, lock;
};

/// A message under way; its bytes follow.
struct sent {
    struct sent *next;
    struct mpi_request request;
    size_t bytes, *counted; ///< counted: answers_bytes or operations_bytes
};
/// An operation that has come; its bytes follow.
struct come {
    struct come *next;
    size_t bytes;
    int rank;
    struct mpi_request request;
    double data[]; // aligned
};
/// An answer with data that this process waits for.
struct wanted {
    struct wanted *next;
    struct mpi_request request, *user; ///< user: of MPI_Rget and such
};
struct waiting {
    struct waiting *next;
    int rank, kind;
    int32_t answer;
};

struct mpi_win *mpi_windows;

enum { most_bytes = 256 * 1024, most_wanted = 128 }; ///< of all windows
/// Under way, from this process; that have come and are not done.
static size_t answers_bytes, operations_bytes, come_bytes;
static int wanted_count;
/// Whether `more` bytes may be added. One alone may be longer.
static int has_room(size_t bytes, size_t more) { return !bytes || bytes + more <= most_bytes; }

// --- messages ------------------------------------------------------------------------------------

static struct mpi_type *bytes_type(void) { return mpi_object(mpi_kind_type, MPI_BYTE); }

static int reap_sent(struct mpi_win *w) {
    int moved = 0;
    for (struct sent **at = &w->sent; *at;) {
        struct sent *s = *at;
        if (!s->request.done) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        *s->counted -= s->bytes;
        free(s);
        moved = 1;
    }
    return moved;
}
/// Sends the `bytes` bytes behind a `struct sent`.
static void send_bytes(struct mpi_win *w, struct sent *s, size_t bytes, int rank, int tag,
                       int answers_context) {
    mpi_send_begin(&s->request, w->call, s + 1, (int)bytes, bytes_type(), rank, tag, w->comm,
                   answers_context, mpi_standard);
    if (s->request.done) {
        free(s);
        return;
    }
    s->bytes = bytes;
    s->counted = answers_context ? &answers_bytes : &operations_bytes;
    *s->counted += bytes;
    s->next = w->sent;
    w->sent = s;
}
static void send_control(struct mpi_win *w, int rank, enum kind kind, int32_t answer, int lock) {
    struct sent *s = mpi_get(w->call, sizeof *s + sizeof(struct control));
    *(struct control *)(void *)(s + 1) = (struct control){answer, lock};
    send_bytes(w, s, sizeof(struct control), rank, kind, 0);
}
static void send_answer(struct mpi_win *w, int rank, int32_t answer) {
    send_bytes(w, mpi_get(w->call, sizeof(struct sent)), 0, rank, answer, 1);
}
static int32_t new_answer(struct mpi_win *w) {
    return first_answer + (int32_t)(w->asked++ % answers);
}

/// An answer without data.
static void want_answer(struct mpi_win *w, struct mpi_request *r, int rank, int32_t tag) {
    mpi_receive_begin(r, w->call, 0, 0, bytes_type(), rank, tag, w->comm, 1);
}
/// Asks the processes that `which` names (null: all) and waits for their answers.
static void ask(struct mpi_win *w, enum kind kind, int lock, const uint8_t *which) {
    struct mpi_request *all = mpi_get(w->call, (size_t)w->comm->size * sizeof *all);
    for (int i = 0; i < w->comm->size; ++i) {
        if (which && !which[i]) continue;
        const int32_t tag = new_answer(w);
        want_answer(w, &all[i], i, tag);
        send_control(w, i, kind, tag, lock);
    }
    for (int i = 0; i < w->comm->size; ++i)
        if (!which || which[i]) mpi_wait(&all[i], 0);
    free(all);
}
static void ask_one(struct mpi_win *w, enum kind kind, int lock, int rank) {
    struct mpi_request r;
    const int32_t tag = new_answer(w);
    want_answer(w, &r, rank, tag);
    send_control(w, rank, kind, tag, lock);
    mpi_wait(&r, 0);
}

// --- at the target -------------------------------------------------------------------------------

/// A pair of a value and an int with padding; then each run is one pair.
static int is_padded(const struct mpi_type *element) { return element && !element->dense; }

/// The bytes of memory from the first to the last one of a run.
static size_t span_of(const struct mpi_type *element, const struct run *r) {
    return is_padded(element) ? (size_t)element->true_ub : r->bytes;
}
/// Where an operation's run is. Its process has checked the place, but in dynamic windows.
static char *place_of(const struct mpi_win *w, int rank, const struct operation *o,
                      const struct mpi_type *element, const struct run *r) {
    if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC) return w->base + o->at + r->at;
    char *const at = (char *)(uintptr_t)(uint32_t)(o->at + r->at);
    for (const struct mpi_attached *a = w->attached; a; a = a->next)
        if (at >= a->base && (size_t)(at - a->base) + span_of(element, r) <= a->size) return at;
    xnet_fail("an operation of rank %d on %u bytes at %p of a dynamic window: no memory is "
              "attached there",
              rank, (unsigned)r->bytes, (void *)at);
}

static void grant(struct mpi_win *w, int rank, int kind, int32_t answer) {
    if (kind == MPI_LOCK_EXCLUSIVE)
        w->exclusive = 1;
    else
        ++w->shared;
    send_answer(w, rank, answer);
}
static int may_lock(const struct mpi_win *w, int kind) {
    return !w->exclusive && (kind == MPI_LOCK_SHARED || !w->shared);
}
static void lock(struct mpi_win *w, int rank, const struct control *c) {
    // In the order of their arrival: a waiting one holds back those behind it.
    if (!w->waiting && may_lock(w, c->lock)) {
        grant(w, rank, c->lock, c->answer);
        return;
    }
    struct waiting **at = &w->waiting, *n = mpi_get(w->call, sizeof *n);
    while (*at) at = &(*at)->next;
    *n = (struct waiting){0, rank, c->lock, c->answer};
    *at = n;
}
static void unlock(struct mpi_win *w) {
    if (w->exclusive)
        w->exclusive = 0;
    else
        --w->shared;
    while (w->waiting && may_lock(w, w->waiting->kind)) {
        struct waiting *n = w->waiting;
        w->waiting = n->next;
        grant(w, n->rank, n->kind, n->answer);
        free(n);
    }
}

static void combine(const struct operation *o, const struct mpi_type *t, const char *data,
                    char *place, uint32_t bytes) {
    if (o->op == MPI_NO_OP) return;
    if (is_padded(t)) {
        long double one[4]; // data have no padding
        _Static_assert(sizeof one >= 2 * sizeof(long double) + sizeof(int), "the largest pair");
        mpi_unpack(t, data, bytes, o->op == MPI_REPLACE ? (void *)place : one);
        if (o->op != MPI_REPLACE) mpi_combine(mpi_object(mpi_kind_op, o->op), t, one, place, 1);
    } else if (o->op == MPI_REPLACE) {
        memcpy(place, data, bytes);
    } else {
        mpi_combine(mpi_object(mpi_kind_op, o->op), t, data, place, (int)(bytes / t->size));
    }
}

static int has_answer(int kind) {
    return kind == kind_get || kind == kind_fetch || kind == kind_swap;
}
/// Whether an operation that has come may be done now.
static int may_handle(const struct come *n) {
    const struct operation *const o = (const struct operation *)(const void *)n->data;
    return n->request.done && (!has_answer(n->request.tag) || has_room(answers_bytes, o->bytes));
}
static void operate(struct mpi_win *w, struct come *n) {
    const int kind = n->request.tag;
    const struct operation *const o = (const struct operation *)(const void *)n->data;
    const struct run *const runs = (const struct run *)(o + 1);
    const char *data = (const char *)(runs + o->runs);
    const struct mpi_type *const element = mpi_object(mpi_kind_type, o->type);
    struct sent *back = 0;
    char *to = 0;
    if (has_answer(kind)) {
        back = mpi_get(w->call, sizeof *back + o->bytes);
        to = (char *)(back + 1);
    }
    for (uint32_t i = 0; i < o->runs; ++i) {
        const uint32_t bytes = runs[i].bytes;
        char *const place = place_of(w, n->rank, o, element, &runs[i]);
        if (to) {
            if (is_padded(element))
                mpi_pack(element, place, 1, to);
            else
                memcpy(to, place, bytes);
            to += bytes;
        }
        switch (kind) {
        case kind_put: memcpy(place, data, bytes); break;
        case kind_accumulate:
        case kind_fetch: combine(o, element, data, place, bytes); break;
        case kind_swap: // the expected value, then the new one
            if (memcmp(place, data, bytes) == 0) memcpy(place, data + bytes, bytes);
            break;
        default: break;
        }
        if (o->op != MPI_NO_OP) data += bytes;
    }
    if (back) send_bytes(w, back, o->bytes, n->rank, o->answer, 1);
}

static void handle(struct mpi_win *w, struct come *n) {
    const struct control *const c = (const struct control *)(const void *)n->data;
    switch (n->request.tag) {
    case kind_flush: send_answer(w, n->rank, c->answer); break;
    case kind_lock: lock(w, n->rank, c); break;
    case kind_unlock:
        send_answer(w, n->rank, c->answer);
        unlock(w);
        break;
    case kind_post: ++w->posts[n->rank]; break;
    case kind_complete: ++w->completes; break;
    default: operate(w, n);
    }
}

/// Ends the answers that have come.
static int reap_wanted(struct mpi_win *w) {
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

/// Takes what has come for a window. Whether there was something.
static int serve(struct mpi_win *w) {
    int from, tag, moved = 0;
    size_t bytes;
    while (mpid_probe(w->comm->context, -1, MPI_ANY_TAG, &from, &tag, &bytes)) {
        if (!has_room(come_bytes, bytes)) break;
        struct come *n = mpi_get(w->call, sizeof *n + bytes);
        n->next = 0;
        n->bytes = sizeof *n + bytes;
        come_bytes += n->bytes;
        n->rank = mpi_rank_of(w->comm, from);
        mpi_receive_begin(&n->request, w->call, n->data, (int)bytes, bytes_type(), n->rank, tag,
                          w->comm, 0);
        *w->last_come = n;
        w->last_come = &n->next;
        moved = 1;
    }
    // One after the other, though a later one may be here completely.
    while (w->come && may_handle(w->come)) {
        struct come *n = w->come;
        w->come = n->next;
        if (!w->come) w->last_come = &w->come;
        handle(w, n);
        come_bytes -= n->bytes;
        free(n);
        moved = 1;
    }
    if (w->wanted) moved |= reap_wanted(w);
    if (w->sent) moved |= reap_sent(w);
    return moved;
}
int mpi_windows_serve(void) {
    int moved = 0;
    for (struct mpi_win *w = mpi_windows; w; w = w->next) moved |= serve(w);
    return moved;
}

// --- at the origin -------------------------------------------------------------------------------

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
static int check_rank(const char *call, struct mpi_win *w, int rank) {
    MPI_CHECK(rank != MPI_PROC_NULL && (rank < 0 || rank >= w->comm->size), w->comm, MPI_ERR_RANK,
              call, "there is no rank %d among %d", rank, w->comm->size);
    return MPI_SUCCESS;
}

static int check_access(struct access *a, MPI_Win win) {
    const char *const call = a->call;
    MPI_WIN_OF(w, call, win);
    a->win = w;
    w->call = call;
    MPI_TRY(check_rank(call, w, a->rank));
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
    const int pairs = is_padded(element);
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
                            .bytes = (uint32_t)(t->size * (size_t)a->target.count)};
    if (w->flavor == MPI_WIN_FLAVOR_DYNAMIC) { // the target knows its memory
        o->at = (int32_t)a->displacement;
        return s;
    }
    const struct mpi_there *const there = &w->there[a->rank];
    o->at = (int32_t)(a->displacement * there->unit);
    for (uint32_t i = 0; i < l.count; ++i) {
        const int64_t low = (int64_t)a->displacement * there->unit + runs[i].at;
        if (low >= 0 && low + (int64_t)span_of(element, &runs[i]) <= there->size) continue;
        free(s);
        *error = MPI_RAISE(w->comm, MPI_ERR_RMA_RANGE, a->call,
                           "%u bytes at %lld of rank %d's window, which has %u",
                           (unsigned)runs[i].bytes, (long long)low, a->rank, (unsigned)there->size);
        return 0;
    }
    return s;
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
    while (!has_room(operations_bytes, payload) || wanted_count >= most_wanted) mpi_await();
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
        o->answer = new_answer(w);
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
    send_bytes(w, s, sizeof *o + o->runs * sizeof(struct run) + payload, a->rank, kind, 0);
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
MPI_CALL(Put)
(const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Win win) {
    return put("MPI_Put", buf, count, type, rank, displacement, target_count, target_type, win, 0);
}
MPI_CALL(Rput)
(const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
    return put("MPI_Rput", buf, count, type, rank, displacement, target_count, target_type, win,
               request);
}

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
MPI_CALL(Get)
(void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Win win) {
    return get("MPI_Get", buf, count, type, rank, displacement, target_count, target_type, win, 0);
}
MPI_CALL(Rget)
(void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
    return get("MPI_Rget", buf, count, type, rank, displacement, target_count, target_type, win,
               request);
}

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
static int accumulate(struct access *a, MPI_Win win, const struct side *into,
                      MPI_Request *request) {
    MPI_TRY(check_access(a, win));
    struct mpi_type *element;
    MPI_TRY(check_op(a, &element));
    return begin(a, into ? kind_fetch : kind_accumulate, element, a->op != MPI_NO_OP, into, 0,
                 request);
}
MPI_CALL(Accumulate)
(const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
    struct access a = {.call = "MPI_Accumulate",
                       .origin = {buf, count, type, 0},
                       .target = {0, target_count, target_type, 0},
                       .rank = rank,
                       .displacement = displacement,
                       .op = op};
    return accumulate(&a, win, 0, 0);
}
MPI_CALL(Raccumulate)
(const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
    struct access a = {.call = "MPI_Raccumulate",
                       .origin = {buf, count, type, 0},
                       .target = {0, target_count, target_type, 0},
                       .rank = rank,
                       .displacement = displacement,
                       .op = op};
    return accumulate(&a, win, 0, request);
}
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
    return accumulate(&a, win, &a.result, request);
}
MPI_CALL(Get_accumulate)
(const void *buf, int count, MPI_Datatype type, void *result, int result_count,
 MPI_Datatype result_type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
    return get_accumulate("MPI_Get_accumulate", buf, count, type, result, result_count, result_type,
                          rank, displacement, target_count, target_type, op, win, 0);
}
MPI_CALL(Rget_accumulate)
(const void *buf, int count, MPI_Datatype type, void *result, int result_count,
 MPI_Datatype result_type, int rank, MPI_Aint displacement, int target_count,
 MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
    return get_accumulate("MPI_Rget_accumulate", buf, count, type, result, result_count,
                          result_type, rank, displacement, target_count, target_type, op, win,
                          request);
}
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

// --- epochs --------------------------------------------------------------------------------------

static void await_wanted(struct mpi_win *w) {
    while (w->wanted) mpi_await();
}
/// All operations of this process have been done.
static void flush(struct mpi_win *w) {
    ask(w, kind_flush, 0, w->open);
    memset(w->open, 0, (size_t)w->comm->size);
    await_wanted(w);
}
static void flush_one(struct mpi_win *w, int rank) {
    if (w->open[rank]) ask_one(w, kind_flush, 0, rank);
    w->open[rank] = 0;
    await_wanted(w);
}

#define NO_EPOCH(w, call)                                                                          \
    MPI_CHECK(w->started || w->locks, w->comm, MPI_ERR_RMA_SYNC, call,                             \
              "an epoch of MPI_Win_start or _lock is open")

MPI_CALL(Win_fence)(int asserted, MPI_Win win) {
    static const char call[] = "MPI_Win_fence";
    MPI_WIN_OF(w, call, win);
    NO_EPOCH(w, call);
    MPI_CHECK(w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "an epoch of MPI_Win_post is open");
    w->call = call;
    flush(w);
    MPI_TRY(mpi_barrier(call, w->comm)); // all others have done so, too
    w->fenced = !(asserted & MPI_MODE_NOSUCCEED);
    return MPI_SUCCESS;
}

/// Ranks in the window's communicator of a group's processes.
static int check_group(const char *call, struct mpi_win *w, const struct mpi_group *g) {
    MPI_CHECK(!g, w->comm, MPI_ERR_GROUP, call, "no group");
    for (int i = 0; i < g->size; ++i)
        MPI_CHECK(mpi_group_rank(w->comm->group, mpi_group_process(g, i)) == MPI_UNDEFINED, w->comm,
                  MPI_ERR_GROUP, call, "process %d of the group is not in the window's",
                  mpi_group_process(g, i));
    return MPI_SUCCESS;
}
static int rank_in(const struct mpi_win *w, const struct mpi_group *g, int i) {
    return mpi_group_rank(w->comm->group, mpi_group_process(g, i));
}

MPI_CALL(Win_start)(MPI_Group group, int asserted, MPI_Win win) {
    static const char call[] = "MPI_Win_start";
    MPI_WIN_OF(w, call, win);
    const struct mpi_group *const g = mpi_object(mpi_kind_group, group);
    MPI_TRY(check_group(call, w, g));
    NO_EPOCH(w, call);
    w->call = call;
    w->fenced = 0;
    w->started = mpi_get(call, (size_t)w->comm->size);
    memset(w->started, 0, (size_t)w->comm->size);
    for (int i = 0; i < g->size; ++i) {
        const int rank = rank_in(w, g, i);
        w->started[rank] = 1;
        if (asserted & MPI_MODE_NOCHECK) continue; // no MPI_Win_post tells of itself
        while (!w->posts[rank]) mpi_await();
        --w->posts[rank];
    }
    return MPI_SUCCESS;
}
MPI_CALL(Win_complete)(MPI_Win win) {
    static const char call[] = "MPI_Win_complete";
    MPI_WIN_OF(w, call, win);
    MPI_CHECK(!w->started, w->comm, MPI_ERR_RMA_SYNC, call, "MPI_Win_start comes first");
    w->call = call;
    for (int i = 0; i < w->comm->size; ++i) {
        if (!w->started[i]) continue;
        send_control(w, i, kind_complete, 0, 0); // behind the operations
        w->open[i] = 0;
    }
    await_wanted(w);
    free(w->started);
    w->started = 0;
    return MPI_SUCCESS;
}
MPI_CALL(Win_post)(MPI_Group group, int asserted, MPI_Win win) {
    static const char call[] = "MPI_Win_post";
    MPI_WIN_OF(w, call, win);
    const struct mpi_group *const g = mpi_object(mpi_kind_group, group);
    MPI_TRY(check_group(call, w, g));
    MPI_CHECK(w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "an epoch of MPI_Win_post is open");
    w->call = call;
    w->fenced = 0;
    w->posted = 1;
    w->expected = g->size;
    if (asserted & MPI_MODE_NOCHECK) return MPI_SUCCESS;
    for (int i = 0; i < g->size; ++i) send_control(w, rank_in(w, g, i), kind_post, 0, 0);
    return MPI_SUCCESS;
}
static void end_exposure(struct mpi_win *w) {
    w->completes -= w->expected;
    w->posted = 0;
}
MPI_CALL(Win_wait)(MPI_Win win) {
    static const char call[] = "MPI_Win_wait";
    MPI_WIN_OF(w, call, win);
    MPI_CHECK(!w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "MPI_Win_post comes first");
    w->call = call;
    while (w->completes < w->expected) mpi_await();
    end_exposure(w);
    return MPI_SUCCESS;
}
MPI_CALL(Win_test)(MPI_Win win, int *flag) {
    static const char call[] = "MPI_Win_test";
    MPI_WIN_OF(w, call, win);
    MPI_NOT_NULL(flag, w->comm, call);
    MPI_CHECK(!w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "MPI_Win_post comes first");
    w->call = call;
    mpi_progress();
    *flag = w->completes >= w->expected;
    if (*flag) end_exposure(w);
    return MPI_SUCCESS;
}

MPI_CALL(Win_lock)(int kind, int rank, int asserted, MPI_Win win) {
    static const char call[] = "MPI_Win_lock";
    MPI_WIN_OF(w, call, win);
    MPI_CHECK(kind != MPI_LOCK_EXCLUSIVE && kind != MPI_LOCK_SHARED, w->comm, MPI_ERR_LOCKTYPE,
              call, "a kind of %d", kind);
    MPI_TRY(check_rank(call, w, rank));
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    MPI_CHECK(w->started || w->locked[rank], w->comm, MPI_ERR_RMA_SYNC, call, "%s",
              w->started ? "an epoch of MPI_Win_start is open" : "it is locked");
    w->call = call;
    w->fenced = 0;
    if (!(asserted & MPI_MODE_NOCHECK)) ask_one(w, kind_lock, kind, rank);
    w->locked[rank] = asserted & MPI_MODE_NOCHECK ? 2 : 1;
    ++w->locks;
    return MPI_SUCCESS;
}
static void end_lock(struct mpi_win *w, int rank) {
    if (w->locked[rank] == 1)
        ask_one(w, kind_unlock, 0, rank);
    else if (w->open[rank])
        ask_one(w, kind_flush, 0, rank);
    w->open[rank] = w->locked[rank] = 0;
    --w->locks;
}
MPI_CALL(Win_unlock)(int rank, MPI_Win win) {
    static const char call[] = "MPI_Win_unlock";
    MPI_WIN_OF(w, call, win);
    MPI_TRY(check_rank(call, w, rank));
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    MPI_CHECK(!w->locked[rank] || w->locked_all, w->comm, MPI_ERR_RMA_SYNC, call,
              "MPI_Win_lock of rank %d comes first", rank);
    w->call = call;
    await_wanted(w);
    end_lock(w, rank);
    return MPI_SUCCESS;
}
MPI_CALL(Win_lock_all)(int asserted, MPI_Win win) {
    static const char call[] = "MPI_Win_lock_all";
    MPI_WIN_OF(w, call, win);
    NO_EPOCH(w, call);
    w->call = call;
    w->fenced = 0;
    if (!(asserted & MPI_MODE_NOCHECK)) ask(w, kind_lock, MPI_LOCK_SHARED, 0);
    memset(w->locked, asserted & MPI_MODE_NOCHECK ? 2 : 1, (size_t)w->comm->size);
    w->locks = w->comm->size;
    w->locked_all = 1;
    return MPI_SUCCESS;
}
MPI_CALL(Win_unlock_all)(MPI_Win win) {
    static const char call[] = "MPI_Win_unlock_all";
    MPI_WIN_OF(w, call, win);
    MPI_CHECK(!w->locked_all, w->comm, MPI_ERR_RMA_SYNC, call, "MPI_Win_lock_all comes first");
    w->call = call;
    await_wanted(w);
    if (w->locked[0] == 1)
        ask(w, kind_unlock, 0, 0);
    else
        flush(w);
    memset(w->open, 0, (size_t)w->comm->size);
    memset(w->locked, 0, (size_t)w->comm->size);
    w->locks = w->locked_all = 0;
    return MPI_SUCCESS;
}

#define LOCKED(w, call, rank)                                                                      \
    MPI_TRY(check_rank(call, w, rank));                                                            \
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;                                                 \
    MPI_CHECK(!w->locked[rank], w->comm, MPI_ERR_RMA_SYNC, call,                                   \
              "MPI_Win_lock of rank %d comes first", rank);                                        \
    w->call = call
#define SOME_LOCKED(w, call)                                                                       \
    MPI_CHECK(!w->locks, w->comm, MPI_ERR_RMA_SYNC, call,                                          \
              "MPI_Win_lock or _lock_all comes first");                                            \
    w->call = call
MPI_CALL(Win_flush)(int rank, MPI_Win win) {
    static const char call[] = "MPI_Win_flush";
    MPI_WIN_OF(w, call, win);
    LOCKED(w, call, rank);
    flush_one(w, rank);
    return MPI_SUCCESS;
}
MPI_CALL(Win_flush_all)(MPI_Win win) {
    static const char call[] = "MPI_Win_flush_all";
    MPI_WIN_OF(w, call, win);
    SOME_LOCKED(w, call);
    flush(w);
    return MPI_SUCCESS;
}
/// Data that are sent have been copied when the call returns.
MPI_CALL(Win_flush_local)(int rank, MPI_Win win) {
    static const char call[] = "MPI_Win_flush_local";
    MPI_WIN_OF(w, call, win);
    LOCKED(w, call, rank);
    await_wanted(w);
    return MPI_SUCCESS;
}
MPI_CALL(Win_flush_local_all)(MPI_Win win) {
    static const char call[] = "MPI_Win_flush_local_all";
    MPI_WIN_OF(w, call, win);
    SOME_LOCKED(w, call);
    await_wanted(w);
    return MPI_SUCCESS;
}
/// A window's memory has no second copy.
MPI_CALL(Win_sync)(MPI_Win win) {
    MPI_WIN_OF(w, "MPI_Win_sync", win);
    w->call = "MPI_Win_sync";
    mpi_progress();
    return MPI_SUCCESS;
}
