// Schedules: a collective operation as a list of steps, which a process runs while it waits, or
// later in other calls.
#pragma once

#include "mpi_internal.h"

struct mpi_schedule;
/// An operation of a call on a communicator; all processes begin theirs in the same order.
struct mpi_schedule *mpi_schedule_new(const char *call, struct mpi_comm *comm);

// Steps begin in order. A message is under way until the next mpi_step_round; the other steps are
// done immediately.
void mpi_step_send(struct mpi_schedule *s, const void *buf, int count, struct mpi_type *type,
                   int rank);
void mpi_step_receive(struct mpi_schedule *s, void *buf, int count, struct mpi_type *type,
                      int rank);
/// The messages of the next steps are of another communicator, with the same processes and context:
/// of an intercommunicator's group (mpi_local), or of the intercommunicator.
void mpi_schedule_over(struct mpi_schedule *s, struct mpi_comm *comm);
/// Waits for the messages so far.
void mpi_step_round(struct mpi_schedule *s);
/// inout = in op inout.
void mpi_step_combine(struct mpi_schedule *s, struct mpi_op *op, struct mpi_type *type,
                      const void *in, void *inout, int count);
/// Elements of one buffer to another, whose room is checked.
void mpi_step_copy(struct mpi_schedule *s, struct mpi_type *type, const void *from, int count,
                   struct mpi_type *to_type, void *to, int to_count);
/// Calls a function. Steps are repeated from mpi_schedule_mark on if it returns 1, not immediately:
/// when the process has done other work. It follows a round.
void mpi_step_call(struct mpi_schedule *s, int (*function)(struct mpi_schedule *, void *),
                   void *argument);
void mpi_schedule_mark(struct mpi_schedule *s);
/// The schedule has failed; it goes on.
void mpi_schedule_note(struct mpi_schedule *s, int error);
/// Room for elements until the schedule ends.
void *mpi_schedule_room(struct mpi_schedule *s, const struct mpi_type *type, int count);

/// Runs all steps; the error is raised.
int mpi_schedule_run(struct mpi_schedule *s);
/// Begins, for a request.
int mpi_schedule_start(struct mpi_schedule *s, MPI_Request *request);

/// Where an element of a buffer is.
static inline void *mpi_element(const void *buf, ptrdiff_t number, const struct mpi_type *type) {
    return (char *)buf + number * mpi_extent(type);
}
/// Memory for `count` elements of a type, as their first byte is displaced; free with
/// mpi_room_free.
void *mpi_room(const char *call, const struct mpi_type *type, int count, void **memory);
