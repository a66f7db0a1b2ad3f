// Stream messages of Panda (001 6.3). A message travels in packets of LFC: the first one has its
// access point, its length and that of the sender's header, the others only the access point.
// Messages have no number: messages to one process are never interleaved and arrive in order, so
// the sender, access point and kind of send identify the message of a packet.
#include "pan.h"

#include <fail.h>
#include <lfc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct first_header {
    uint16_t sap, proto_size;
    uint32_t size; ///< bytes behind `proto`
};
struct next_header {
    uint32_t sap;
};

enum { access_points = 16 };

/// A packet's data until the data are consumed.
struct piece {
    struct piece *next;
    unsigned char *data;
    unsigned bytes;
    void *packet; ///< LFC's; null: the data follow this on the heap
};

struct pan_msg {
    struct pan_msg *next; ///< waits for its handler
    unsigned src, size, come, consumed;
    struct piece *first, **last;
    uint32_t proto[PAN_PROTO / 4];
};

struct pan_sap {
    unsigned number;
    pan_handler_t *handler;
    int busy;                    ///< the handler is running
    struct pan_msg *head, **end; ///< messages that wait for it
    struct pan_msg **incomplete; ///< by source; those of multicasts follow
};

pan_pset_t pan_all;

static struct pan_sap saps[access_points];
static unsigned sap_count, procs;
static unsigned kept, keep_at_most; ///< packets of LFC

unsigned pan_my_pid(void) { return lfc_my_proc(); }
unsigned pan_nr_processes(void) { return procs; }

static void *get(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) xnet_fail("panda: no memory for %u bytes", (unsigned)bytes);
    return memory;
}

// --- receiving -----------------------------------------------------------------------------------

static void add_piece(struct pan_msg *m, void *packet, unsigned char *data, unsigned bytes) {
    if (!bytes) {
        lfc_packet_free(packet);
        return;
    }
    // Unconsumed data must not take all of LFC's packets: the packet that a call waits for could
    // not arrive (001 7.4.1). From three quarters on, data are copied.
    const int copy = kept >= keep_at_most;
    struct piece *p = get(sizeof *p + (copy ? bytes : 0));
    *p = (struct piece){0, data, bytes, copy ? 0 : packet};
    if (copy) {
        p->data = memcpy(p + 1, data, bytes);
        lfc_packet_free(packet);
    } else {
        ++kept;
    }
    *m->last = p;
    m->last = &p->next;
    m->come += bytes;
}

// While a message is being sent no handler runs: it might consume a message whose sender waits for
// this one, and packets of two messages might mix. Arrivals are kept.
static int sending;

/// Calls the handlers of arrived messages, one after the other.
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
    const struct next_header *next = packet;
    // The number of an access point is the first half word of both headers.
    const unsigned number = *(const uint16_t *)packet;
    if (number >= sap_count)
        xnet_fail("panda: a message for access point %u, which is not there", number);
    struct pan_sap *sap = &saps[number];
    struct pan_msg **incomplete = &sap->incomplete[src + (flags == LFC_UPCALL_MCAST ? procs : 0)];
    struct pan_msg *m = *incomplete;
    if (m) {
        add_piece(m, packet, (unsigned char *)(next + 1), size - sizeof *next);
    } else {
        const struct first_header *head = packet;
        m = get(sizeof *m);
        *m = (struct pan_msg){.src = src, .size = head->size};
        m->last = &m->first;
        memcpy(m->proto, head + 1, head->proto_size);
        *incomplete = m;
        *sap->end = m;
        sap->end = &m->next;
        const unsigned headers = sizeof *head + (head->proto_size + 3u & ~3u);
        add_piece(m, packet, (unsigned char *)packet + headers, size - headers);
    }
    if (m->come == m->size) *incomplete = 0;
    handle(sap);
    return 1;
}

static void drop_first(struct pan_msg *m) {
    struct piece *p = m->first;
    m->first = p->next;
    if (!m->first) m->last = &m->first;
    if (p->packet) {
        lfc_packet_free(p->packet);
        --kept;
    }
    free(p);
}

/// Copies if `to` is not null.
static int consume(struct pan_msg *m, unsigned char *to, unsigned size) {
    const unsigned left = m->size - m->consumed, all = size < left ? size : left;
    for (unsigned wanted = all; wanted;) {
        while (!m->first) lfc_wait();
        struct piece *p = m->first;
        const unsigned n = p->bytes < wanted ? p->bytes : wanted;
        if (to) to = (unsigned char *)memcpy(to, p->data, n) + n;
        p->data += n;
        p->bytes -= n;
        m->consumed += n;
        wanted -= n;
        if (!p->bytes) drop_first(m);
    }
    if (m->consumed == m->size) free(m);
    return (int)all;
}

