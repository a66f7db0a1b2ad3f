/* The state machines (protocol.h). Sections are those of 001; docs/lfc-protocol.md lists what the
 * printed listings lack. There is no multiplication or division: a Lanai has no
 * instructions for them. */
#include "protocol.h"

/* Addresses are computed once: a Lanai's loads of halfwords have offsets below 512, and without
 * this the compiler adds up the address of each field. */
#define LFC_PLACE(type, name, array)                                                               \
    static inline struct type *name##_at(struct lfc_ni *ni, unsigned i) {                          \
        struct type *at = &ni->array[i];                                                           \
        __asm__("" : "+r"(at));                                                                    \
        return at;                                                                                 \
    }
#if LFC_RETRANSMITS != LFC_HOST
LFC_PLACE(lfc_descriptor, descriptor, descriptor)
LFC_PLACE(lfc_peer, peer, peer)
#endif
#if LFC_FORWARDS == LFC_INTERFACE
LFC_PLACE(lfc_tree, tree, tree)
#endif
LFC_PLACE(lfc_buffer, buffer, buffer)
#undef LFC_PLACE
#define LFC_COLD static __attribute__((noinline))
/* A packet is dropped (LFC_DROPPED). Who includes this file may define it. */
#ifndef LFC_TELL_DROPPED
#define LFC_TELL_DROPPED(word) (void)0
#endif

/* --- The queue of deliveries -------------------------------------------------------------------
 */

static inline void deliver(struct lfc_ni *ni, uint16_t b) {
    ni->buffer[b].next = LFC_NONE;
    if (ni->deliveries.first == LFC_NONE)
        ni->deliveries.first = b;
    else
        ni->buffer[ni->deliveries.last].next = b;
    ni->deliveries.last = b;
}

LFC_FUNCTION uint16_t lfc_next_delivery(struct lfc_ni *ni) {
    uint16_t b = ni->deliveries.first;
    if (ni->delivering != LFC_NONE || b == LFC_NONE) return LFC_NONE;
    ni->deliveries.first = buffer_at(ni, b)->next;
    ni->delivering = b;
    return b;
}

#if LFC_RETRANSMITS != LFC_HOST
/* --- Queues of descriptors ------------------------------------------------------------------- */

static inline void append(struct lfc_ni *ni, struct lfc_queue *queue, uint16_t d) {
    descriptor_at(ni, d)->next = LFC_NONE;
    if (queue->first == LFC_NONE)
        queue->first = d;
    else
        descriptor_at(ni, queue->last)->next = d;
    queue->last = d;
}

static inline uint16_t take_first(struct lfc_ni *ni, struct lfc_queue *queue) {
    uint16_t d = queue->first;
    queue->first = descriptor_at(ni, d)->next;
    return d;
}

/* A buffer of the host's, to be launched `refs` times. */
static inline void prepare(struct lfc_ni *ni, uint16_t b, uint16_t tree, uint16_t size,
                           uint16_t refs) {
    struct lfc_buffer *buffer = buffer_at(ni, b);
    buffer->size = size;
    buffer->tree = tree;
    buffer->refs = (uint8_t)refs;
    buffer->received = 0;
}

#endif

#if LFC_FORWARDS == LFC_INTERFACE
LFC_FUNCTION void lfc_add_tree(struct lfc_ni *ni, uint16_t tree, uint16_t parent,
                               const uint16_t *list, uint16_t children) {
    uint16_t i, first = 0;
    for (i = 0; i < LFC_TREES; ++i)
        if (ni->tree[i].first_child + ni->tree[i].children > first)
            first = (uint16_t)(ni->tree[i].first_child + ni->tree[i].children);
    ni->tree[tree].parent = parent;
    ni->tree[tree].first_child = first;
    ni->tree[tree].children = children;
    for (i = 0; i < children; ++i) ni->child[first + i] = list[i];
}

#endif

#if LFC_RETRANSMITS == LFC_INTERFACE
#include "retransmit.c"
#elif LFC_RETRANSMITS == LFC_HOST
#include "relay.c"
#else

#if LFC_FORWARDS == LFC_INTERFACE
/* Takes the first descriptor of `tree` out of the queue, which has one. */
LFC_COLD uint16_t take_first_of(struct lfc_ni *ni, struct lfc_queue *queue, uint16_t tree) {
    uint16_t before = LFC_NONE, d = queue->first;
    while (ni->descriptor[d].tree != tree) {
        before = d;
        d = ni->descriptor[d].next;
    }
    if (before == LFC_NONE)
        queue->first = ni->descriptor[d].next;
    else
        ni->descriptor[before].next = ni->descriptor[d].next;
    if (queue->last == d) queue->last = before;
    return d;
}
#endif

