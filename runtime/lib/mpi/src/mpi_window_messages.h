// Messages of one-sided communication (MPI-3.1, chapter 11) between the process that accesses
// (mpi_window_operations.c, mpi_window_epochs.c) and the one that has the memory
// (mpi_window_target.c).
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
#pragma once

#include "mpi_windows.h"

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
    uint32_t fence; ///< the number of the epoch, if MPI_Win_fence has opened it; or 0
    uint32_t unused;
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
    size_t bytes, *counted; ///< the sum of which `bytes` is a part
};

enum { mpi_win_most = 256 * 1024 }; ///< bytes of all windows that may be under way, of each sort
/// Whether `more` bytes may be added. One alone may be longer.
static inline int mpi_win_has_room(size_t bytes, size_t more) {
    return !bytes || bytes + more <= mpi_win_most;
}
/// Bytes under way from this process.
struct mpi_win_bytes_sent {
    size_t operations, answers;
};
extern struct mpi_win_bytes_sent mpi_win_bytes_sent;

/// The type of messages.
static inline struct mpi_type *mpi_win_bytes(void) { return mpi_object(mpi_kind_type, MPI_BYTE); }
/// Sends the `bytes` bytes behind a `struct sent`, which it takes.
void mpi_win_send(struct mpi_win *w, struct sent *s, size_t bytes, int rank, int tag,
                  int answers_context);
void mpi_win_send_control(struct mpi_win *w, int rank, enum kind kind, int32_t answer, int lock);
void mpi_win_send_answer(struct mpi_win *w, int rank, int32_t answer);
int32_t mpi_win_new_answer(struct mpi_win *w);
/// Asks the processes that `which` names (null: all) and waits for their answers.
void mpi_win_ask(struct mpi_win *w, enum kind kind, int lock, const uint8_t *which);
void mpi_win_ask_one(struct mpi_win *w, enum kind kind, int lock, int rank);
/// Ends the messages that have been sent. Whether there was one.
int mpi_win_reap_sent(struct mpi_win *w);
/// Ends the answers with data that have come. Whether there was one.
int mpi_win_reap_wanted(struct mpi_win *w);

int mpi_win_check_rank(const char *call, struct mpi_win *w, int rank);

/// The hint with which a window is checked.
#define mpi_win_conflicts_hint "inlet_check_conflicts"
/// Null, if the hint is not "true".
struct mpi_conflicts *mpi_win_conflicts_new(const char *call, MPI_Info info);
void mpi_win_conflicts_free(struct mpi_conflicts *c); ///< takes null
/// An operation does something to consecutive bytes of a window that is checked.
void mpi_win_conflicts_note(struct mpi_win *w, int rank, int kind, const struct operation *o,
                            const char *place, size_t bytes);
/// An epoch without fences has ended: of one process, or (-1) of all.
void mpi_win_conflicts_end(struct mpi_win *w, int rank);
/// Raises MPI_ERR_RMA_CONFLICT if accesses have conflicted since the last time.
int mpi_win_conflicts_raise(const char *call, struct mpi_win *w);
#define MPI_WIN_CONFLICTS(w, call) ((w)->conflicts ? mpi_win_conflicts_raise(call, w) : MPI_SUCCESS)

/// A pair of a value and an int with padding; then each run is one pair.
static inline int mpi_win_is_padded(const struct mpi_type *element) {
    return element && !element->dense;
}
/// The bytes of memory from the first to the last one of a run.
static inline size_t mpi_win_span(const struct mpi_type *element, const struct run *r) {
    return mpi_win_is_padded(element) ? (size_t)element->true_ub : r->bytes;
}
