// Panda-MT, the build with threads: it has Panda's modules, the functions that the scheduler calls
// (pan_client), ports, pan_init and pan_end (001 6.1.2, 6.2.2).
#define PAN_MT 1
#include "pan_internal.h"

#include <am_core.h>
#include <lfc_intr.h>

enum { access_points = 64 };
/// Access points of Panda's modules. The program's access points follow.
enum { sap_credits, sap_replies, sap_sequencer, sap_numbers, first_own };

static struct pan_sap saps[access_points];
static unsigned sap_count, self;

unsigned pan_my_pid(void) { return self; }
unsigned pan_nr_processes(void) { return procs; }

#include "pan_credits.h"

PAN_INLINE void enter(void) { pan_enter(); }
PAN_INLINE void leave(void) {
    if (__pan_pending) flush_credits();
    __pan_leave();
}

PAN_INLINE void check_call(int unused, const char *what, void *caller) {
    (void)unused;
    __pan_check_free(what, caller);
}
PAN_INLINE void check_caller(int unused, const char *what, void *caller) {
    (void)unused;
    if (__pan_current->in_upcall)
        xnet_fail_at(caller,
                     "%s: in an upcall (a handler may wait for a mutex, its message and its sends)",
                     what);
}

// --- access points -------------------------------------------------------------------------------

static struct pan_sap *sap_new(int kind, pan_handler_t *handler, void *caller) {
    if (!procs) xnet_fail_at(caller, "panda: pan_init comes first");
    if (sap_count == access_points)
        xnet_fail_at(caller, "panda: more than %d access points, ports, services and groups",
                     access_points - first_own);
    struct pan_sap *const sap = &saps[sap_count];
    *sap = (struct pan_sap){.number = sap_count, .kind = kind, .handler = handler};
    sap->end = &sap->head;
    ++sap_count;
    return sap;
}
pan_sap_p pan_sap_create(pan_handler_t *handler) {
    return sap_new(sap_plain, handler, __builtin_return_address(0));
}
pan_port_p pan_port_create(pan_handler_t *handler) {
    return sap_new(sap_port, handler, __builtin_return_address(0));
}

// --- upcalls -------------------------------------------------------------------------------------

static struct pan_sap *work, **work_end = &work; ///< access points with a message to handle

static void list_work(struct pan_sap *sap) {
    if (sap->listed || sap->busy || !sap->head) return;
    sap->listed = 1;
    ++__pan_pending;
    sap->next = 0;
    *work_end = sap;
    work_end = &sap->next;
}

static void deliver(struct pan_msg *m) {
    struct pan_sap *const sap = m->sap;
    m->next = 0;
    *sap->end = m;
    sap->end = &m->next;
    if (sap->kind != sap_port || sap->handler) {
        list_work(sap);
        return;
    }
    struct pan_thread *const t = sap->receivers;
    if (!t) return;
    sap->receivers = t->next;
    __pan_ready(t);
}

static struct pan_msg *first_of(struct pan_sap *sap) {
    struct pan_msg *const m = sap->head;
    sap->head = m->next;
    if (!sap->head) sap->end = &sap->head;
    return m;
}

// --- receiving -----------------------------------------------------------------------------------

PAN_INLINE void owe(const struct pan_msg *m) { owe_to(m->source); }
PAN_INLINE int must_copy(const struct pan_msg *m) { return peers[m->source].waiting && !m->waiter; }
PAN_INLINE void more_has_come(struct pan_msg *m) {
    if (!m->waiter) return;
    __pan_ready(m->waiter);
    m->waiter = 0;
    --peers[m->source].waiting;
}

static void list(struct pan_msg *m) {
    struct pan_msg **const list = &peers[m->source].messages;
    m->next_of_source = *list;
    if (*list) (*list)->of_source = &m->next_of_source;
    m->of_source = list;
    *list = m;
}
PAN_INLINE void forget(struct pan_msg *m) {
    *m->of_source = m->next_of_source;
    if (m->next_of_source) m->next_of_source->of_source = m->of_source;
}

#include "pan_receive.h"

/// Moves the data of a message to the heap and returns its credits.
static void move_to_heap(struct pan_msg *m) {
    for (struct piece **at = &m->first; *at; at = &(*at)->next) {
        struct piece *const p = *at;
        if (!p->credit) continue;
        p->credit = 0;
        owe_to(m->source);
        if (!p->packet) continue;
        struct piece *const copy = get(sizeof *copy + p->bytes);
        *copy = (struct piece){p->next, (unsigned char *)(copy + 1), p->bytes, 0, 0};
        memcpy(copy->data, p->data, p->bytes);
        *at = copy;
        if (m->last == &p->next) m->last = &copy->next;
        free_packet(p->packet); // more data of the message may arrive within this call
        free(p);
    }
}