/* --- Control packets ------------------------------------------------------------------------- */

enum control { CONTROL_CREDIT, CONTROL_CLEAR, CONTROL_REPLY };

static uint16_t control_descriptor(enum control kind, uint16_t peer) {
    return (uint16_t)(LFC_DESCRIPTORS + peer + peer + peer + kind);
}

/* If one of the kind for the same peer is still in the queue, that one serves both. */
LFC_COLD void send_control(struct lfc_ni *ni, enum control kind, uint16_t peer, uint16_t dest,
                           uint32_t value) {
    static const uint8_t tags[] = {LFC_CREDIT, LFC_CHANNEL_CLEAR, LFC_FA_REPLY};
    uint16_t d = control_descriptor(kind, peer);
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    if (desc->pending) return;
    desc->pending = 1;
    desc->tag = tags[kind];
    desc->dest = dest;
    desc->value = value;
    desc->tree = LFC_NONE;
    desc->channel = kind == CONTROL_CLEAR ? peer : LFC_NONE;
    append(ni, &ni->sends, d);
}

/* --- Transmission (4.1, 4.2; RECOV: 4.3, Fig. 4.13) --------------------------------------------
 */

#if LFC_FORWARDS == LFC_INTERFACE
static void send_on_channel(struct lfc_ni *ni, uint16_t d, uint16_t channel) {
    ni->descriptor[d].channel = channel;
    ++ni->channel_sends;
    append(ni, &ni->sends, d);
}

static void start_recovery(struct lfc_ni *ni, uint16_t d) {
    ni->recovery_active = 1;
    ni->peer[ni->me].acks = 1;
    ++ni->recoveries;
    send_on_channel(ni, d, ni->me);
}

#endif

/* Without a credit. */
LFC_COLD void send_without_credit(struct lfc_ni *ni, uint16_t d) {
#if LFC_FORWARDS == LFC_HOST
    append(ni, &peer_at(ni, descriptor_at(ni, d)->dest)->blocked, d);
#else
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    struct lfc_peer *peer = peer_at(ni, desc->dest);
    uint16_t channel = desc->channel;
    if (!ni->recover) {
        append(ni, &peer->blocked, d);
    } else if (channel != LFC_NONE) {
        /* The oldest packet of the tree continues on the channel, so that the tree stays in order.
         * It gets the channel of the packet that arrived. */
        uint16_t tree = desc->tree;
        ++ni->peer[channel].acks;
        append(ni, &peer->blocked, d);
        send_on_channel(ni, take_first_of(ni, &peer->blocked, tree), channel);
    } else if (ni->recovery_active) {
        append(ni, &peer->blocked, d);
    } else {
        /* No queue is blocked: try_new_recovery() has checked all of them. */
        start_recovery(ni, d);
    }
#endif
}

static inline void credit_send(struct lfc_ni *ni, uint16_t d) {
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    struct lfc_peer *peer = peer_at(ni, desc->dest);
    unsigned credits = peer->send_credits;
    if (LFC_SELDOM(credits == 0)) {
        send_without_credit(ni, d);
    } else {
        peer->send_credits = (uint16_t)(credits - 1);
        desc->channel = LFC_NONE;
        append(ni, &ni->sends, d);
    }
}

#if LFC_FORWARDS == LFC_INTERFACE
/* Starts a recovery for the next blocked queue, round robin (4.3.3). */
LFC_COLD void try_new_recovery(struct lfc_ni *ni) {
    uint16_t tried;
    for (tried = 0; tried < ni->nodes; ++tried) {
        uint16_t p = ni->next_recovery;
        ni->next_recovery = (uint16_t)(p + 1 == ni->nodes ? 0 : p + 1);
        if (ni->peer[p].blocked.first != LFC_NONE) {
            start_recovery(ni, take_first(ni, &ni->peer[p].blocked));
            return;
        }
    }
}
#endif

static inline uint16_t new_descriptor(struct lfc_ni *ni, uint8_t tag, uint16_t buffer,
                                      uint16_t dest, uint16_t tree, uint16_t channel) {
    uint16_t d = ni->free_descriptors;
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    ni->free_descriptors = desc->next;
    desc->tag = tag;
    desc->buffer = buffer;
    desc->dest = dest;
    desc->tree = tree;
    desc->channel = channel;
    return d;
}