int pan_msg_consume(pan_msg_p m, void *buffer, unsigned size) { return consume(m, buffer, size); }
int pan_msg_skip(pan_msg_p m, unsigned size) { return consume(m, 0, size); }
void pan_msg_discard(pan_msg_p m) { consume(m, 0, m->size - m->consumed); }
unsigned pan_msg_size(pan_msg_p m) { return m->size; }
unsigned pan_msg_left(pan_msg_p m) { return m->size - m->consumed; }

void pan_poll(void) { lfc_poll(); }
void pan_wait(void) { lfc_wait(); }

// --- sending -------------------------------------------------------------------------------------

static void launch(int dest, void *packet, unsigned size) {
    if (dest < 0)
        lfc_bcast_launch(packet, size, 1);
    else
        lfc_ucast_launch((unsigned)dest, packet, size, 1);
}

/// dest < 0: to all other processes.
static void send_packets(int dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                         int proto_size) {
    unsigned left = 0, at = 0; // bytes that are not yet in a packet, and the position in the part
    for (int i = 0; i < veclen; ++i) left += parts[i].len;
    int part = 0;
    for (int first = 1; first || left; first = 0) {
        unsigned char *packet = lfc_send_alloc(1);
        unsigned used = sizeof(struct next_header);
        if (first) {
            *(struct first_header *)packet =
                (struct first_header){(uint16_t)sap->number, (uint16_t)proto_size, left};
            if (proto_size) memcpy(packet + sizeof(struct first_header), proto, (size_t)proto_size);
            used = sizeof(struct first_header) + ((unsigned)proto_size + 3 & ~3u);
        } else {
            *(uint16_t *)packet = (uint16_t)sap->number;
        }
        while (left && used < LFC_PACKET) {
            if (at == parts[part].len) {
                ++part, at = 0;
                continue;
            }
            unsigned n = parts[part].len - at;
            if (n > LFC_PACKET - used) n = LFC_PACKET - used;
            memcpy(packet + used, (const char *)parts[part].data + at, n);
            used += n, at += n, left -= n;
        }
        launch(dest, packet, used);
    }
}

static void send(int dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size) {
    if (proto_size < 0 || proto_size > PAN_PROTO)
        xnet_fail("panda: a header of %d bytes, at most %d are possible", proto_size, PAN_PROTO);
    sending = 1;
    send_packets(dest, sap, parts, veclen, proto, proto_size);
    sending = 0;
    for (unsigned i = 0; i < sap_count; ++i) handle(&saps[i]);
}

void pan_unicast(unsigned dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size) {
    send((int)dest, sap, parts, veclen, proto, proto_size);
}

void pan_multicast(pan_pset_p dests, pan_sap_p sap, pan_iovec_p parts, int veclen,
                   const void *proto, int proto_size) {
    if (!dests->members) {
        send(-1, sap, parts, veclen, proto, proto_size);
        return;
    }
    // LFC's groups must not overlap, but sets may.
    for (unsigned i = 0; i < dests->count; ++i)
        if (dests->members[i] != lfc_my_proc())
            send((int)dests->members[i], sap, parts, veclen, proto, proto_size);
}

// --- remote procedure calls ----------------------------------------------------------------------

enum { services = 16 };
static pan_service_t *service_table[services];
static int service_count;
static pan_sap_p requests, replies;

struct rpc {
    int service;
};

// Main waits for one reply at a time.
static struct {
    void *to;
    unsigned room, size;
    int done;
} answer;

static void reply_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    answer.size = pan_msg_size(m);
    if (answer.size > answer.room) {
        pan_msg_consume(m, answer.to, answer.room);
        pan_msg_discard(m);
    } else {
        pan_msg_consume(m, answer.to, answer.size);
    }
    answer.done = 1;
}

static void request_h(pan_msg_p m, void *proto, unsigned src) {
    static uint32_t reply[PAN_REPLY / 4]; // handlers of an access point run one at a time
    const struct rpc *rpc = proto;
    const unsigned size = service_table[rpc->service](m, src, reply, sizeof reply);
    pan_iovec_t part = {reply, size};
    pan_unicast(src, replies, &part, 1, 0, 0);
}

int pan_rpc_register(pan_service_t *service) {
    if (service_count == services) xnet_fail("panda: more than %d services", services);
    service_table[service_count] = service;
    return service_count++;
}

unsigned pan_rpc(unsigned dest, int service, pan_iovec_p parts, int veclen, void *reply,
                 unsigned room) {
    if (service < 0 || service >= service_count)
        xnet_fail_at(__builtin_return_address(0), "pan_rpc: there is no service %d", service);
    answer.to = reply;
    answer.room = room;
    answer.done = 0;
    const struct rpc rpc = {service};
    pan_unicast(dest, requests, parts, veclen, &rpc, sizeof rpc);
    while (!answer.done) lfc_wait();
    return answer.size;
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
    requests = pan_sap_create(request_h);
    replies = pan_sap_create(reply_h);
}

void pan_end(void) { lfc_exit(); }
