// Matching of messages and receives by context, source and tag, in the order of the sends. Part of
// each device.
#pragma once

#include "mpi_internal.h"

#include <stdlib.h>
#include <string.h>

/// Messages up to this size are sent without asking.
enum { mpi_eager = 4096 };

/// A message without a matching receive so far.
struct arrival {
    struct arrival *next;
    int context, process, tag;
    size_t size;
    struct mpi_request *sender; ///< of a rendezvous: its request there
    char *data;                 ///< of others: contiguous
    unsigned about;             ///< of the device
    uint32_t words[2];          ///< room for short data
};

static struct mpi_request *posted, **last_posted = &posted; ///< receives, in order
static struct arrival *unexpected, **last_unexpected = &unexpected;

static inline int matches(int context, int process, int tag, int message_context,
                          int message_process, int message_tag) {
    return context == message_context && (process < 0 || process == message_process) &&
           (tag == MPI_ANY_TAG || tag == message_tag);
}

static inline void remove_posted(struct mpi_request **at) {
    struct mpi_request *r = *at;
    *at = r->next;
    if (!*at) last_posted = at;
}
/// Removes the first receive that matches a message from the list.
static inline struct mpi_request *take_posted(int context, int process, int tag) {
    for (struct mpi_request **at = &posted; *at; at = &(*at)->next) {
        struct mpi_request *r = *at;
        if (!matches(r->context, r->process, r->tag, context, process, tag)) continue;
        remove_posted(at);
        return r;
    }
    return 0;
}
static inline void post(struct mpi_request *r) {
    r->next = 0;
    *last_posted = r;
    last_posted = &r->next;
}

static inline void append_unexpected(struct arrival *a) {
    a->next = 0;
    *last_unexpected = a;
    last_unexpected = &a->next;
}
static inline struct arrival **find_unexpected(int context, int process, int tag) {
    struct arrival **at = &unexpected;
    while (*at && !matches(context, process, tag, (*at)->context, (*at)->process, (*at)->tag))
        at = &(*at)->next;
    return at;
}
static inline struct arrival *take_unexpected(struct arrival **at) {
    struct arrival *a = *at;
    *at = a->next;
    if (!*at) last_unexpected = at;
    return a;
}

// --- messages of a process to itself -------------------------------------------------------------

static void self_deliver(struct mpi_request *r, struct mpi_request *sender) {
    mpi_deliver(r, sender->buffer, mpi_matched(r, mpid_self, sender->tag, sender->bytes));
    sender->done = 1;
}
static void self_send(struct mpi_request *s) {
    struct mpi_request *r = take_posted(s->context, mpid_self, s->tag);
    if (r) {
        self_deliver(r, s);
        return;
    }
    const int eager = s->bytes <= mpi_eager && s->mode != mpi_synchronous;
    struct arrival *a = mpi_get(s->call, sizeof *a + (eager ? s->bytes : 0));
    *a = (struct arrival){.context = s->context,
                          .process = mpid_self,
                          .tag = s->tag,
                          .size = s->bytes,
                          .sender = eager ? 0 : s,
                          .data = (char *)(a + 1)};
    if (eager) {
        memcpy(a->data, s->buffer, s->bytes);
        s->done = 1;
    }
    append_unexpected(a);
}
/// A receive has taken an arrival of this process.
static void self_take(struct mpi_request *r, struct arrival *a) {
    if (a->sender)
        self_deliver(r, a->sender);
    else
        mpi_deliver(r, a->data, mpi_matched(r, mpid_self, a->tag, a->size));
    free(a);
}

// --- parts of the device's interface -------------------------------------------------------------

void mpid_receive(struct mpi_request *r) {
    struct arrival **at = find_unexpected(r->context, r->process, r->tag);
    if (!*at) {
        post(r);
        return;
    }
    mpid_receive_taken(r, take_unexpected(at));
}

int mpid_probe(int context, int process, int tag, int *from, int *from_tag, size_t *bytes) {
    const struct arrival *a = *find_unexpected(context, process, tag);
    if (!a) return 0;
    *from = a->process;
    *from_tag = a->tag;
    *bytes = a->size;
    return 1;
}

struct arrival *mpid_take(int context, int process, int tag, int *from, int *from_tag,
                          size_t *bytes) {
    struct arrival **at = find_unexpected(context, process, tag);
    if (!*at) return 0;
    *from = (*at)->process;
    *from_tag = (*at)->tag;
    *bytes = (*at)->size;
    return take_unexpected(at);
}

int mpid_cancel_receive(struct mpi_request *r) {
    for (struct mpi_request **at = &posted; *at; at = &(*at)->next)
        if (*at == r) {
            remove_posted(at);
            return 1;
        }
    return 0;
}

/// Removes the arrival of a send that its process wants to take back, if no receive has it.
static struct arrival *forget_unexpected(int process, const struct mpi_request *sender) {
    for (struct arrival **at = &unexpected; *at; at = &(*at)->next)
        if ((*at)->process == process && (*at)->sender == sender) return take_unexpected(at);
    return 0;
}
/// The arrival of a send that is not done is unexpected.
static void self_cancel(struct mpi_request *s) {
    free(forget_unexpected(mpid_self, s));
    s->cancelled = 1;
    s->done = 1;
}

static void report_left(void) {
    MPI_WRONG(posted, "MPI_Finalize", "a receive of %s is still open", posted->call);
    MPI_WRONG(unexpected, "MPI_Finalize", "a message from rank %d with tag %d was not received",
              unexpected->process, unexpected->tag);
}