#if LFC_FORWARDS == LFC_INTERFACE
/* Sends to all children (4.2, Fig. 4.12). `channel`: the one on which the packet came. */
static void forward(struct lfc_ni *ni, uint16_t buffer, uint16_t tree, uint16_t channel) {
    const struct lfc_tree *t = tree_at(ni, tree);
    uint16_t i;
    for (i = 0; i < t->children; ++i)
        credit_send(ni, new_descriptor(ni, LFC_MCAST, buffer, ni->child[t->first_child + i], tree,
                                       channel));
}
#endif

/* --- Release (4.1, 4.2; RECOV: Fig. 4.15) ------------------------------------------------------
 */

static inline void return_credit(struct lfc_ni *ni, uint16_t p) {
    struct lfc_peer *peer = peer_at(ni, p);
    unsigned credits = peer->free_credits + 1u;
    peer->free_credits = (uint16_t)credits;
    if (LFC_SELDOM(credits >= ni->refresh)) send_control(ni, CONTROL_CREDIT, p, p, 0);
}

#if LFC_FORWARDS == LFC_INTERFACE
LFC_COLD void release_channel(struct lfc_ni *ni, uint16_t channel) {
    struct lfc_peer *owner = &ni->peer[channel];
    if (--owner->acks > 0) return;
    if (channel == ni->me) {
        ni->recovery_active = 0;
        try_new_recovery(ni);
    } else {
        send_control(ni, CONTROL_CLEAR, channel, owner->recov_parent, 0);
    }
}

/* The buffer of a received packet is free. Channels of the tree are cleared before credits are
 * returned, whichever of its packets has been released. */
static inline void released(struct lfc_ni *ni, uint16_t tree) {
    struct lfc_tree *t = tree_at(ni, tree);
    uint16_t channel = t->channels.first;
    if (channel == LFC_NONE) {
        return_credit(ni, t->parent);
        return;
    }
    t->channels.first = ni->peer[channel].next_channel;
    release_channel(ni, channel);
}
#endif

/* Returns the buffer if this was the last reference. */
static inline uint16_t drop_reference(struct lfc_ni *ni, uint16_t b) {
    struct lfc_buffer *buffer = buffer_at(ni, b);
    unsigned refs = buffer->refs - 1u;
    buffer->refs = (uint8_t)refs;
    if (refs != 0) return LFC_NONE;
#if LFC_FORWARDS == LFC_INTERFACE
    if (buffer->received) released(ni, buffer->tree);
#else
    /* The last hop, to which a multicast packet is a unicast (8.3.2, ACK-receive). */
    if (buffer->received) return_credit(ni, buffer->src);
#endif
    return b;
}

/* --- Events ------------------------------------------------------------------------------------
 */

LFC_FUNCTION void lfc_start(struct lfc_ni *ni, uint16_t me, uint16_t nodes, uint16_t window,
                            uint8_t recover) {
    static const struct lfc_ni empty;
    uint16_t i;
    *ni = empty;
    ni->me = me;
    ni->nodes = nodes;
    ni->window = window;
    ni->refresh = (uint16_t)(window > 1 ? window >> 1 : 1);
    ni->recover = recover;
    ni->sends.first = ni->deliveries.first = LFC_NONE;
    ni->sending = ni->delivering = LFC_NONE;
    ni->descriptor[LFC_NOW].channel = LFC_NONE;
    ni->free_descriptors = LFC_NOW + 1;
    for (i = 0; i < LFC_DESCRIPTORS; ++i) ni->descriptor[i].next = (uint16_t)(i + 1);
    ni->descriptor[LFC_DESCRIPTORS - 1].next = LFC_NONE;
#if LFC_FORWARDS == LFC_INTERFACE
    for (i = 0; i < LFC_TREES; ++i) ni->tree[i].channels.first = LFC_NONE;
#endif
    for (i = 0; i < nodes; ++i) {
        ni->peer[i].send_credits = window;
        ni->peer[i].blocked.first = LFC_NONE;
#if LFC_FORWARDS == LFC_INTERFACE
        ni->tree[i].parent = i; /* unicast tree i is "from i to me" (4.2) */
#endif
    }
}

LFC_FUNCTION void lfc_launch_unicast(struct lfc_ni *ni, uint16_t buffer, uint16_t dest,
                                     uint16_t size) {
    prepare(ni, buffer, ni->me, size, 1);
    credit_send(ni, new_descriptor(ni, LFC_UCAST, buffer, dest, ni->me, LFC_NONE));
}

