// One-sided communication: accesses of one epoch that conflict, for windows made with the hint
// inlet_check_conflicts (docs/mpi.md). The process that has the memory notes what others do to it.
#include "mpi_window_messages.h"

#include <stdlib.h>
#include <string.h>

/// What one operation does to consecutive bytes.
struct noted {
    struct noted *next;
    const char *low, *high;
    int rank, kind;
    uint32_t fence;
    int32_t op, type;
};
struct mpi_conflicts {
    struct noted *first;
    struct noted one, other; ///< the first two that conflict; without `low` there are none
};

struct mpi_conflicts *mpi_win_conflicts_new(const char *call, MPI_Info info) {
    if (!mpi_info_says(info, mpi_win_conflicts_hint, "true")) return 0;
    struct mpi_conflicts *const c = mpi_get(call, sizeof *c);
    memset(c, 0, sizeof *c);
    return c;
}
void mpi_win_conflicts_free(struct mpi_conflicts *c) {
    if (!c) return;
    for (struct noted *n = c->first, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(c);
}

static int is_atomic(const struct noted *n) { return n->kind != kind_put && n->kind != kind_get; }
static int only_reads(const struct noted *n) {
    return n->kind == kind_get || (n->kind == kind_fetch && n->op == MPI_NO_OP);
}
/// MPI-3.1, 11.7: what only reads agrees; accumulates of one type do, if they have one operation or
/// one of them only reads.
static int agree(const struct noted *a, const struct noted *b) {
    if (only_reads(a) && only_reads(b)) return 1;
    if (!is_atomic(a) || !is_atomic(b)) return 0;
    if (a->type && b->type && a->type != b->type) return 0;
    return a->kind == kind_swap || b->kind == kind_swap || a->op == b->op || a->op == MPI_NO_OP ||
           b->op == MPI_NO_OP;
}
void mpi_win_conflicts_note(struct mpi_win *w, int rank, int kind, const struct operation *o,
                            const char *place, size_t bytes) {
    struct mpi_conflicts *const c = w->conflicts;
    const struct noted mine = {.low = place,
                               .high = place + bytes,
                               .rank = rank,
                               .kind = kind,
                               .fence = o->fence,
                               .op = o->op,
                               .type = o->type};
    for (struct noted **at = &c->first, *n; (n = *at);) {
        if (n->fence && o->fence && n->fence != o->fence) { // of an epoch that has ended
            *at = n->next;
            free(n);
            continue;
        }
        if (!c->one.low && n->fence == o->fence && n->low < mine.high && mine.low < n->high &&
            !agree(n, &mine)) {
            c->one = *n;
            c->other = mine;
        }
        at = &n->next;
    }
    struct noted *const n = mpi_get(w->call, sizeof *n);
    *n = mine;
    n->next = c->first;
    c->first = n;
}
void mpi_win_conflicts_end(struct mpi_win *w, int rank) {
    for (struct noted **at = &w->conflicts->first, *n; (n = *at);) {
        if (!n->fence && (rank < 0 || n->rank == rank)) {
            *at = n->next;
            free(n);
        } else {
            at = &n->next;
        }
    }
}

static const char *text_of(const struct noted *n) {
    static const char *const texts[] = {"MPI_Put", "MPI_Get", "MPI_Accumulate",
                                        "MPI_Get_accumulate", "MPI_Compare_and_swap"};
    return texts[n->kind];
}
int mpi_win_conflicts_raise(const char *call, struct mpi_win *w) {
    const struct noted a = w->conflicts->one, b = w->conflicts->other;
    if (!a.low) return MPI_SUCCESS;
    w->conflicts->one.low = 0;
    const char *const low = a.low > b.low ? a.low : b.low, *const high =
                                                               a.high < b.high ? a.high : b.high;
    return MPI_RAISE(w->comm, MPI_ERR_RMA_CONFLICT, call,
                     "%s of rank %d and %s of rank %d access the same %u bytes at %p in one epoch",
                     text_of(&a), a.rank, text_of(&b), b.rank, (unsigned)(high - low),
                     (const void *)low);
}
