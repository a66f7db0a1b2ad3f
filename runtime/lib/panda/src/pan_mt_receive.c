// Packets become messages (001 6.3). Data stay in LFC's packets until they are consumed, as far as
// those suffice.
#include "pan_mt_internal.h"

#include <fail.h>
#include <lfc.h>
#include <stdlib.h>
#include <string.h>

static unsigned kept; ///< packets of LFC

// --- credits -------------------------------------------------------------------------------------

static int credits_due;

void __pan_owe(unsigned source) {
    struct pan_peer *const p = &__pan_peers[source];
    if (++p->owed < window / 2 || p->due) return;
    p->due = 1;
    ++credits_due;
    ++__pan_pending;
}

unsigned __pan_take_owed(unsigned dest) {
    struct pan_peer *const p = &__pan_peers[dest];
    const unsigned owed = p->owed;
    p->owed = 0;
    if (p->due) {
        p->due = 0;
        --credits_due;
        --__pan_pending;
    }
    return owed;
}

void __pan_flush_credits(void) {
    for (unsigned p = 0; credits_due && p < __pan_procs; ++p) {
        if (!__pan_peers[p].due) continue;
        struct first_header *const h = lfc_send_alloc(1);
        *h = (struct first_header){.sap = sap_credits, .credits = (uint16_t)__pan_take_owed(p)};
        lfc_ucast_launch(p, h, next_header, 1);
    }
}

static void credits_come(unsigned source, unsigned credits) {
    struct pan_peer *const p = &__pan_peers[source];
    p->credits += credits;
    while (p->senders) {
        struct pan_thread *const t = p->senders;
        p->senders = t->next;
        __pan_ready(t);
    }
}

// --- pieces --------------------------------------------------------------------------------------

static void list(struct pan_msg *m) {
    struct pan_msg **const list = &__pan_peers[m->source].messages;
    m->next_of_source = *list;
    if (*list) (*list)->of_source = &m->next_of_source;
    m->of_source = list;
    *list = m;
}
static void unlist(struct pan_msg *m) {
    *m->of_source = m->next_of_source;
    if (m->next_of_source) m->next_of_source->of_source = m->of_source;
}

static void free_packet(void *packet) {
    --kept;
    lfc_packet_free(packet);
}

/// Returns the credits of a message, whose data move to the heap.
static void move_to_heap(struct pan_msg *m) {
    for (struct piece **at = &m->first; *at; at = &(*at)->next) {
        struct piece *const p = *at;
        if (!p->credit) continue;
        p->credit = 0;
        __pan_owe(m->source);
        if (!p->packet) continue;
        struct piece *const copy = __pan_get(sizeof *copy + p->bytes);
        *copy = (struct piece){p->next, (unsigned char *)(copy + 1), p->bytes, 0, 0};
        memcpy(copy->data, p->data, p->bytes);
        *at = copy;
        if (m->last == &p->next) m->last = &copy->next;
        free_packet(p->packet); // more of the message may come in this
        free(p);
    }
}

static void add_piece(struct pan_msg *m, void *packet, unsigned char *data, unsigned bytes,
                      int credit, int copy) {
    m->come += bytes;
    if (!bytes) {
        if (!copy) lfc_packet_free(packet);
        if (credit) __pan_owe(m->source);
        return;
    }
    // A thread that waits for more of another message must not stop its sender.
    const int others = __pan_peers[m->source].waiting && !m->waiter;
    if (credit && others) {
        __pan_owe(m->source);
        credit = 0;
    }
    // Unconsumed data must not take all of LFC's packets.
    const int own = copy || others || kept >= __pan_keep_at_most;
    struct piece *const p = __pan_get(sizeof *p + (own ? bytes : 0));
    *p = (struct piece){0, data, bytes, own ? 0 : packet, credit};
    if (own) {
        p->data = memcpy(p + 1, data, bytes);
        if (!copy) lfc_packet_free(packet);
    } else {
        ++kept;
    }
    *m->last = p;
    m->last = &p->next;
    if (m->waiter) {
        __pan_ready(m->waiter);
        m->waiter = 0;
        --__pan_peers[m->source].waiting;
    }
}

static void drop_first(struct pan_msg *m) {
    struct piece *const p = m->first;
    m->first = p->next;
    if (!m->first) m->last = &m->first;
    if (p->credit) __pan_owe(m->source);
    if (p->packet) free_packet(p->packet);
    free(p);
}

