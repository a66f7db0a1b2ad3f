// Messages between two processes: matching by context, source and tag in the order of the sends,
// eager up to a limit, with a rendezvous above (001 7.4).
#include "mpi_internal.h"

#include <pan.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { eager_bytes = 4096 };

enum kind { eager, ask, grant, data };

/// Panda's header of a message. An eager one ends before `sender`.
struct envelope {
    uint16_t kind, context;
    int32_t source, tag; ///< source: its rank
    uint32_t size;
    MPI_Request sender, receiver; ///< requests of a rendezvous, on their nodes
};
enum { eager_envelope = offsetof(struct envelope, sender) };

struct mpi_request {
    struct mpi_request *next; ///< posted, or ready to be sent
    const char *call;
    int is_send, done;
    // A receive: the message it accepts. A send: its destination.
    int context, source, tag, process;
    char *buffer; ///< contiguous data: the user's, or `own`
    size_t room;  ///< bytes
    char *own;    ///< packed, freed at the end
    void *user;   ///< a receive: target when `own` is unpacked
    MPI_Datatype type;
    struct envelope envelope; ///< a send
    MPI_Status status;
};

/// A message without a matching receive so far.
struct unexpected {
    struct unexpected *next;
    struct envelope envelope;
    unsigned process;
    char *bytes; ///< eager
};

static pan_sap_p point;
static struct mpi_request *posted, **last_posted = &posted;    ///< receives, in order
static struct mpi_request *granted, **last_granted = &granted; ///< sends that may start
static struct unexpected *unexpected, **last_unexpected = &unexpected;

void *mpi_get(const char *call, size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    MPI_WRONG(!memory, call, "no memory for %u bytes", (unsigned)bytes);
    return memory;
}

static int matches(int context, int source, int tag, const struct envelope *e) {
    return e->context == context && (source == MPI_ANY_SOURCE || source == e->source) &&
           (tag == MPI_ANY_TAG || tag == e->tag);
}

/// Removes the first receive that matches a message from the list.
static MPI_Request take_posted(const struct envelope *e) {
    for (MPI_Request *at = &posted; *at; at = &(*at)->next) {
        MPI_Request r = *at;
        if (!matches(r->context, r->source, r->tag, e)) continue;
        *at = r->next;
        if (!*at) last_posted = at;
        return r;
    }
    return 0;
}

static void check_room(const struct mpi_request *r, const struct envelope *e) {
    MPI_WRONG(e->size > r->room, r->call,
              "the message of %u bytes from rank %d with tag %d is longer than its buffer of %u",
              (unsigned)e->size, (int)e->source, (int)e->tag, (unsigned)r->room);
}

static void received(struct mpi_request *r, const struct envelope *e) {
    if (r->own) {
        mpi_unpack(r->type, r->own, e->size, r->user);
        free(r->own);
        r->own = 0;
    }
    r->status = (MPI_Status){e->source, e->tag, MPI_SUCCESS, (int)e->size};
    r->done = 1;
}

static void grant_to(unsigned process, const struct envelope *e, MPI_Request r) {
    check_room(r, e);
    struct envelope answer = *e;
    answer.kind = grant;
    answer.receiver = r;
    pan_unicast(process, point, 0, 0, &answer, sizeof answer);
}

static void message_h(pan_msg_p m, void *proto, unsigned src) {
    const struct envelope e = *(struct envelope *)proto; // consuming may add others
    switch (e.kind) {
    case eager: {
        MPI_Request r = take_posted(&e);
        if (r) {
            check_room(r, &e);
            pan_msg_consume(m, r->buffer, e.size);
            received(r, &e);
            return;
        }
        break;
    }
    case ask: {
        MPI_Request r = take_posted(&e);
        pan_msg_consume(m, 0, 0);
        if (r) {
            grant_to(src, &e, r);
            return;
        }
        break;
    }
    case grant:
        pan_msg_consume(m, 0, 0);
        // Main sends a long message: a handler only permits it.
        e.sender->envelope.receiver = e.receiver;
        e.sender->next = 0;
        *last_granted = e.sender;
        last_granted = &e.sender->next;
        return;
    default: // data
        pan_msg_consume(m, e.receiver->buffer, e.size);
        received(e.receiver, &e);
        return;
    }
    struct unexpected *u = mpi_get("MPI", sizeof *u + (e.kind == eager ? e.size : 0));
    *u = (struct unexpected){0, e, src, (char *)(u + 1)};
    // Takes its place among the others before its bytes have arrived.
    *last_unexpected = u;
    last_unexpected = &u->next;
    if (e.kind == eager) pan_msg_consume(m, u->bytes, e.size);
}

