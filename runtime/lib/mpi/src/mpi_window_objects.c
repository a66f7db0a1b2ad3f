// Windows as objects: how they are made and freed, their names, groups, hints and error handlers.
#include "mpi_schedule.h"
#include "mpi_window_messages.h"

#include <stdlib.h>
#include <string.h>

int mpi_win_check_rank(const char *call, struct mpi_win *w, int rank) {
    MPI_CHECK(rank != MPI_PROC_NULL && (rank < 0 || rank >= w->comm->size), w->comm, MPI_ERR_RANK,
              call, "there is no rank %d among %d", rank, w->comm->size);
    return MPI_SUCCESS;
}

int mpi_bad_win(const char *call, int handle) {
    mpi_check_started(call);
    if (handle == MPI_WIN_NULL) return MPI_RAISE(0, MPI_ERR_WIN, call, "MPI_WIN_NULL");
    return MPI_RAISE(0, MPI_ERR_WIN, call, "%d is no window", handle);
}

/// Collective. `own`: memory that goes with the window.
static int make(const char *call, void *base, MPI_Aint size, int unit, int flavor, void *own,
                MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    MPI_COMM_OF(c, call, comm);
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator");
    MPI_NOT_NULL(win, c, call);
    MPI_CHECK(size < 0, c, MPI_ERR_SIZE, call, "a size of %ld", (long)size);
    MPI_CHECK(unit <= 0, c, MPI_ERR_DISP, call, "a displacement unit of %d", unit);
    static int is_served;
    if (!is_served++) mpi_schedules_serve(mpi_windows_serve);
    struct mpi_win *w = mpi_get(call, sizeof *w);
    *w = (struct mpi_win){
        .flavor = flavor, .call = call, .base = base, .size = size, .unit = unit, .own = own};
    w->last_come = &w->come;
    w->conflicts = mpi_win_conflicts_new(call, info);
    const int error = mpi_comm_make(call, c, c->group, &w->comm);
    if (error != MPI_SUCCESS) {
        mpi_win_conflicts_free(w->conflicts);
        free(w);
        return error;
    }
    const size_t n = (size_t)c->size;
    w->there = mpi_get(call, n * sizeof *w->there);
    w->posts = mpi_get(call, n * sizeof *w->posts);
    w->locked = mpi_get(call, 2 * n);
    w->open = w->locked + n;
    memset(w->posts, 0, n * sizeof *w->posts);
    memset(w->locked, 0, 2 * n);
    const struct mpi_there mine = {(uint32_t)size, unit};
    _Static_assert(sizeof mine == 2 * sizeof(int), "two ints");
    MPI_TRY(mpi_allgather_ints(call, (const int *)&mine, 2, (int *)w->there, w->comm));
    mpi_remove(mpi_kind_comm, w->comm->handle);
    w->comm->handle = w->handle = *win = mpi_add(call, mpi_kind_win, w);
    --w->comm->errhandler
          ->references; // errors of windows are fatal whatever the communicator's handler is
    w->comm->errhandler = mpi_object(mpi_kind_errhandler, MPI_ERRORS_ARE_FATAL);
    ++w->comm->errhandler->references;
    w->next = mpi_windows;
    mpi_windows = w;
    return mpi_barrier(call, w->comm); // all can be asked
}
MPI_CALL(Win_create)
(void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    return make("MPI_Win_create", base, size, unit, MPI_WIN_FLAVOR_CREATE, 0, info, comm, win);
}
static int allocate(const char *call, MPI_Aint size, int unit, int flavor, MPI_Info info,
                    MPI_Comm comm, void *base, MPI_Win *win) {
    MPI_CHECK(size < 0, 0, MPI_ERR_SIZE, call, "a size of %ld", (long)size);
    MPI_NOT_NULL(base, 0, call);
    void *const memory = mpi_get(call, (size_t)size);
    const int error = make(call, memory, size, unit, flavor, memory, info, comm, win);
    if (error != MPI_SUCCESS) {
        free(memory);
        return error;
    }
    *(void **)base = memory;
    return MPI_SUCCESS;
}
MPI_CALL(Win_allocate)
(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win) {
    return allocate("MPI_Win_allocate", size, unit, MPI_WIN_FLAVOR_ALLOCATE, info, comm, base, win);
}
/// No two nodes share memory.
MPI_CALL(Win_allocate_shared)
(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win) {
    static const char call[] = "MPI_Win_allocate_shared";
    MPI_COMM_OF(c, call, comm);
    MPI_CHECK(c->size > 1, c, MPI_ERR_RMA_SHARED, call,
              "%d processes, and no two nodes share memory", c->size);
    return allocate(call, size, unit, MPI_WIN_FLAVOR_SHARED, info, comm, base, win);
}
MPI_CALL(Win_shared_query)(MPI_Win win, int rank, MPI_Aint *size, int *unit, void *base) {
    static const char call[] = "MPI_Win_shared_query";
    MPI_WIN_OF(w, call, win);
    MPI_NOT_NULL(size && unit && base, w->comm, call);
    MPI_CHECK(w->flavor != MPI_WIN_FLAVOR_SHARED, w->comm, MPI_ERR_RMA_FLAVOR, call,
              "no window of MPI_Win_allocate_shared");
    MPI_CHECK(rank != MPI_PROC_NULL && rank != 0, w->comm, MPI_ERR_RANK, call,
              "there is no rank %d among 1", rank);
    *size = w->size;
    *unit = w->unit;
    *(void **)base = w->base;
    return MPI_SUCCESS;
}
MPI_CALL(Win_create_dynamic)(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    return make("MPI_Win_create_dynamic", MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC, 0, info, comm,
                win);
}
MPI_CALL(Win_attach)(MPI_Win win, void *base, MPI_Aint size) {
    static const char call[] = "MPI_Win_attach";
    MPI_WIN_OF(w, call, win);
    MPI_CHECK(w->flavor != MPI_WIN_FLAVOR_DYNAMIC, w->comm, MPI_ERR_RMA_FLAVOR, call,
              "no window of MPI_Win_create_dynamic");
    MPI_CHECK(size < 0, w->comm, MPI_ERR_SIZE, call, "a size of %ld", (long)size);
    for (const struct mpi_attached *a = w->attached; a; a = a->next)
        MPI_CHECK((char *)base < a->base + a->size && a->base < (char *)base + size, w->comm,
                  MPI_ERR_RMA_ATTACH, call, "%p is attached", base);
    struct mpi_attached *a = mpi_get(call, sizeof *a);
    *a = (struct mpi_attached){w->attached, base, (size_t)size};
    w->attached = a;
    return MPI_SUCCESS;
}
MPI_CALL(Win_detach)(MPI_Win win, const void *base) {
    static const char call[] = "MPI_Win_detach";
    MPI_WIN_OF(w, call, win);
    MPI_CHECK(w->flavor != MPI_WIN_FLAVOR_DYNAMIC, w->comm, MPI_ERR_RMA_FLAVOR, call,
              "no window of MPI_Win_create_dynamic");
    struct mpi_attached **at = &w->attached;
    while (*at && (*at)->base != base) at = &(*at)->next;
    struct mpi_attached *a = *at;
    MPI_CHECK(!a, w->comm, MPI_ERR_RMA_ATTACH, call, "%p is not attached", base);
    *at = a->next;
    free(a);
    return MPI_SUCCESS;
}

