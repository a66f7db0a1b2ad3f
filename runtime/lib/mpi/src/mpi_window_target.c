// One-sided communication: the process that has the memory does what others ask for.
#include "mpi_window_messages.h"

#include <stdlib.h>
#include <string.h>

/// An operation that has come; its bytes follow.
struct come {
    struct come *next;
    size_t bytes;
    int rank;
    struct mpi_request request;
    double data[]; // aligned
};
struct waiting {
    struct waiting *next;
    int rank, kind;
    int32_t answer;
};

struct mpi_win *mpi_windows;
static size_t come_bytes; ///< that have come and are not done, of all windows

/// Where an operation's run is. Its process has checked the place, but in dynamic windows.
static char *place_of(const struct mpi_win *w, int rank, const struct operation *o,
                      const struct mpi_type *element, const struct run *r) {
    if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC) return w->base + o->at + r->at;
    char *const at = (char *)(uintptr_t)(uint32_t)(o->at + r->at);
    for (const struct mpi_attached *a = w->attached; a; a = a->next)
        if (at >= a->base && (size_t)(at - a->base) + mpi_win_span(element, r) <= a->size)
            return at;
    xnet_fail("an operation of rank %d on %u bytes at %p of a dynamic window: no memory is "
              "attached there",
              rank, (unsigned)r->bytes, (void *)at);
}

static void grant(struct mpi_win *w, int rank, int kind, int32_t answer) {
    if (kind == MPI_LOCK_EXCLUSIVE)
        w->exclusive = 1;
    else
        ++w->shared;
    mpi_win_send_answer(w, rank, answer);
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
    if (mpi_win_is_padded(t)) {
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
    return n->request.done &&
           (!has_answer(n->request.tag) || mpi_win_has_room(mpi_win_bytes_sent.answers, o->bytes));
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
        if (w->conflicts)
            mpi_win_conflicts_note(w, n->rank, kind, o, place, mpi_win_span(element, &runs[i]));
        if (to) {
            if (mpi_win_is_padded(element))
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
    if (back) mpi_win_send(w, back, o->bytes, n->rank, o->answer, 1);
}

static void handle(struct mpi_win *w, struct come *n) {
    const struct control *const c = (const struct control *)(const void *)n->data;
    const int kind = n->request.tag;
    if (w->conflicts && (kind == kind_flush || kind == kind_unlock))
        mpi_win_conflicts_end(w, n->rank);
    switch (kind) {
    case kind_flush: mpi_win_send_answer(w, n->rank, c->answer); break;
    case kind_lock: lock(w, n->rank, c); break;
    case kind_unlock:
        mpi_win_send_answer(w, n->rank, c->answer);
        unlock(w);
        break;
    case kind_post: ++w->posts[n->rank]; break;
    case kind_complete: ++w->completes; break;
    default: operate(w, n);
    }
}

/// Takes what has come for a window. Whether there was something.
static int serve(struct mpi_win *w) {
    int from, tag, moved = 0;
    size_t bytes;
    while (mpid_probe(w->comm->context, -1, MPI_ANY_TAG, &from, &tag, &bytes)) {
        if (!mpi_win_has_room(come_bytes, bytes)) break;
        struct come *n = mpi_get(w->call, sizeof *n + bytes);
        n->next = 0;
        n->bytes = sizeof *n + bytes;
        come_bytes += n->bytes;
        n->rank = mpi_rank_of(w->comm, from);
        mpi_receive_begin(&n->request, w->call, n->data, (int)bytes, mpi_win_bytes(), n->rank, tag,
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
    if (w->wanted) moved |= mpi_win_reap_wanted(w);
    if (w->sent) moved |= mpi_win_reap_sent(w);
    return moved;
}
int mpi_windows_serve(void) {
    int moved = 0;
    for (struct mpi_win *w = mpi_windows; w; w = w->next) moved |= serve(w);
    return moved;
}
