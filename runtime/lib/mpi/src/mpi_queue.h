// Sends that wait until the device has room for them, so that their calls return. Part of each
// device, which has a queue for each process. A send that is queued is the last one of its process;
// the schedules' progress begins queued sends when there is room again.
#pragma once

#include "mpi_matching.h"

/// Of the device: the last of the ring of sends that wait, or null.
static struct mpi_request **queue_of(int process);
/// Of the device: whether a send to this process can begin; then the function that begins it.
static int has_room(const struct mpi_request *s);
static void begin_send(struct mpi_request *s);

static uint16_t *queues; ///< processes with a queue; the device has made it, a place for each
static int queue_count;

/// Takes the first send from a queue.
static struct mpi_request *take_queued(struct mpi_request **queue) {
    struct mpi_request *const last = *queue, *const first = last->next;
    if (first == last)
        *queue = 0;
    else
        last->next = first->next;
    return first;
}
/// Begins the queued sends for which there is room. Whether there was one.
static int push_queues(void) {
    int moved = 0;
    for (int i = 0; i < queue_count;) {
        struct mpi_request **const queue = queue_of(queues[i]);
        for (; *queue && has_room((*queue)->next); moved = 1) begin_send(take_queued(queue));
        if (*queue)
            ++i;
        else
            queues[i] = queues[--queue_count];
    }
    return moved;
}
static int is_served;
static int serve_queues(void) {
    const int moved = push_queues();
    if (queue_count) return moved;
    is_served = 0;
    return -1;
}
static void enqueue(struct mpi_request *s) {
    struct mpi_request **const queue = queue_of(s->process);
    if (*queue) {
        s->next = (*queue)->next;
        (*queue)->next = s;
    } else {
        s->next = s;
        queues[queue_count++] = (uint16_t)s->process;
    }
    *queue = s;
    if (!is_served++) mpi_schedules_serve(serve_queues);
}
/// Takes a send back that has not begun. 0: it has.
static int dequeue(struct mpi_request *s) {
    struct mpi_request **const queue = queue_of(s->process), *before = *queue;
    if (!before) return 0;
    while (before->next != s)
        if ((before = before->next) == *queue) return 0;
    before->next = s->next;
    if (s == *queue) *queue = before == s ? 0 : before;
    for (int i = 0; !*queue && i < queue_count; ++i)
        if (queues[i] == s->process) queues[i] = queues[--queue_count];
    return 1;
}
/// Takes back a send of which no other process knows. 0: one does.
static int cancel_here(struct mpi_request *s) {
    if (s->process == mpid_self)
        self_cancel(s);
    else if (dequeue(s))
        s->cancelled = s->done = 1;
    else
        return 0;
    return 1;
}