#if LFC_FORWARDS == LFC_INTERFACE
LFC_FUNCTION void lfc_launch_multicast(struct lfc_ni *ni, uint16_t buffer, uint16_t tree,
                                       uint16_t size) {
    prepare(ni, buffer, tree, size, ni->tree[tree].children);
    forward(ni, buffer, tree, LFC_NONE);
}
#else
LFC_FUNCTION void lfc_launch_child(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size,
                                   uint16_t tree, uint16_t launches) {
    if (launches) prepare(ni, buffer, tree, size, launches);
    credit_send(ni, new_descriptor(ni, LFC_MCAST, buffer, dest, tree, LFC_NONE));
}
#endif

LFC_FUNCTION void lfc_launch_fetch_add(struct lfc_ni *ni, uint16_t buffer, uint16_t dest,
                                       uint32_t value) {
    ni->fa_done = 0;
    prepare(ni, buffer, ni->me, sizeof value, 1);
    ni->buffer[buffer].value = value;
    credit_send(ni, new_descriptor(ni, LFC_FA_REQUEST, buffer, dest, ni->me, LFC_NONE));
}

/* A packet takes the credits that are free. A byte has at most 255. */
static inline void put_credits(struct lfc_peer *peer, struct lfc_header *header) {
    header->credits = (uint8_t)(peer->free_credits > 255 ? 255 : peer->free_credits);
    peer->free_credits = (uint16_t)(peer->free_credits - header->credits);
}

LFC_FUNCTION int lfc_launch_now(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size,
                                struct lfc_header *header) {
    struct lfc_peer *peer = peer_at(ni, dest);
    struct lfc_descriptor *desc = &ni->descriptor[LFC_NOW];
    unsigned credits = peer->send_credits;
    uint16_t me = ni->me;
    if (LFC_SELDOM(ni->sending != LFC_NONE)) return 0;
    if (LFC_SELDOM(ni->sends.first != LFC_NONE)) return 0;
    if (LFC_SELDOM(credits == 0)) return 0;
    peer->send_credits = (uint16_t)(credits - 1);
    ni->sending = LFC_NOW;
    desc->buffer = buffer;
    desc->dest = dest;
    header->tag = LFC_UCAST;
    header->src = me;
    header->size = size;
    header->tree = me;
    header->channel = LFC_NONE;
    put_credits(peer, header);
    return 1;
}

/* Called before the packet itself is handled, so that blocked packets are sent first (Fig. 4.3). */
static inline void take_credits(struct lfc_ni *ni, uint16_t p, unsigned credits) {
    struct lfc_peer *peer = peer_at(ni, p);
    peer->send_credits = (uint16_t)(peer->send_credits + credits);
    while (LFC_SELDOM(peer->blocked.first != LFC_NONE) && peer->send_credits > 0)
        credit_send(ni, take_first(ni, &peer->blocked));
}

#if LFC_FORWARDS == LFC_INTERFACE
/* The packet came on a recovery channel (Fig. 4.14). */
LFC_COLD void came_on_channel(struct lfc_ni *ni, uint16_t channel, uint16_t tree_of_it,
                              uint16_t src) {
    struct lfc_tree *tree = &ni->tree[tree_of_it];
    struct lfc_peer *owner = &ni->peer[channel];
    owner->acks = 1;
    owner->recov_parent = src;
    owner->next_channel = LFC_NONE;
    if (tree->channels.first == LFC_NONE)
        tree->channels.first = channel;
    else
        ni->peer[tree->channels.last].next_channel = channel;
    tree->channels.last = channel;
}
#endif

LFC_COLD void received_control(struct lfc_ni *ni, uint8_t tag, uint16_t src, uint16_t tree,
                               uint16_t channel, uint32_t value) {
    uint32_t old = ni->fa_value;
    switch (tag) {
    case LFC_CREDIT: return;
#if LFC_FORWARDS == LFC_INTERFACE
    case LFC_CHANNEL_CLEAR: release_channel(ni, channel); return;
#endif
    case LFC_FA_REPLY:
        ni->fa_result = value;
        ni->fa_done = 1;
        return;
    default: break;
    }
#if LFC_FORWARDS == LFC_INTERFACE
    if (channel != LFC_NONE) came_on_channel(ni, channel, tree, src);
#else
    (void)channel, (void)tree;
#endif
    ni->fa_value = old + value;
    send_control(ni, CONTROL_REPLY, src, src, old);
    /* The reply needs no credit. */
#if LFC_FORWARDS == LFC_INTERFACE
    released(ni, tree);
#else
    return_credit(ni, src);
#endif
}