/// Waits for more data of a message. The credits of the sender's other messages are returned first,
/// because the sender may need them to send these data.
static void wait_for_more(struct pan_msg *m, const char *what, void *caller) {
    (void)what;
    struct pan_peer *const peer = &peers[m->source];
    if (!m->mcast)
        for (struct pan_msg *o = peer->messages; o; o = o->next_of_source)
            if (o != m) move_to_heap(o);
    ++peer->waiting;
    flush_credits();
    if (m->first) { // data have arrived during the calls above
        --peer->waiting;
        return;
    }
    m->waiter = __pan_current;
    __pan_block(thread_message, (uintptr_t)caller);
}

// --- sending -------------------------------------------------------------------------------------

static void accept_packet(unsigned source, void *packet, unsigned size, int mcast, int foreign);

static uint32_t broadcast_streams; ///< one bit for each stream number in use
static uint32_t own_packet[LFC_PACKET / 4];

static inline int is_local(const struct outgoing *o) { return o->dest == (int)self; }
/// An ordered broadcast, of which the sender keeps a copy. Where LFC's send packets are in the
/// memory of a network interface (PAN_FAR_PACKETS), they are too slow to read: such a packet is put
/// together in memory.
static inline int is_kept(const struct outgoing *o) { return o->dest < 0 && o->order != unordered; }
#ifndef PAN_FAR_PACKETS
#define PAN_FAR_PACKETS 0
#endif
static inline uint32_t *streams_of(const struct outgoing *o) {
    return o->dest < 0 ? &broadcast_streams : &peers[o->dest].streams;
}

static void wait_for_credit(struct pan_peer *peer, void *caller) {
    while (!peer->credits) {
        struct pan_thread **end = &peer->senders;
        while (*end) end = &(*end)->next;
        __pan_current->next = 0;
        *end = __pan_current;
        __pan_block(thread_credit, (uintptr_t)caller);
    }
    --peer->credits;
}

PAN_INLINE void begin_message(struct outgoing *o, const char *what, void *caller) {
    __pan_check_free(what, caller);
    enter();
    uint32_t *const streams = streams_of(o);
    if (!~*streams) xnet_fail_at(caller, "%s: 32 messages to a process are under way", what);
    o->stream = (uint8_t)__builtin_ctz(~*streams);
    *streams |= 1u << o->stream;
}
PAN_INLINE unsigned char *begin_packet(const struct outgoing *o, int first, const char *what,
                                       void *caller) {
    (void)what;
    if (!first) enter();
    if (is_local(o) || (PAN_FAR_PACKETS && is_kept(o))) return (unsigned char *)own_packet;
    // Replies need no credits. Otherwise a reply could wait for credits that its receiver returns
    // only after it has read the reply.
    if (o->dest >= 0 && o->sap->number != sap_replies) wait_for_credit(&peers[o->dest], caller);
    return lfc_send_alloc(1);
}
PAN_INLINE unsigned put_first_header(unsigned char *packet, const struct outgoing *o,
                                     unsigned size) {
    const uint8_t sap = (uint8_t)o->sap->number;
    const uint16_t proto = (uint16_t)o->proto_size;
    unsigned used = sizeof(struct first_header);
    if (o->dest < 0 || sap == sap_sequencer) {
        *(struct bcast_header *)packet = (struct bcast_header){
            sap, o->stream, (uint16_t)o->order, proto, (uint16_t)self, size, o->number};
        used = sizeof(struct bcast_header);
    } else {
        *(struct first_header *)packet =
            (struct first_header){sap, o->stream, 0, proto, (uint16_t)o->sap->kind, size};
    }
    if (proto) memcpy(packet + used, o->proto, proto);
    return used + (proto + 3u & ~3u);
}
PAN_INLINE void put_next_header(unsigned char *packet, const struct outgoing *o) {
    *(struct first_header *)packet =
        (struct first_header){(uint8_t)o->sap->number, o->stream, 0, 0, 0, 0};
}
PAN_INLINE void end_packet(const struct outgoing *o, unsigned char *packet, unsigned used,
                           int last) {
    if (last) *streams_of(o) &= ~(1u << o->stream);
    if (is_local(o)) {
        accept_packet(self, packet, used, 0, 1);
    } else if (o->dest < 0) {
        if (is_kept(o)) accept_packet(self, packet, used, 1, 1);
        void *out = packet;
        if (PAN_FAR_PACKETS && is_kept(o)) out = memcpy(lfc_send_alloc(1), packet, used);
        lfc_bcast_launch(out, used, 1);
    } else {
        ((struct first_header *)packet)->credits = (uint16_t)take_owed((unsigned)o->dest);
        lfc_ucast_launch((unsigned)o->dest, packet, used, 1);
    }
    leave();
}
PAN_INLINE void end_message(void) {}
PAN_INLINE int header_limit(const struct pan_sap *sap) {
    return sap->number == sap_replies || sap->kind == sap_service ? PAN_RPC_PROTO + rpc_header
                                                                  : PAN_PROTO;
}

