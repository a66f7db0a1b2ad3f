// The device of the thesis (001 7.4): MPI over Panda-ST over LFC. Eager up to a limit, with a
// rendezvous above.
#include "mpi_matching.h"

#include <pan.h>

enum kind { eager, ask, grant, data, cancel, cancelled };

/// Panda's header of a message. An eager one ends before `sender`.
struct envelope {
    uint16_t kind, context;
    int32_t tag;
    uint32_t size;
    struct mpi_request *sender, *receiver; ///< requests of a rendezvous, on their nodes
};
enum { eager_envelope = offsetof(struct envelope, sender) };

int mpid_self, mpid_processes;
static pan_sap_p point;
static struct mpi_request *granted, **last_granted = &granted; ///< sends that may start

static void grant_to(unsigned process, struct mpi_request *sender, struct mpi_request *r,
                     size_t bytes) {
    const struct envelope answer = {
        .kind = grant, .size = (uint32_t)bytes, .sender = sender, .receiver = r};
    mpi_landing(r, bytes);
    pan_unicast(process, point, 0, 0, &answer, sizeof answer);
}

static void answer_cancel(unsigned process, struct mpi_request *sender) {
    struct arrival *a = forget_unexpected((int)process, sender);
    const struct envelope answer = {.kind = cancelled, .size = a != 0, .sender = sender};
    free(a);
    pan_unicast(process, point, 0, 0, &answer, sizeof answer);
}

static void consume(pan_msg_p m, struct mpi_request *r, size_t bytes, size_t all) {
    if (bytes < all) { // an error that the program handles
        char *whole = mpi_get(r->call, all);
        pan_msg_consume(m, whole, (unsigned)all);
        mpi_deliver(r, whole, bytes);
        free(whole);
    } else {
        pan_msg_consume(m, mpi_landing(r, bytes), (unsigned)bytes);
        r->done = 1;
    }
}

static void message_h(pan_msg_p m, void *proto, unsigned src) {
    const struct envelope e = *(struct envelope *)proto; // consuming may add others
    switch (e.kind) {
    case eager:
    case ask: {
        struct mpi_request *r = take_posted(e.context, (int)src, e.tag);
        if (!r) break;
        const size_t bytes = mpi_matched(r, (int)src, e.tag, e.size);
        if (e.kind == eager) {
            consume(m, r, bytes, e.size);
        } else {
            pan_msg_consume(m, 0, 0);
            grant_to(src, e.sender, r, bytes);
        }
        return;
    }
    case grant:
        pan_msg_consume(m, 0, 0);
        // Main sends a long message: a handler only permits it.
        e.sender->other = e.receiver;
        e.sender->granted = e.size;
        e.sender->next = 0;
        *last_granted = e.sender;
        last_granted = &e.sender->next;
        return;
    case cancel:
        pan_msg_consume(m, 0, 0);
        answer_cancel(src, e.sender);
        return;
    case cancelled:
        pan_msg_consume(m, 0, 0);
        if (e.size) {
            e.sender->cancelled = 1;
            e.sender->done = 1;
        }
        e.sender->cancel_asked = 0;
        return;
    default: // data
        pan_msg_consume(m, mpi_landing(e.receiver, e.size), e.size);
        e.receiver->done = 1;
        return;
    }
    struct arrival *a = mpi_get("MPI", sizeof *a + (e.kind == eager ? e.size : 0));
    *a = (struct arrival){.context = e.context,
                          .process = (int)src,
                          .tag = e.tag,
                          .size = e.size,
                          .sender = e.kind == ask ? e.sender : 0,
                          .data = (char *)(a + 1)};
    // Takes its place among the others before its bytes have arrived.
    append_unexpected(a);
    pan_msg_consume(m, a->data, e.kind == eager ? e.size : 0);
}

static void send_granted(void) {
    while (granted) {
        struct mpi_request *s = granted;
        granted = s->next;
        if (!granted) last_granted = &granted;
        const struct envelope e = {
            .kind = data, .size = (uint32_t)s->granted, .receiver = s->other};
        pan_iovec_t part = {s->buffer, (unsigned)s->granted};
        pan_unicast((unsigned)s->process, point, &part, 1, &e, sizeof e);
        s->done = 1;
    }
}

void mpid_progress(void) {
    pan_poll();
    send_granted();
}
void mpid_await(void) {
    pan_wait();
    send_granted();
}