MPI_CALL(Win_free)(MPI_Win *win) {
    static const char call[] = "MPI_Win_free";
    MPI_NOT_NULL(win, 0, call);
    MPI_WIN_OF(w, call, *win);
    MPI_CHECK(w->started || w->locks || w->posted, w->comm, MPI_ERR_RMA_SYNC, call,
              "an epoch is open");
    w->call = call;
    const int error = mpi_attributes_delete(&w->attributes, *win);
    if (error != MPI_SUCCESS) return mpi_raise(w->comm, error);
    MPI_TRY(mpi_barrier(call, w->comm)); // nobody asks any more
    while (w->sent || w->wanted) mpi_await();
    const int conflicts = MPI_WIN_CONFLICTS(w, call);
    struct mpi_win **at = &mpi_windows;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    for (struct mpi_attached *a = w->attached, *next; a; a = next) {
        next = a->next;
        free(a);
    }
    mpi_remove(mpi_kind_win, *win);
    mpi_comm_release(w->comm);
    free(w->there);
    free(w->posts);
    free(w->locked);
    free(w->own);
    mpi_win_conflicts_free(w->conflicts);
    free(w);
    *win = MPI_WIN_NULL;
    return conflicts;
}

MPI_CALL(Win_get_group)(MPI_Win win, MPI_Group *group) {
    MPI_WIN_OF(w, "MPI_Win_get_group", win);
    MPI_NOT_NULL(group, w->comm, "MPI_Win_get_group");
    ++w->comm->group->references;
    *group = mpi_add("MPI_Win_get_group", mpi_kind_group, w->comm->group);
    return MPI_SUCCESS;
}
MPI_CALL(Win_set_name)(MPI_Win win, const char *name) {
    MPI_WIN_OF(w, "MPI_Win_set_name", win);
    MPI_NOT_NULL(name, w->comm, "MPI_Win_set_name");
    strncpy(w->name, name, MPI_MAX_OBJECT_NAME - 1);
    return MPI_SUCCESS;
}
MPI_CALL(Win_get_name)(MPI_Win win, char *name, int *length) {
    MPI_WIN_OF(w, "MPI_Win_get_name", win);
    MPI_NOT_NULL(name && length, w->comm, "MPI_Win_get_name");
    strcpy(name, w->name);
    *length = (int)strlen(name);
    return MPI_SUCCESS;
}
MPI_CALL(Win_set_info)(MPI_Win win, MPI_Info info) {
    (void)info;
    MPI_WIN_OF(w, "MPI_Win_set_info", win);
    (void)w;
    return MPI_SUCCESS;
}
MPI_CALL(Win_get_info)(MPI_Win win, MPI_Info *info) {
    MPI_WIN_OF(w, "MPI_Win_get_info", win);
    MPI_NOT_NULL(info, w->comm, "MPI_Win_get_info");
    MPI_TRY(PMPI_Info_create(info));
    return w->conflicts ? PMPI_Info_set(*info, mpi_win_conflicts_hint, "true") : MPI_SUCCESS;
}

MPI_CALL(Win_set_errhandler)(MPI_Win win, MPI_Errhandler handler) {
    static const char call[] = "MPI_Win_set_errhandler";
    MPI_WIN_OF(w, call, win);
    return mpi_errhandler_set(call, w->comm, handler);
}
MPI_CALL(Win_get_errhandler)(MPI_Win win, MPI_Errhandler *handler) {
    static const char call[] = "MPI_Win_get_errhandler";
    MPI_WIN_OF(w, call, win);
    return mpi_errhandler_get(call, w->comm, handler);
}
MPI_CALL(Win_call_errhandler)(MPI_Win win, int code) {
    static const char call[] = "MPI_Win_call_errhandler";
    MPI_WIN_OF(w, call, win);
    return mpi_errhandler_call(call, w->comm, code);
}
