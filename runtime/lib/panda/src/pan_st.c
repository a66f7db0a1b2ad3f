// Panda-ST (001 7.4.1), the build for one thread. A handler runs in a call that waits or polls, but
// not while a message is being sent.
#define PAN_MT 0
#include "pan_internal.h"

enum { access_points = 16 };
static struct pan_sap saps[access_points];
static unsigned sap_count;
static pan_sap_p requests, replies;

unsigned pan_my_pid(void) { return lfc_my_proc(); }
unsigned pan_nr_processes(void) { return procs; }

// --- functions that do nothing with one thread ---------------------------------------------------

PAN_INLINE void enter(void) {}
PAN_INLINE void leave(void) {}
PAN_INLINE void check_call(int unused) { (void)unused; }
PAN_INLINE void check_caller(int unused) { (void)unused; }
PAN_INLINE void owe(const struct pan_msg *m) { (void)m; }
PAN_INLINE int must_copy(const struct pan_msg *m) {
    (void)m;
    return 0;
}
PAN_INLINE void more_has_come(struct pan_msg *m) { (void)m; }
PAN_INLINE void forget(struct pan_msg *m) { (void)m; }
static void wait_for_more(struct pan_msg *m) {
    (void)m;
    lfc_wait();
}

// --- receiving -----------------------------------------------------------------------------------

#include "pan_receive.h"

// Set while a message is being sent. Arriving messages are queued then and no handler runs: a
// handler could wait for data of a message whose sender waits for this process, and a handler that
// sends would interleave packets of two messages.
static int sending;

/// Calls the handler for the arrived messages, one after the other.
static void handle(struct pan_sap *sap) {
    while (!sending && !sap->busy && sap->head) {
        struct pan_msg *m = sap->head;
        sap->head = m->next;
        if (!sap->head) sap->end = &sap->head;
        sap->busy = 1;
        sap->handler(m, m->proto, m->src);
        sap->busy = 0;
    }
}

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    // Both kinds of header begin with a half word that has the number of the access point.
    const unsigned number = *(const uint16_t *)packet;
    if (number >= sap_count)
        xnet_fail("panda: a message for access point %u, which is not there", number);
    struct pan_sap *sap = &saps[number];
    struct pan_msg **incomplete = &sap->incomplete[src + (flags == LFC_UPCALL_MCAST ? procs : 0)];
    struct pan_msg *m = *incomplete;
    if (m) {
        add_piece(m, packet, (unsigned char *)packet + next_header, size - next_header, 0, 0);
    } else {
        const struct first_header *head = packet;
        m = get(sizeof *m);
        *m = (struct pan_msg){.src = src, .size = head->size};
        m->last = &m->first;
        memcpy(m->proto, head + 1, head->proto);
        *incomplete = m;
        *sap->end = m;
        sap->end = &m->next;
        const unsigned headers = sizeof *head + (head->proto + 3u & ~3u);
        add_piece(m, packet, (unsigned char *)packet + headers, size - headers, 0, 0);
    }
    if (m->come == m->size) *incomplete = 0;
    handle(sap);
    return 1;
}

void pan_poll(void) { lfc_poll(); }
void pan_wait(void) { lfc_wait(); }

// --- sending -------------------------------------------------------------------------------------

PAN_INLINE void begin_message(struct outgoing *o) {
    (void)o;
    sending = 1;
}
PAN_INLINE unsigned char *begin_packet(const struct outgoing *o, int first) {
    (void)o, (void)first;
    return lfc_send_alloc(1);
}
PAN_INLINE unsigned put_first_header(unsigned char *packet, const struct outgoing *o,
                                     unsigned size) {
    *(struct first_header *)packet =
        (struct first_header){(uint16_t)o->sap->number, (uint16_t)o->proto_size, size};
    if (o->proto_size)
        memcpy(packet + sizeof(struct first_header), o->proto, (size_t)o->proto_size);
    return sizeof(struct first_header) + ((unsigned)o->proto_size + 3 & ~3u);
}
PAN_INLINE void put_next_header(unsigned char *packet, const struct outgoing *o) {
    *(uint16_t *)packet = (uint16_t)o->sap->number;
}
PAN_INLINE void end_packet(const struct outgoing *o, unsigned char *packet, unsigned used,
                           int last) {
    (void)last;
    if (o->dest < 0)
        lfc_bcast_launch(packet, used, 1);
    else
        lfc_ucast_launch((unsigned)o->dest, packet, used, 1);
}
PAN_INLINE void end_message(void) {
    sending = 0;
    for (unsigned i = 0; i < sap_count; ++i) handle(&saps[i]);
}
PAN_INLINE int header_limit(const struct pan_sap *sap) {
    (void)sap;
    return PAN_PROTO;
}

#include "pan_send.h"

int pan_room(unsigned bytes, int proto_size) {
    enum { more = LFC_PACKET - next_header };
    const unsigned headers = sizeof(struct first_header) + ((unsigned)proto_size + 3 & ~3u);
    const unsigned all = headers + bytes;
    if (all <= LFC_PACKET) return lfc_send_room(1) ? (int)bytes : -1;
    const unsigned packets = 1 + (all - LFC_PACKET + more - 1) / more;
    const unsigned room = lfc_send_room(packets);
    if (room == packets) return (int)bytes;
    return room ? (int)(LFC_PACKET - headers + (room - 1) * more) : -1;
}

// --- remote procedure calls ----------------------------------------------------------------------

/// All services share one access point, so their handlers run one at a time.
static struct pan_sap *service_point(pan_handler_t *handler, pan_service_t *service, void *caller) {
    (void)handler, (void)service, (void)caller;
    return requests;
}
PAN_INLINE struct pan_sap *reply_point(void) { return replies; }

#include "pan_rpc.h"

PAN_INLINE void wait_for_reply(struct caller *c, void *place) {
    (void)place;
    while (!c->reply) lfc_wait();
}

static void reply_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    reply_came(m);
}

// --- start and end -------------------------------------------------------------------------------

pan_sap_p pan_sap_create(pan_handler_t *handler) {
    if (sap_count == access_points) xnet_fail("panda: more than %d access points", access_points);
    struct pan_sap *sap = &saps[sap_count];
    *sap = (struct pan_sap){.number = sap_count++, .handler = handler};
    sap->end = &sap->head;
    sap->incomplete = get(2 * procs * sizeof *sap->incomplete);
    memset(sap->incomplete, 0, 2 * procs * sizeof *sap->incomplete);
    return sap;
}

void pan_init(void) {
    const lfc_config_t config = lfc_defaults();
    lfc_init(&config);
    procs = lfc_nr_procs();
    keep_at_most = config.packets * 3 / 4;
    requests = pan_sap_create(serve);
    replies = pan_sap_create(reply_h);
}

void pan_end(void) {
    lfc_exit();
    rpc_ends();
}