void mpid_send(struct mpi_request *s) {
    if (s->process == mpid_self) {
        self_send(s);
        return;
    }
    const int is_eager = s->bytes <= mpi_eager && s->mode != mpi_synchronous;
    const struct envelope e = {.kind = is_eager ? eager : ask,
                               .context = (uint16_t)s->context,
                               .tag = s->tag,
                               .size = (uint32_t)s->bytes,
                               .sender = s};
    pan_iovec_t part = {s->buffer, is_eager ? (unsigned)s->bytes : 0};
    pan_unicast((unsigned)s->process, point, &part, 1, &e,
                is_eager ? eager_envelope : (int)sizeof e);
    s->done = (uint8_t)is_eager;
}

int mpid_send_short(int process, int context, int tag, const char *buffer, size_t bytes) {
    if (process == mpid_self || bytes > mpi_eager) return 0;
    const struct envelope e = {
        .kind = eager, .context = (uint16_t)context, .tag = tag, .size = (uint32_t)bytes};
    pan_iovec_t part = {(char *)buffer, (unsigned)bytes};
    pan_unicast((unsigned)process, point, &part, 1, &e, eager_envelope);
    return 1;
}

void mpid_receive_taken(struct mpi_request *r, struct arrival *a) {
    if (a->process == mpid_self) {
        self_take(r, a);
        return;
    }
    const size_t bytes = mpi_matched(r, a->process, a->tag, a->size);
    if (a->sender)
        grant_to((unsigned)a->process, a->sender, r, bytes);
    else
        mpi_deliver(r, a->data, bytes);
    free(a);
}
void mpid_receive(struct mpi_request *r) {
    struct arrival **at = find_unexpected(r->context, r->process, r->tag);
    if (!*at) {
        post(r);
        return;
    }
    mpid_receive_taken(r, take_unexpected(at));
}

void mpid_cancel_send(struct mpi_request *s) {
    if (s->process == mpid_self) {
        self_cancel(s);
        return;
    }
    const struct envelope e = {.kind = cancel, .sender = s};
    s->cancel_asked = 1;
    pan_unicast((unsigned)s->process, point, 0, 0, &e, sizeof e);
    while (s->cancel_asked) mpid_await();
}

/// Panda has no barrier.
int mpid_barrier(void) { return 0; }

// --- broadcast -----------------------------------------------------------------------------------

/// A broadcast that has arrived before this process called MPI_Bcast.
struct broadcast {
    struct broadcast *next;
    int context;
    unsigned root;
    pan_msg_p message;
};
static struct broadcast *come, **last_come = &come;
static pan_sap_p broadcasts;

static void broadcast_h(pan_msg_p m, void *proto, unsigned src) {
    struct broadcast *b = mpi_get("MPI_Bcast", sizeof *b);
    *b = (struct broadcast){0, *(int *)proto, src, m};
    *last_come = b;
    last_come = &b->next;
}

static pan_msg_p take_broadcast(int context, unsigned root) {
    for (;; mpi_await())
        for (struct broadcast **at = &come; *at; at = &(*at)->next) {
            struct broadcast *b = *at;
            if (b->context != context || b->root != root) continue;
            pan_msg_p m = b->message;
            *at = b->next;
            if (!*at) last_come = at;
            free(b);
            return m;
        }
}

int mpid_bcast(const char *call, struct mpi_comm *c, void *bytes, size_t size, int root) {
    if (c->rank == root) {
        pan_iovec_t part = {bytes, (unsigned)size};
        pan_multicast(&pan_all, broadcasts, &part, 1, &c->context, sizeof c->context);
        return MPI_SUCCESS;
    }
    pan_msg_p m = take_broadcast(c->context, (unsigned)root);
    const unsigned sent = (unsigned)pan_msg_size(m);
    MPI_WRONG(sent > size && mpi_is_fatal(c), call,
              "rank %d sends %u bytes, rank %d has room for %u", root, sent, c->rank,
              (unsigned)size);
    if (sent <= size) {
        pan_msg_consume(m, bytes, sent);
        return MPI_SUCCESS;
    }
    char *all = mpi_get(call, sent);
    pan_msg_consume(m, all, sent);
    memcpy(bytes, all, size);
    free(all);
    return MPI_ERR_TRUNCATE;
}

void mpid_start(void) {
    pan_init();
    mpid_processes = (int)pan_nr_processes();
    mpid_self = (int)pan_my_pid();
    point = pan_sap_create(message_h);
    broadcasts = pan_sap_create(broadcast_h);
}
void mpid_end(void) {
    report_left();
    pan_end();
}