static void send_data(MPI_Request r) {
    r->envelope.kind = data;
    pan_iovec_t part = {r->buffer, r->envelope.size};
    pan_unicast((unsigned)r->process, point, &part, 1, &r->envelope, sizeof r->envelope);
    r->done = 1;
}

static void send_granted(void) {
    while (granted) {
        MPI_Request r = granted;
        granted = r->next;
        if (!granted) last_granted = &granted;
        send_data(r);
    }
}

void mpi_progress(void) {
    pan_poll();
    send_granted();
}

void mpi_await(void) {
    pan_wait();
    send_granted();
}

MPI_Request mpi_isend(const char *call, const void *buf, int count, MPI_Datatype type, int dest,
                      int tag, struct mpi_comm *comm, int context, int synchronous) {
    const size_t bytes = mpi_size(call, type, count);
    MPI_WRONG(tag < 0, call, "a tag of %d", tag);
    MPI_Request r = mpi_get(call, sizeof *r);
    *r = (struct mpi_request){.call = call, .is_send = 1, .type = type};
    r->status = (MPI_Status){MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0};
    if (dest == MPI_PROC_NULL) {
        r->done = 1;
        return r;
    }
    MPI_WRONG(dest < 0 || dest >= comm->size, call, "there is no rank %d among %d", dest,
              comm->size);
    r->process = mpi_process(comm, dest);
    r->buffer = (char *)buf;
    if (!mpi_is_contiguous(type)) {
        r->buffer = r->own = mpi_get(call, bytes);
        mpi_pack(type, buf, count, r->own);
    }
    const int is_eager = bytes <= eager_bytes && !synchronous;
    r->envelope = (struct envelope){.kind = is_eager ? eager : ask,
                                    .context = (uint16_t)context,
                                    .source = comm->rank,
                                    .tag = tag,
                                    .size = (uint32_t)bytes,
                                    .sender = r};
    pan_iovec_t part = {r->buffer, is_eager ? (unsigned)bytes : 0};
    pan_unicast((unsigned)r->process, point, &part, 1, &r->envelope,
                is_eager ? eager_envelope : (int)sizeof r->envelope);
    r->done = is_eager;
    return r;
}

MPI_Request mpi_irecv(const char *call, void *buf, int count, MPI_Datatype type, int source,
                      int tag, struct mpi_comm *comm, int context) {
    MPI_Request r = mpi_get(call, sizeof *r);
    *r = (struct mpi_request){.call = call, .context = context, .source = source, .tag = tag};
    r->room = mpi_size(call, type, count);
    r->type = type;
    r->status = (MPI_Status){MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0};
    if (source == MPI_PROC_NULL) {
        r->done = 1;
        return r;
    }
    MPI_WRONG(source != MPI_ANY_SOURCE && (source < 0 || source >= comm->size), call,
              "there is no rank %d among %d", source, comm->size);
    r->buffer = buf;
    if (!mpi_is_contiguous(type)) {
        r->user = buf;
        r->buffer = r->own = mpi_get(call, r->room);
    }
    for (struct unexpected **at = &unexpected; *at; at = &(*at)->next) {
        struct unexpected *u = *at;
        if (!matches(context, source, tag, &u->envelope)) continue;
        *at = u->next;
        if (!*at) last_unexpected = at;
        if (u->envelope.kind == eager) {
            check_room(r, &u->envelope);
            memcpy(r->buffer, u->bytes, u->envelope.size);
            received(r, &u->envelope);
        } else {
            grant_to(u->process, &u->envelope, r);
        }
        free(u);
        return r;
    }
    *last_posted = r;
    last_posted = &r->next;
    return r;
}

static void end(MPI_Request r, MPI_Status *status) {
    if (status) *status = r->status;
    free(r->own);
    free(r);
}

void mpi_wait(MPI_Request r, MPI_Status *status) {
    while (!r->done) mpi_await();
    end(r, status);
}

// --- the program's calls -------------------------------------------------------------------------

