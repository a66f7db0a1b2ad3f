// Windows of one-sided communication. Part of MPI.
#pragma once

#include "mpi_internal.h"

/// Memory of a dynamic window.
struct mpi_attached {
    struct mpi_attached *next;
    char *base;
    size_t size;
};
/// The memory of another process.
struct mpi_there {
    uint32_t size; ///< bytes
    int32_t unit;  ///< bytes of a displacement
};

struct mpi_win {
    struct mpi_win *next;
    int handle, flavor;
    struct mpi_comm *comm; ///< a copy of the program's, with the window's handle in errors
    const char *call;      ///< the call that is running
    char *base;
    MPI_Aint size;
    int unit;
    void *own; ///< memory of MPI_Win_allocate
    struct mpi_attached *attached;
    struct mpi_there *there; ///< by rank
    struct mpi_attribute *attributes;
    struct mpi_conflicts *conflicts; ///< null: not checked
    char name[MPI_MAX_OBJECT_NAME];
    // As the one that accesses.
    uint32_t fences;       ///< calls of MPI_Win_fence
    uint32_t fenced;       ///< the call that has opened this epoch, or 0
    uint8_t locked_all;    ///< MPI_Win_lock_all has locked all
    uint8_t *started;      ///< by rank: of MPI_Win_start; null: there is no such epoch
    uint8_t *locked;       ///< by rank: 2 without a message
    uint8_t *open;         ///< by rank: there are operations of which no answer has come
    int locks;             ///< how many are locked
    unsigned asked;        ///< answers so far
    struct sent *sent;     ///< messages under way
    struct wanted *wanted; ///< answers with data that are under way
    // As the one that has the memory.
    struct come *come, **last_come; ///< messages that have not been handled
    uint8_t exclusive, posted;
    int shared; ///< locks
    struct waiting *waiting;
    int *posts; ///< by rank: epochs that the other has opened and this process has not started
    int completes, expected;
};
extern struct mpi_win *mpi_windows; ///< all of this process

/// Does what has come for all windows. Whether there was something.
int mpi_windows_serve(void);
int mpi_bad_win(const char *call, int handle);
/// `struct mpi_win *w` of a handle.
#define MPI_WIN_OF(w, call, handle)                                                                \
    struct mpi_win *const w = mpi_object(mpi_kind_win, handle);                                    \
    if (__builtin_expect(!w, 0)) return mpi_bad_win(call, handle)