LFC_FUNCTION enum lfc_arrival lfc_received(struct lfc_ni *ni, uint16_t b,
                                           const struct lfc_header *header, int can_deliver) {
    struct lfc_buffer *buffer = buffer_at(ni, b);
    unsigned refs = 1;
    if (header->credits) take_credits(ni, header->src, header->credits);
#if LFC_FORWARDS == LFC_INTERFACE
    if (header->tag == LFC_MCAST) {
        refs += tree_at(ni, header->tree)->children;
    } else
#endif
        if (LFC_SELDOM(header->tag != LFC_UCAST && header->tag != LFC_MCAST)) {
        received_control(ni, header->tag, header->src, header->tree, header->channel,
                         header->value);
        return LFC_FREE;
    }
#if LFC_FORWARDS == LFC_INTERFACE
    if (LFC_SELDOM(header->channel != LFC_NONE))
        came_on_channel(ni, header->channel, header->tree, header->src);
#endif
    buffer->src = header->src;
    buffer->size = header->size;
    buffer->tree = header->tree;
    buffer->refs = (uint8_t)refs;
    buffer->received = 1;
    if (can_deliver && ni->deliveries.first == LFC_NONE) {
        ni->delivering = b;
        return LFC_DELIVER;
    }
    deliver(ni, b);
    return LFC_QUEUED;
}

LFC_FUNCTION void lfc_forward(struct lfc_ni *ni, uint16_t b, const struct lfc_header *header) {
#if LFC_FORWARDS == LFC_INTERFACE
    if (header->tag == LFC_MCAST) forward(ni, b, header->tree, header->channel);
#else
    (void)ni, (void)b, (void)header;
#endif
}

LFC_FUNCTION uint16_t lfc_sent(struct lfc_ni *ni) {
    uint16_t d = ni->sending;
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    ni->sending = LFC_NONE;
    if (d == LFC_NOW) return desc->buffer; /* a launch to one node has no other reference */
    if (d >= LFC_DESCRIPTORS) return LFC_NONE;
    desc->next = ni->free_descriptors;
    ni->free_descriptors = d;
    return drop_reference(ni, desc->buffer);
}

LFC_FUNCTION uint16_t lfc_delivered(struct lfc_ni *ni) {
    uint16_t b = ni->delivering;
    ni->delivering = LFC_NONE;
    ++ni->delivered;
    return drop_reference(ni, b);
}

LFC_FUNCTION int lfc_can_send(const struct lfc_ni *ni) {
    return ni->sends.first != LFC_NONE && ni->sending == LFC_NONE;
}

/* The header is written here and not when the descriptor is made: a packet can have several
 * children, and each transmission carries the credits that are free at its start. */
LFC_FUNCTION uint16_t lfc_next_send(struct lfc_ni *ni, struct lfc_header *header) {
    const struct lfc_descriptor *desc;
    struct lfc_peer *peer;
    uint16_t d;
    if (ni->sending != LFC_NONE) return LFC_NONE;
    for (;;) {
        d = ni->sends.first;
        if (d == LFC_NONE) return LFC_NONE;
        take_first(ni, &ni->sends);
        desc = descriptor_at(ni, d);
        peer = peer_at(ni, desc->dest);
        if (d < LFC_DESCRIPTORS) break;
        /* Another one of the kind may now be queued, even before this transmission has ended. */
        ni->descriptor[d].pending = 0;
        if (desc->tag != LFC_CREDIT || peer->free_credits > 0) break;
        /* Another packet has already carried the credits. */
    }
    ni->sending = d;
    header->tag = desc->tag;
    put_credits(peer, header);
    header->src = ni->me;
    header->tree = desc->tree;
    header->channel = desc->channel;
    if (d < LFC_DESCRIPTORS) {
        const struct lfc_buffer *buffer = buffer_at(ni, desc->buffer);
        header->size = buffer->size;
        header->value = buffer->value;
    } else {
        header->size = 0;
        header->value = desc->value;
    }
    return d;
}

#endif /* LFC_NOBODY */

/* --- INTR (4.4, Fig. 4.16) ---------------------------------------------------------------------
 */

/* The timer starts after a delivery and not after an arrival: until its DMA has ended, the host
 * cannot see a packet, and an interrupt would be useless. */
LFC_FUNCTION int lfc_starts_timer(struct lfc_ni *ni) {
    if (ni->timer) return 0;
    ni->timer = 1;
    return 1;
}

LFC_FUNCTION enum lfc_watch lfc_expired(struct lfc_ni *ni, uint32_t processed, int disabled) {
    uint32_t progress = processed - ni->last_processed; /* the counters may wrap */
    ni->last_processed = processed;
    if (processed == ni->delivered) {
        ni->timer = 0;
        return LFC_WATCH_STOP;
    }
    if (disabled || progress != 0) return LFC_WATCH_AGAIN;
    return LFC_WATCH_INTERRUPT;
}