static MPI_Request program_send(const char *call, const void *buf, int count, MPI_Datatype type,
                                int dest, int tag, MPI_Comm comm, int synchronous) {
    struct mpi_comm *c = mpi_comm(call, comm);
    return mpi_isend(call, buf, count, type, dest, tag, c, c->context, synchronous);
}
static MPI_Request program_receive(const char *call, void *buf, int count, MPI_Datatype type,
                                   int source, int tag, MPI_Comm comm) {
    struct mpi_comm *c = mpi_comm(call, comm);
    MPI_WRONG(tag < 0 && tag != MPI_ANY_TAG, call, "a tag of %d", tag);
    return mpi_irecv(call, buf, count, type, source, tag, c, c->context);
}

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    mpi_wait(program_send("MPI_Send", buf, count, type, dest, tag, comm, 0), 0);
    return MPI_SUCCESS;
}
int MPI_Ssend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    mpi_wait(program_send("MPI_Ssend", buf, count, type, dest, tag, comm, 1), 0);
    return MPI_SUCCESS;
}
int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status *status) {
    mpi_wait(program_receive("MPI_Recv", buf, count, type, source, tag, comm), status);
    return MPI_SUCCESS;
}
/// Requests of MPI_Isend and MPI_Irecv that no call has completed yet.
static int open_sends, open_receives;

int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    ++open_sends;
    *request = program_send("MPI_Isend", buf, count, type, dest, tag, comm, 0);
    return MPI_SUCCESS;
}
int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request *request) {
    ++open_receives;
    *request = program_receive("MPI_Irecv", buf, count, type, source, tag, comm);
    return MPI_SUCCESS;
}
int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status *status) {
    MPI_Request in =
        program_receive("MPI_Sendrecv", recvbuf, recvcount, recvtype, source, recvtag, comm);
    mpi_wait(program_send("MPI_Sendrecv", sendbuf, sendcount, sendtype, dest, sendtag, comm, 0), 0);
    mpi_wait(in, status);
    return MPI_SUCCESS;
}

static void empty(MPI_Status *status) {
    if (status) *status = (MPI_Status){MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0};
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    mpi_check_started("MPI_Wait");
    if (*request) {
        --*((*request)->is_send ? &open_sends : &open_receives);
        mpi_wait(*request, status);
    } else {
        empty(status);
    }
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}
int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses) {
    for (int i = 0; i < count; ++i) MPI_Wait(&requests[i], statuses ? &statuses[i] : 0);
    return MPI_SUCCESS;
}
int MPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status) {
    mpi_check_started("MPI_Waitany");
    int active = 0;
    for (int i = 0; i < count; ++i) active += requests[i] != MPI_REQUEST_NULL;
    *index = MPI_UNDEFINED;
    empty(status);
    for (; active; mpi_await())
        for (int i = 0; i < count; ++i)
            if (requests[i] && requests[i]->done) {
                *index = i;
                return MPI_Wait(&requests[i], status);
            }
    return MPI_SUCCESS;
}
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    mpi_check_started("MPI_Test");
    mpi_progress();
    *flag = !*request || (*request)->done;
    if (*flag) MPI_Wait(request, status);
    return MPI_SUCCESS;
}

static int probe(const struct mpi_comm *c, int source, int tag, MPI_Status *status) {
    for (const struct unexpected *u = unexpected; u; u = u->next) {
        const struct envelope *e = &u->envelope;
        if (!matches(c->context, source, tag, e)) continue;
        if (status) *status = (MPI_Status){e->source, e->tag, MPI_SUCCESS, (int)e->size};
        return 1;
    }
    return 0;
}
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    const struct mpi_comm *c = mpi_comm("MPI_Probe", comm);
    while (!probe(c, source, tag, status)) mpi_await();
    return MPI_SUCCESS;
}
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    const struct mpi_comm *c = mpi_comm("MPI_Iprobe", comm);
    mpi_progress();
    *flag = probe(c, source, tag, status);
    return MPI_SUCCESS;
}

void mpi_point_start(void) { point = pan_sap_create(message_h); }

/// At its end, reports operations that a program has not completed.
void mpi_point_end(void) {
    MPI_WRONG(posted, "MPI_Finalize", "a receive of %s is still open", posted->call);
    MPI_WRONG(unexpected, "MPI_Finalize", "a message from rank %d with tag %d was not received",
              (int)unexpected->envelope.source, (int)unexpected->envelope.tag);
    const int open = open_sends ? open_sends : open_receives;
    MPI_WRONG(open, "MPI_Finalize", "%d request%s of %s: no MPI_Wait or MPI_Test has completed %s",
              open, open == 1 ? "" : "s", open_sends ? "MPI_Isend" : "MPI_Irecv",
              open == 1 ? "it" : "them");
}
