// The device of the thesis (001 7.4): MPI over Panda-ST over LFC. Eager up to a limit, with a
// rendezvous above. Sends do not wait for packets to send with: they are queued, those that begin
// in mpi_queue.h, and what comes after a rendezvous' question in `waiting`.
#include "mpi_matching.h"
#include "mpi_queue.h"

#include <lfc.h>
#include <pan.h>

enum kind { eager, ask, grant, data, cancel, cancelled };

/// Panda's header of a message. The data of a rendezvous may be several messages. An eager one ends
/// before `sender`.
struct envelope {
    uint16_t kind, context;
    int32_t tag;
    uint32_t size;
    struct mpi_request *sender, *receiver; ///< requests of a rendezvous, on their nodes
};
enum { eager_envelope = offsetof(struct envelope, sender) };

int mpid_self, mpid_processes;
static pan_sap_p point;
static struct mpi_request **queue_by_process;

/// Bytes that can be sent without asking Panda again. A message takes at most `around` bytes more
/// than its own.
static int spare;
enum { around = LFC_PACKET + 64, spare_most = 15 * LFC_PACKET };
static __attribute__((noinline)) int ask_for_room(int bytes) {
    spare = 0;
    if (pan_room((unsigned)bytes, sizeof(struct envelope)) != bytes) return 0;
    spare = pan_room(spare_most, sizeof(struct envelope)) - bytes - around;
    return 1;
}
/// Whether there are packets for a message, which is sent then.
static inline int is_room_for(int bytes) {
    spare -= bytes + around;
    return __builtin_expect(spare >= 0, 1) || ask_for_room(bytes);
}

// Rendezvous that go on when there are packets: receives whose senders are to be told, and sends
// that may start. Only main sends long messages.
static struct mpi_request *waiting, **last_waiting = &waiting;
static void add_waiting(struct mpi_request *r) {
    r->next = 0;
    *last_waiting = r;
    last_waiting = &r->next;
}
static void take_waiting(void) {
    waiting = waiting->next;
    if (!waiting) last_waiting = &waiting;
}

static void send_grant(struct mpi_request *r) {
    const struct envelope answer = {
        .kind = grant, .size = (uint32_t)r->granted, .sender = r->other, .receiver = r};
    spare = 0;
    pan_unicast((unsigned)r->from, point, 0, 0, &answer, sizeof answer);
}
static void grant_to(struct mpi_request *sender, struct mpi_request *r, size_t bytes) {
    r->other = sender;
    r->granted = bytes;
    r->there = mpi_landing(r, bytes);
    if (pan_room(0, sizeof(struct envelope)) < 0)
        add_waiting(r);
    else
        send_grant(r);
}

/// Sends the next bytes of a rendezvous: all, or as many as there is room for. False: that is less
/// than is worth a message.
static int send_data(struct mpi_request *s) {
    const int room = pan_room((unsigned)s->granted, sizeof(struct envelope));
    if (room < (int)s->granted && room < mpi_eager) return 0;
    const struct envelope e = {.kind = data, .size = (uint32_t)room, .receiver = s->other};
    pan_iovec_t part = {s->there, (unsigned)room};
    s->there += room;
    s->granted -= (unsigned)room;
    spare = 0;
    pan_unicast((unsigned)s->process, point, &part, 1, &e, sizeof e);
    return 1;
}
static __attribute__((noinline)) void send_waiting(void) {
    while (waiting) {
        struct mpi_request *const r = waiting;
        if (r->kind == mpi_is_receive) {
            if (pan_room(0, sizeof(struct envelope)) < 0) return;
            take_waiting();
            send_grant(r);
        } else {
            if (!send_data(r)) return;
            if (r->granted) continue;
            take_waiting();
            r->done = 1;
        }
    }
}