#include "pan_send.h"

// --- remote procedure calls ----------------------------------------------------------------------

/// Each service has an access point of its own, so handlers of different services may overlap.
static struct pan_sap *service_point(pan_handler_t *handler, pan_service_t *service, void *caller) {
    struct pan_sap *const sap = sap_new(sap_service, handler, caller);
    sap->service = service;
    return sap;
}
PAN_INLINE struct pan_sap *reply_point(void) { return &saps[sap_replies]; }

#include "pan_rpc.h"

PAN_INLINE void wait_for_reply(struct caller *c, void *place) {
    enter();
    while (!c->reply) {
        c->thread = __pan_current;
        __pan_block(thread_reply, (uintptr_t)place);
    }
    leave();
}

#include "pan_group.h"

// --- packets -------------------------------------------------------------------------------------

/// Returns the incomplete message to which a packet belongs, or null if the packet is the first
/// one.
static struct pan_msg *known(unsigned source, unsigned sap, unsigned stream, int mcast) {
    for (struct pan_msg *m = peers[source].messages; m; m = m->next_of_source)
        if (m->come < m->size && m->sap->number == sap && m->stream == stream && m->mcast == mcast)
            return m;
    return 0;
}

static void wrong_kind(unsigned source, unsigned kind, const struct pan_sap *sap)
    __attribute__((noreturn, cold));
static void wrong_kind(unsigned source, unsigned kind, const struct pan_sap *sap) {
    static const char *const names[] = {"part of Panda", "access point", "port", "service",
                                        "group"};
    xnet_fail("panda: process %u sends to a %s, and finds a %s here: all processes create the same "
              "ones in the same order, before they send",
              source, names[kind], names[sap->kind]);
}

/// Accepts a packet that has arrived or that this process has sent to itself. `foreign` means that
/// the memory of the packet does not belong to LFC, so the data must be copied.
static void accept_packet(unsigned source, void *packet, unsigned size, int mcast, int foreign) {
    const struct first_header *const head = packet;
    const unsigned sap = head->sap;
    const int from_other = !mcast && source != self;
    if (from_other && head->credits) credits_come(source, head->credits);
    if (sap == sap_credits || sap == sap_numbers) {
        if (sap == sap_numbers) announcement_came(packet);
        if (!foreign) lfc_packet_free(packet);
        return;
    }
    if (sap >= sap_count)
        xnet_fail("panda: process %u sends to access point %u, which is not there: all processes "
                  "create the same ones, before they send",
                  source, sap - first_own);
    if (sap == sap_sequencer) {
        to_sequencer(source, packet, size, foreign);
        return;
    }
    const int credit = from_other && sap != sap_replies; // replies need no credits
    struct pan_msg *m = known(source, sap, head->stream, mcast);
    if (m) {
        add_piece(m, packet, (unsigned char *)packet + next_header, size - next_header, credit,
                  foreign);
        return;
    }
    if (!mcast && head->kind != saps[sap].kind) wrong_kind(source, head->kind, &saps[sap]);
    const struct bcast_header *const b = packet;
    const unsigned first = mcast ? sizeof *b : sizeof *head;
    m = get(sizeof *m);
    memset(m, 0, offsetof(struct pan_msg, proto));
    m->sap = &saps[sap];
    m->src = mcast ? b->origin : source;
    m->source = source;
    m->size = head->size;
    m->stream = head->stream;
    m->mcast = (uint8_t)mcast;
    m->last = &m->first;
    memcpy(m->proto, (char *)packet + first, head->proto);
    list(m);
    const unsigned headers = first + (head->proto + 3u & ~3u);
    const enum order order = mcast ? b->kind : unordered;
    const uint32_t number = mcast ? b->number : 0;
    add_piece(m, packet, (unsigned char *)packet + headers, size - headers, credit, foreign);
    if (sap == sap_replies)
        reply_came(m);
    else if (order == unordered)
        deliver(m);
    else
        order_message(m, order, number);
}

void *pan_msg_proto(pan_msg_p m) { return m->proto; }

// --- handlers and ports --------------------------------------------------------------------------

/// The upcall. It begins outside a section and ends in one.
static void handle(void *arg) {
    struct pan_msg *const m = arg;
    struct pan_sap *const sap = m->sap; // the handler may free the message
    // Error reports name a thread by its function: here the handler.
    __pan_current->f =
        (void (*)(void *))(sap->service ? (void *)sap->service : (void *)sap->handler);
    sap->handler(m, m->proto, m->src);
    enter();
    sap->busy = 0;
    list_work(sap);
    flush_credits();
}