// --- packets -------------------------------------------------------------------------------------

/// The message of this packet, of which others have come.
static struct pan_msg *known(unsigned source, unsigned sap, unsigned stream, int mcast) {
    for (struct pan_msg *m = __pan_peers[source].messages; m; m = m->next_of_source)
        if (m->come < m->size && m->sap->number == sap && m->stream == stream && m->mcast == mcast)
            return m;
    return 0;
}

void __pan_accept(unsigned source, void *packet, unsigned size, int mcast, int copy) {
    const struct first_header *const head = packet;
    const unsigned sap = head->sap;
    const int from_other = !mcast && source != __pan_self;
    if (from_other && head->credits) credits_come(source, head->credits);
    if (sap == sap_credits || sap == sap_numbers) {
        if (sap == sap_numbers) __pan_announcement(packet);
        if (!copy) lfc_packet_free(packet);
        return;
    }
    if (sap >= __pan_sap_count)
        xnet_fail("panda: process %u sends to access point %u, which is not there: all processes "
                  "create the same ones, before they send",
                  source, sap - first_own);
    if (sap == sap_sequencer) {
        __pan_to_sequencer(source, packet, size, copy);
        return;
    }
    const int credit = from_other && sap != sap_replies; // replies take none
    struct pan_msg *m = known(source, sap, head->stream, mcast);
    if (m) {
        add_piece(m, packet, (unsigned char *)packet + next_header, size - next_header, credit,
                  copy);
        return;
    }
    const struct bcast_header *const b = packet;
    const unsigned first = mcast ? sizeof *b : sizeof *head;
    m = __pan_get(sizeof *m);
    memset(m, 0, offsetof(struct pan_msg, proto));
    m->sap = &__pan_saps[sap];
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
    add_piece(m, packet, (unsigned char *)packet + headers, size - headers, credit, copy);
    if (sap == sap_replies)
        __pan_reply_came(m);
    else if (order == unordered)
        __pan_deliver(m);
    else
        __pan_order(m, order, number);
}

// --- consuming -----------------------------------------------------------------------------------

/// Waits for more of a message. Its sender may need the credits of its other messages here.
static void wait_for_more(struct pan_msg *m, void *caller) {
    struct pan_peer *const peer = &__pan_peers[m->source];
    if (!m->mcast)
        for (struct pan_msg *o = peer->messages; o; o = o->next_of_source)
            if (o != m) move_to_heap(o);
    ++peer->waiting;
    __pan_flush_credits();
    if (m->first) { // it has come meanwhile
        --peer->waiting;
        return;
    }
    m->waiter = __pan_current;
    __pan_block(thread_message, (uintptr_t)caller);
}

/// Copies if `to` is not null.
static int consume(struct pan_msg *m, unsigned char *to, unsigned size, const char *what,
                   void *caller) {
    __pan_check_free(what, caller);
    pan_enter();
    const unsigned left = m->size - m->consumed, all = size < left ? size : left;
    for (unsigned wanted = all; wanted;) {
        while (!m->first) wait_for_more(m, caller);
        struct piece *const p = m->first;
        const unsigned n = p->bytes < wanted ? p->bytes : wanted;
        if (to) to = (unsigned char *)memcpy(to, p->data, n) + n;
        p->data += n;
        p->bytes -= n;
        m->consumed += n;
        wanted -= n;
        if (!p->bytes) drop_first(m);
    }
    if (m->consumed == m->size) {
        unlist(m);
        free(m);
    }
    pan_leave();
    return (int)all;
}

int pan_msg_consume(pan_msg_p m, void *buffer, unsigned size) {
    return consume(m, buffer, size, "pan_msg_consume", __builtin_return_address(0));
}
int pan_msg_skip(pan_msg_p m, unsigned size) {
    return consume(m, 0, size, "pan_msg_skip", __builtin_return_address(0));
}
void pan_msg_discard(pan_msg_p m) {
    consume(m, 0, m->size - m->consumed, "pan_msg_discard", __builtin_return_address(0));
}
unsigned pan_msg_size(pan_msg_p m) { return m->size; }
unsigned pan_msg_left(pan_msg_p m) { return m->size - m->consumed; }
void *pan_msg_proto(pan_msg_p m) {
    const unsigned kind = m->sap->kind;
    return (char *)m->proto + (kind == sap_service || kind == sap_inner ? inner_proto : 0);
}