static void answer_cancel(unsigned process, struct mpi_request *sender) {
    struct arrival *a = forget_unexpected((int)process, sender);
    const struct envelope answer = {.kind = cancelled, .size = a != 0, .sender = sender};
    free(a);
    spare = 0;
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
            grant_to(e.sender, r, bytes);
        }
        return;
    }
    case grant:
        pan_msg_consume(m, 0, 0);
        e.sender->other = e.receiver;
        e.sender->there = e.sender->buffer;
        e.sender->granted = e.size;
        add_waiting(e.sender);
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
        pan_msg_consume(m, e.receiver->there, e.size);
        e.receiver->there += e.size;
        e.receiver->granted -= e.size;
        e.receiver->done = e.receiver->granted == 0;
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

void mpid_progress(void) {
    pan_poll();
    if (waiting) send_waiting();
}
/// A packet to send with may become free without an arrival.
void mpid_await(void) {
    if (waiting || queue_count)
        pan_poll();
    else
        pan_wait();
    if (waiting) send_waiting();
}

static int is_eager(const struct mpi_request *s) {
    return s->bytes <= mpi_eager && s->mode != mpi_synchronous;
}
static struct mpi_request **queue_of(int process) { return &queue_by_process[process]; }
static int has_room(const struct mpi_request *s) {
    return is_room_for(is_eager(s) ? (int)s->bytes : 0);
}
static void begin_send(struct mpi_request *s) {
    const int eagerly = is_eager(s);
    const struct envelope e = {.kind = eagerly ? eager : ask,
                               .context = (uint16_t)s->context,
                               .tag = s->tag,
                               .size = (uint32_t)s->bytes,
                               .sender = s};
    pan_iovec_t part = {s->buffer, eagerly ? (unsigned)s->bytes : 0};
    pan_unicast((unsigned)s->process, point, &part, 1, &e,
                eagerly ? eager_envelope : (int)sizeof e);
    s->done = (uint8_t)eagerly;
}
void mpid_send(struct mpi_request *s) {
    if (s->process == mpid_self)
        self_send(s);
    else if (*queue_of(s->process) || !has_room(s))
        enqueue(s);
    else
        begin_send(s);
}

int mpid_send_short(int process, int context, int tag, const char *buffer, size_t bytes) {
    if (process == mpid_self || bytes > mpi_eager || *queue_of(process) || !is_room_for((int)bytes))
        return 0;
    const struct envelope e = {
        .kind = eager, .context = (uint16_t)context, .tag = tag, .size = (uint32_t)bytes};
    pan_iovec_t part = {(char *)buffer, (unsigned)bytes};
    pan_unicast((unsigned)process, point, &part, 1, &e, eager_envelope);
    return 1;
}

/// Only a handler of Panda's takes a message.
const int mpid_receives_short = -1;
int mpid_receive_short(int process, int context, int tag, char *buffer, size_t room) {
    (void)process, (void)context, (void)tag, (void)buffer, (void)room;
    return -1;
}
void mpid_receive_taken(struct mpi_request *r, struct arrival *a) {
    if (a->process == mpid_self) {
        self_take(r, a);
        return;
    }
    const size_t bytes = mpi_matched(r, a->process, a->tag, a->size);
    if (a->sender)
        grant_to(a->sender, r, bytes);
    else
        mpi_deliver(r, a->data, bytes);
    free(a);
}
void mpid_cancel_send(struct mpi_request *s) {
    if (cancel_here(s)) return;
    const struct envelope e = {.kind = cancel, .sender = s};
    s->cancel_asked = 1;
    spare = 0;
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
        spare = 0;
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
    const size_t places = (size_t)mpid_processes;
    queues = mpi_get("MPI_Init", places * sizeof *queues);
    queue_by_process = mpi_get("MPI_Init", places * sizeof(struct mpi_request *));
    memset(queue_by_process, 0, places * sizeof(struct mpi_request *));
    point = pan_sap_create(message_h);
    broadcasts = pan_sap_create(broadcast_h);
}
void mpid_end(void) {
    report_left();
    pan_end();
}
