// One-sided communication: epochs, at both sides.
#include "mpi_window_messages.h"

#include <stdlib.h>
#include <string.h>

static void await_wanted(struct mpi_win *w) {
    while (w->wanted) mpi_await();
}
/// All operations of this process have been done.
static void flush(struct mpi_win *w) {
    mpi_win_ask(w, kind_flush, 0, w->open);
    memset(w->open, 0, (size_t)w->comm->size);
    await_wanted(w);
}
static void flush_one(struct mpi_win *w, int rank) {
    if (w->open[rank]) mpi_win_ask_one(w, kind_flush, 0, rank);
    w->open[rank] = 0;
    await_wanted(w);
}

/// Assertions that MPI has; what they allow is done anyway, but MPI_MODE_NOCHECK.
#define CHECK_ASSERTED(w, call, asserted)                                                          \
    MPI_CHECK((asserted) & ~(2 * MPI_MODE_NOSUCCEED - 1), w->comm, MPI_ERR_ASSERT, call,           \
              "assertions %#x", (unsigned)(asserted))
#define NO_EPOCH(w, call)                                                                          \
    MPI_CHECK(w->started || w->locks, w->comm, MPI_ERR_RMA_SYNC, call,                             \
              "an epoch of MPI_Win_start or _lock is open")

MPI_CALL(Win_fence)(int asserted, MPI_Win win) {
    static const char call[] = "MPI_Win_fence";
    MPI_WIN_OF(w, call, win);
    CHECK_ASSERTED(w, call, asserted);
    NO_EPOCH(w, call);
    MPI_CHECK(w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "an epoch of MPI_Win_post is open");
    w->call = call;
    flush(w);
    MPI_TRY(mpi_barrier(call, w->comm)); // all others have done so, too
    ++w->fences;
    w->fenced = asserted & MPI_MODE_NOSUCCEED ? 0 : w->fences;
    return MPI_WIN_CONFLICTS(w, call);
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
    CHECK_ASSERTED(w, call, asserted);
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
        mpi_win_send_control(w, i, kind_complete, 0, 0); // behind the operations
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
    CHECK_ASSERTED(w, call, asserted);
    const struct mpi_group *const g = mpi_object(mpi_kind_group, group);
    MPI_TRY(check_group(call, w, g));
    MPI_CHECK(w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "an epoch of MPI_Win_post is open");
    w->call = call;
    w->fenced = 0;
    w->posted = 1;
    w->expected = g->size;
    if (asserted & MPI_MODE_NOCHECK) return MPI_SUCCESS;
    for (int i = 0; i < g->size; ++i) mpi_win_send_control(w, rank_in(w, g, i), kind_post, 0, 0);
    return MPI_SUCCESS;
}
static void end_exposure(struct mpi_win *w) {
    w->completes -= w->expected;
    w->posted = 0;
    if (w->conflicts) mpi_win_conflicts_end(w, -1);
}
MPI_CALL(Win_wait)(MPI_Win win) {
    static const char call[] = "MPI_Win_wait";
    MPI_WIN_OF(w, call, win);
    MPI_CHECK(!w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "MPI_Win_post comes first");
    w->call = call;
    while (w->completes < w->expected) mpi_await();
    end_exposure(w);
    return MPI_WIN_CONFLICTS(w, call);
}
MPI_CALL(Win_test)(MPI_Win win, int *flag) {
    static const char call[] = "MPI_Win_test";
    MPI_WIN_OF(w, call, win);
    MPI_NOT_NULL(flag, w->comm, call);
    MPI_CHECK(!w->posted, w->comm, MPI_ERR_RMA_SYNC, call, "MPI_Win_post comes first");
    w->call = call;
    mpi_progress();
    *flag = w->completes >= w->expected;
    if (!*flag) return MPI_SUCCESS;
    end_exposure(w);
    return MPI_WIN_CONFLICTS(w, call);
}

MPI_CALL(Win_lock)(int kind, int rank, int asserted, MPI_Win win) {
    static const char call[] = "MPI_Win_lock";
    MPI_WIN_OF(w, call, win);
    CHECK_ASSERTED(w, call, asserted);
    MPI_CHECK(kind != MPI_LOCK_EXCLUSIVE && kind != MPI_LOCK_SHARED, w->comm, MPI_ERR_LOCKTYPE,
              call, "a kind of %d", kind);
    MPI_TRY(mpi_win_check_rank(call, w, rank));
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    MPI_CHECK(w->started || w->locked[rank], w->comm, MPI_ERR_RMA_SYNC, call, "%s",
              w->started ? "an epoch of MPI_Win_start is open" : "it is locked");
    w->call = call;
    w->fenced = 0;
    if (!(asserted & MPI_MODE_NOCHECK)) mpi_win_ask_one(w, kind_lock, kind, rank);
    w->locked[rank] = asserted & MPI_MODE_NOCHECK ? 2 : 1;
    ++w->locks;
    return MPI_SUCCESS;
}
static void end_lock(struct mpi_win *w, int rank) {
    if (w->locked[rank] == 1)
        mpi_win_ask_one(w, kind_unlock, 0, rank);
    else if (w->open[rank])
        mpi_win_ask_one(w, kind_flush, 0, rank);
    w->open[rank] = w->locked[rank] = 0;
    --w->locks;
}
MPI_CALL(Win_unlock)(int rank, MPI_Win win) {
    static const char call[] = "MPI_Win_unlock";
    MPI_WIN_OF(w, call, win);
    MPI_TRY(mpi_win_check_rank(call, w, rank));
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
    CHECK_ASSERTED(w, call, asserted);
    NO_EPOCH(w, call);
    w->call = call;
    w->fenced = 0;
    if (!(asserted & MPI_MODE_NOCHECK)) mpi_win_ask(w, kind_lock, MPI_LOCK_SHARED, 0);
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
        mpi_win_ask(w, kind_unlock, 0, 0);
    else
        flush(w);
    memset(w->open, 0, (size_t)w->comm->size);
    memset(w->locked, 0, (size_t)w->comm->size);
    w->locks = w->locked_all = 0;
    return MPI_SUCCESS;
}

#define LOCKED(w, call, rank)                                                                      \
    MPI_TRY(mpi_win_check_rank(call, w, rank));                                                    \
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
