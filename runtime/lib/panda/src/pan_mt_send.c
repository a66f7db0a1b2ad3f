// Messages become packets (001 6.3): the header and the parts are copied into LFC's packets,
// nothing is copied before. Between packets upcalls run.
#include "pan_mt_internal.h"

#include <fail.h>
#include <lfc.h>
#include <string.h>

static uint32_t broadcast_streams; ///< numbers in use
static uint32_t own_packet[LFC_PACKET / 4];

/// What is left of the parts.
struct gather {
    pan_iovec_p part;
    unsigned at, left;
};

static unsigned fill(unsigned char *packet, unsigned used, struct gather *g) {
    while (g->left && used < LFC_PACKET) {
        unsigned n = g->part->len - g->at;
        if (!n) {
            ++g->part, g->at = 0;
            continue;
        }
        if (n > LFC_PACKET - used) n = LFC_PACKET - used;
        memcpy(packet + used, (const char *)g->part->data + g->at, n);
        used += n, g->at += n, g->left -= n;
    }
    return used;
}

/// The headers of the first packet; returns their bytes.
static unsigned begin(unsigned char *packet, const struct pan_sending *s, uint8_t stream,
                      unsigned size) {
    const unsigned inner = s->inner ? inner_proto : 0, proto = inner + (unsigned)s->proto_size;
    unsigned used = sizeof(struct first_header);
    if (s->dest < 0 || s->sap == sap_sequencer) {
        *(struct bcast_header *)packet =
            (struct bcast_header){(uint8_t)s->sap,      stream, (uint16_t)s->order, (uint16_t)proto,
                                  (uint16_t)__pan_self, size,   s->number};
        used = sizeof(struct bcast_header);
    } else {
        *(struct first_header *)packet =
            (struct first_header){(uint8_t)s->sap, stream, 0, (uint16_t)proto, 0, size};
    }
    if (inner) memcpy(packet + used, s->inner, inner);
    if (s->proto_size) memcpy(packet + used + inner, s->proto, (size_t)s->proto_size);
    return used + (proto + 3u & ~3u);
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

void __pan_send(const struct pan_sending *s, const char *what, void *caller) {
    if (s->proto_size < 0 || s->proto_size > PAN_PROTO)
        xnet_fail_at(caller, "%s: a header of %d bytes, at most %d are possible", what,
                     s->proto_size, PAN_PROTO);
    if (s->dest >= (int)__pan_procs)
        xnet_fail_at(caller, "%s: there is no process %d", what, s->dest);
    __pan_check_free(what, caller);
    struct gather g = {s->parts, 0, 0};
    for (int i = 0; i < s->veclen; ++i) g.left += s->parts[i].len;
    const int bcast = s->dest < 0, local = s->dest == (int)__pan_self;
    struct pan_peer *const peer = bcast ? 0 : &__pan_peers[s->dest];
    uint32_t *const streams = bcast ? &broadcast_streams : &peer->streams;
    const int own_copy = bcast && s->order != unordered;

    pan_enter();
    if (!~*streams) xnet_fail_at(caller, "%s: 32 messages to a process are under way", what);
    const uint8_t stream = (uint8_t)__builtin_ctz(~*streams);
    *streams |= 1u << stream;
    for (int first = 1; first || g.left; first = 0) {
        if (!first) pan_enter();
        if (s->needs_credit && !local && !bcast) wait_for_credit(peer, caller);
        unsigned char *const packet = local ? (unsigned char *)own_packet : lfc_send_alloc(1);
        unsigned used = next_header;
        if (first) {
            used = begin(packet, s, stream, g.left);
        } else {
            *(struct first_header *)packet =
                (struct first_header){(uint8_t)s->sap, stream, 0, 0, 0, 0};
        }
        used = fill(packet, used, &g);
        if (!g.left) *streams &= ~(1u << stream);
        if (local) {
            __pan_accept(__pan_self, packet, used, 0, 1);
        } else if (bcast) {
            if (own_copy) __pan_accept(__pan_self, packet, used, 1, 1);
            lfc_bcast_launch(packet, used, 1);
        } else {
            ((struct first_header *)packet)->credits = (uint16_t)__pan_take_owed((unsigned)s->dest);
            lfc_ucast_launch((unsigned)s->dest, packet, used, 1);
        }
        pan_leave();
    }
}

static void send(int dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size, const char *what, void *caller) {
    const struct pan_sending s = {.dest = dest,
                                  .sap = sap->number,
                                  .needs_credit = 1,
                                  .parts = parts,
                                  .veclen = veclen,
                                  .proto = proto,
                                  .proto_size = proto_size};
    __pan_send(&s, what, caller);
}

static int process(unsigned dest, const char *what, void *caller) {
    if (dest >= __pan_procs) xnet_fail_at(caller, "%s: there is no process %u", what, dest);
    return (int)dest;
}

void pan_unicast(unsigned dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size) {
    void *const caller = __builtin_return_address(0);
    send(process(dest, "pan_unicast", caller), sap, parts, veclen, proto, proto_size, "pan_unicast",
         caller);
}

void pan_send(unsigned dest, pan_port_p port, pan_iovec_p parts, int veclen, const void *proto,
              int proto_size) {
    void *const caller = __builtin_return_address(0);
    send(process(dest, "pan_send", caller), port, parts, veclen, proto, proto_size, "pan_send",
         caller);
}

void pan_multicast(pan_pset_p dests, pan_sap_p sap, pan_iovec_p parts, int veclen,
                   const void *proto, int proto_size) {
    void *const caller = __builtin_return_address(0);
    if (!dests->members) {
        send(-1, sap, parts, veclen, proto, proto_size, "pan_multicast", caller);
        return;
    }
    // LFC's groups must not overlap, but sets may.
    for (unsigned i = 0; i < dests->count; ++i)
        if (dests->members[i] != __pan_self)
            send(process(dests->members[i], "pan_multicast", caller), sap, parts, veclen, proto,
                 proto_size, "pan_multicast", caller);
}

// --- groups --------------------------------------------------------------------------------------

pan_group_p pan_group_create(pan_handler_t *handler) {
    return __pan_sap_new(sap_group, handler, __builtin_return_address(0));
}
void pan_group_protocol(pan_group_p group, pan_protocol_t protocol) { group->protocol = protocol; }

void pan_group_send(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                    int proto_size) {
    void *const caller = __builtin_return_address(0);
    struct pan_sending s = {.dest = -1,
                            .sap = group->number,
                            .order = numbered,
                            .parts = parts,
                            .veclen = veclen,
                            .proto = proto,
                            .proto_size = proto_size};
    __pan_check_free("pan_group_send", caller);
    // A sender with a number must not stand behind a thread that computes: all messages of higher
    // numbers wait for it.
    struct pan_thread *const me = __pan_current;
    const int priority = me->own_priority;
    const int raised = priority < priority_of_sender;
    pan_enter();
    if (raised) __pan_set_priority(me, priority_of_sender);
    if (group->protocol == PAN_GSB) {
        s.number = lfc_fetch_and_add(0, 1);
    } else if (!__pan_self) {
        s.number = __pan_sequencer_number();
    } else if (group->protocol == PAN_PB) {
        s.dest = 0;
        s.sap = sap_sequencer;
        s.order = unordered; // process 0 changes that
        s.number = group->number;
        s.needs_credit = 1;
    } else {
        s.order = by_count;
        s.number = __pan_next_count();
    }
    __pan_busy = 0; // __pan_send begins a section at once
    __pan_send(&s, "pan_group_send", caller);
    if (!raised) return;
    pan_enter();
    __pan_set_priority(me, priority);
    pan_leave();
}

void pan_group_send_unordered(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                              int proto_size) {
    void *const caller = __builtin_return_address(0);
    send(-1, group, parts, veclen, proto, proto_size, "pan_group_send_unordered", caller);
    send((int)__pan_self, group, parts, veclen, proto, proto_size, "pan_group_send_unordered",
         caller);
}