static int take(void (**f)(void *), void **arg) {
    flush_credits();
    if (relay_take(f, arg)) return 1;
    struct pan_sap *const sap = work;
    if (!sap) return 0;
    work = sap->next;
    if (!work) work_end = &work;
    sap->listed = 0;
    --__pan_pending;
    sap->busy = 1;
    *f = handle;
    *arg = first_of(sap);
    return 1;
}

void pan_send(unsigned dest, pan_port_p port, pan_iovec_p parts, int veclen, const void *proto,
              int proto_size) {
    send(process(dest PAN_CALL("pan_send")), port, parts, veclen, proto,
         proto_size PAN_CALL("pan_send"));
}

pan_msg_p pan_receive(pan_port_p port, unsigned *src) {
    void *const caller = __builtin_return_address(0);
    if (port->kind != sap_port || port->handler)
        xnet_fail_at(caller, "pan_receive: the port has a handler");
    __pan_check_free("pan_receive", caller);
    check_caller(0, "pan_receive", caller);
    enter();
    while (!port->head) {
        struct pan_thread **end = &port->receivers;
        while (*end) end = &(*end)->next;
        __pan_current->next = 0;
        *end = __pan_current;
        __pan_block(thread_message, (uintptr_t)caller);
    }
    struct pan_msg *const m = first_of(port);
    leave();
    if (src) *src = m->src;
    return m;
}

// --- the scheduler's client ----------------------------------------------------------------------

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    accept_packet(src, packet, size, flags == LFC_UPCALL_MCAST, 0);
    return 1;
}

static void interrupt(void) {
#ifdef AM_SIGNALS
    // The end of am_poll, or the next interrupt, finds what has come during a handler.
    if (!AM_IS_HANDLING()) __pan_signal();
#else
    am_defer(__pan_signal);
#endif
}

static void idle(int begins) {
    if (begins) {
        ++__lfc_disabled;
    } else {
        --__lfc_disabled;
        __lfc_take_in(); // accepts the packets that have arrived since
    }
}

static const struct pan_client client = {take, __lfc_take_in, lfc_wait, idle};

void pan_poll(void) {
    __pan_check_free("pan_poll", __builtin_return_address(0));
    enter();
    lfc_poll();
    leave();
}

pan_packet_stats_t pan_packet_stats(void) {
    const lfc_stats_t s = lfc_stats_collect();
    return (pan_packet_stats_t){s.sent, s.forwarded};
}

// --- start and end -------------------------------------------------------------------------------

static pan_sap_p ending, ended;
static unsigned at_end;
static int all_at_end;
static struct pan_thread *waits_for_end;

static void ended_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    all_at_end = 1;
    enter();
    if (waits_for_end) __pan_ready(waits_for_end);
    waits_for_end = 0;
    __pan_leave();
}

static void ending_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    if (++at_end < procs) return;
    pan_multicast(&pan_all, ended, 0, 0, 0, 0);
    pan_unicast(self, ended, 0, 0, 0, 0);
}

void pan_init(void) {
    if (procs) xnet_fail_at(__builtin_return_address(0), "pan_init: a second time");
    const lfc_config_t config = lfc_defaults();
    enter();
    // This precedes lfc_init, since messages of other processes may arrive within lfc_init.
    procs = (unsigned)am_procs();
    self = (unsigned)am_my_proc();
    keep_at_most = config.packets * 3 / 4;
    peers = get(procs * sizeof *peers);
    memset(peers, 0, procs * sizeof *peers);
    for (unsigned p = 0; p < procs; ++p) peers[p].credits = window;
    for (int i = 0; i < first_own; ++i) sap_new(sap_inner, 0, 0);
    ending = sap_new(sap_plain, ending_h, 0);
    ended = sap_new(sap_plain, ended_h, 0);
    lfc_init(&config);
    __pan_client = &client;
    __lfc_interrupt = interrupt;
    --__lfc_disabled;
    __lfc_take_in();
    __pan_leave();
}

void pan_end(void) {
    void *const caller = __builtin_return_address(0);
    __pan_check_free("pan_end", caller);
    check_caller(0, "pan_end", caller);
    extern struct pan_thread *__am_threads;
    for (const struct pan_thread *t = __am_threads; t; t = t->next_of_all)
        if (t != __pan_current && t->state < thread_done && !t->detached)
            xnet_fail_at(caller, "pan_end: thread %u has not ended", t->number);
    pan_unicast(0, ending, 0, 0, 0, 0);
    enter();
    while (!all_at_end) {
        waits_for_end = __pan_current;
        __pan_block(thread_order, (uintptr_t)caller);
    }
    leave();
    rpc_ends();
    enter();
    lfc_exit();
    __pan_leave(); // handles the last messages; no process waits for replies to them
}
