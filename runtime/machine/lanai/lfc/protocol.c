/* The state machines (protocol.h). Sections are those of 001; docs/lfc-protocol.md lists what the
 * printed listings lack. There is no multiplication or division: a Lanai has no
 * instructions for them. */
#include "protocol.h"

/* --- Queues of descriptors ------------------------------------------------------------------- */

static void append(struct lfc_ni *ni, struct lfc_queue *queue, uint16_t d) {
    ni->descriptor[d].next = LFC_NONE;
    if (queue->first == LFC_NONE)
        queue->first = d;
    else
        ni->descriptor[queue->last].next = d;
    queue->last = d;
}

static uint16_t take_first(struct lfc_ni *ni, struct lfc_queue *queue) {
    uint16_t d = queue->first;
    queue->first = ni->descriptor[d].next;
    return d;
}

/* Takes the first descriptor of `tree` out of the queue, which has one. */
static uint16_t take_first_of(struct lfc_ni *ni, struct lfc_queue *queue, uint16_t tree) {
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

/* --- Control packets ------------------------------------------------------------------------- */

enum control { CONTROL_CREDIT, CONTROL_CLEAR, CONTROL_REPLY };

static uint16_t control_descriptor(enum control kind, uint16_t peer) {
    return (uint16_t)(LFC_DESCRIPTORS + peer + peer + peer + kind);
}

/* If one of the kind for the same peer is still in the queue, that one serves both. */
static void send_control(struct lfc_ni *ni, enum control kind, uint16_t peer, uint16_t dest,
                         uint32_t value) {
    static const uint8_t tags[] = {LFC_CREDIT, LFC_CHANNEL_CLEAR, LFC_FA_REPLY};
    uint16_t d = control_descriptor(kind, peer);
    struct lfc_descriptor *desc = &ni->descriptor[d];
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

static void credit_send(struct lfc_ni *ni, uint16_t d) {
    struct lfc_descriptor *desc = &ni->descriptor[d];
    struct lfc_peer *peer = &ni->peer[desc->dest];
    uint16_t channel = desc->channel;
    if (peer->send_credits > 0) {
        --peer->send_credits;
        desc->channel = LFC_NONE;
        append(ni, &ni->sends, d);
    } else if (!ni->recover) {
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
}

/* Starts a recovery for the next blocked queue, round robin (4.3.3). */
static void try_new_recovery(struct lfc_ni *ni) {
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

static uint16_t new_descriptor(struct lfc_ni *ni, uint8_t tag, uint16_t buffer, uint16_t dest,
                               uint16_t tree, uint16_t channel) {
    uint16_t d = ni->free_descriptors;
    struct lfc_descriptor *desc = &ni->descriptor[d];
    ni->free_descriptors = desc->next;
    desc->tag = tag;
    desc->buffer = buffer;
    desc->dest = dest;
    desc->tree = tree;
    desc->channel = channel;
    return d;
}

/* Sends to all children (4.2, Fig. 4.12). `channel`: the one on which the packet came. */
static void forward(struct lfc_ni *ni, uint16_t buffer, uint16_t tree, uint16_t channel) {
    const struct lfc_tree *t = &ni->tree[tree];
    uint16_t i;
    for (i = 0; i < t->children; ++i)
        credit_send(ni, new_descriptor(ni, LFC_MCAST, buffer, ni->child[t->first_child + i], tree,
                                       channel));
}

/* --- Release (4.1, 4.2; RECOV: Fig. 4.15) ------------------------------------------------------
 */

static void return_credit(struct lfc_ni *ni, uint16_t p) {
    struct lfc_peer *peer = &ni->peer[p];
    ++peer->free_credits;
    if (peer->free_credits >= ni->refresh) send_control(ni, CONTROL_CREDIT, p, p, 0);
}

static void release_channel(struct lfc_ni *ni, uint16_t channel) {
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
static void released(struct lfc_ni *ni, uint16_t tree) {
    struct lfc_tree *t = &ni->tree[tree];
    uint16_t channel = t->channels.first;
    if (channel == LFC_NONE) {
        return_credit(ni, t->parent);
        return;
    }
    t->channels.first = ni->peer[channel].next_channel;
    release_channel(ni, channel);
}

/* Returns the buffer if this was the last reference. */
static uint16_t drop_reference(struct lfc_ni *ni, uint16_t b) {
    struct lfc_buffer *buffer = &ni->buffer[b];
    if (--buffer->refs > 0) return LFC_NONE;
    if (buffer->received) released(ni, buffer->header.tree);
    return b;
}

/* --- Events ------------------------------------------------------------------------------------
 */

void lfc_start(struct lfc_ni *ni, uint16_t me, uint16_t nodes, uint16_t window, uint8_t recover) {
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
    for (i = 0; i < LFC_DESCRIPTORS; ++i) ni->descriptor[i].next = (uint16_t)(i + 1);
    ni->descriptor[LFC_DESCRIPTORS - 1].next = LFC_NONE;
    for (i = 0; i < LFC_TREES; ++i) ni->tree[i].channels.first = LFC_NONE;
    for (i = 0; i < nodes; ++i) {
        ni->peer[i].send_credits = window;
        ni->peer[i].blocked.first = LFC_NONE;
        ni->tree[i].parent = i; /* unicast tree i is "from i to me" (4.2) */
    }
}

void lfc_add_tree(struct lfc_ni *ni, uint16_t tree, uint16_t parent, const uint16_t *list,
                  uint16_t children) {
    uint16_t i, first = 0;
    for (i = 0; i < LFC_TREES; ++i)
        if (ni->tree[i].first_child + ni->tree[i].children > first)
            first = (uint16_t)(ni->tree[i].first_child + ni->tree[i].children);
    ni->tree[tree].parent = parent;
    ni->tree[tree].first_child = first;
    ni->tree[tree].children = children;
    for (i = 0; i < children; ++i) ni->child[first + i] = list[i];
}

static void prepare(struct lfc_ni *ni, uint16_t b, uint16_t tree, uint16_t size, uint16_t refs) {
    struct lfc_buffer *buffer = &ni->buffer[b];
    buffer->header.size = size;
    buffer->header.tree = tree;
    buffer->refs = (uint8_t)refs;
    buffer->received = 0;
}

void lfc_launch_unicast(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size) {
    prepare(ni, buffer, ni->me, size, 1);
    credit_send(ni, new_descriptor(ni, LFC_UCAST, buffer, dest, ni->me, LFC_NONE));
}

void lfc_launch_multicast(struct lfc_ni *ni, uint16_t buffer, uint16_t tree, uint16_t size) {
    prepare(ni, buffer, tree, size, ni->tree[tree].children);
    forward(ni, buffer, tree, LFC_NONE);
}

void lfc_launch_fetch_add(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint32_t value) {
    ni->fa_done = 0;
    prepare(ni, buffer, ni->me, sizeof value, 1);
    ni->buffer[buffer].header.value = value;
    credit_send(ni, new_descriptor(ni, LFC_FA_REQUEST, buffer, dest, ni->me, LFC_NONE));
}

/* Called before the packet itself is handled, so that blocked packets are sent first (Fig. 4.3). */
static void take_credits(struct lfc_ni *ni, uint16_t p, uint16_t credits) {
    struct lfc_peer *peer = &ni->peer[p];
    peer->send_credits = (uint16_t)(peer->send_credits + credits);
    while (peer->send_credits > 0 && peer->blocked.first != LFC_NONE)
        credit_send(ni, take_first(ni, &peer->blocked));
}

/* The packet came on a recovery channel (Fig. 4.14). */
static void came_on_channel(struct lfc_ni *ni, const struct lfc_header *header) {
    struct lfc_tree *tree = &ni->tree[header->tree];
    struct lfc_peer *owner = &ni->peer[header->channel];
    owner->acks = 1;
    owner->recov_parent = header->src;
    owner->next_channel = LFC_NONE;
    if (tree->channels.first == LFC_NONE)
        tree->channels.first = header->channel;
    else
        ni->peer[tree->channels.last].next_channel = header->channel;
    tree->channels.last = header->channel;
}

static void deliver(struct lfc_ni *ni, uint16_t b) {
    ni->buffer[b].next = LFC_NONE;
    if (ni->deliveries.first == LFC_NONE)
        ni->deliveries.first = b;
    else
        ni->buffer[ni->deliveries.last].next = b;
    ni->deliveries.last = b;
}

int lfc_received(struct lfc_ni *ni, uint16_t b) {
    struct lfc_buffer *buffer = &ni->buffer[b];
    struct lfc_header header = buffer->header; /* a copy: forwarding may overwrite it */
    take_credits(ni, header.src, header.credits);
    switch (header.tag) {
    case LFC_CREDIT: return 0;
    case LFC_CHANNEL_CLEAR: release_channel(ni, header.channel); return 0;
    case LFC_FA_REPLY:
        ni->fa_result = header.value;
        ni->fa_done = 1;
        return 0;
    default: break;
    }
    if (header.channel != LFC_NONE) came_on_channel(ni, &header);
    buffer->received = 1;
    if (header.tag == LFC_FA_REQUEST) {
        uint32_t old = ni->fa_value;
        ni->fa_value = old + header.value;
        send_control(ni, CONTROL_REPLY, header.src, header.src, old);
        released(ni, header.tree); /* the reply needs no credit */
        return 0;
    }
    buffer->refs = (uint8_t)(1 + (header.tag == LFC_MCAST ? ni->tree[header.tree].children : 0));
    deliver(ni, b);
    if (header.tag == LFC_MCAST) forward(ni, b, header.tree, header.channel);
    return 1;
}

uint16_t lfc_sent(struct lfc_ni *ni) {
    uint16_t d = ni->sending;
    struct lfc_descriptor *desc = &ni->descriptor[d];
    ni->sending = LFC_NONE;
    if (d >= LFC_DESCRIPTORS) return LFC_NONE;
    desc->next = ni->free_descriptors;
    ni->free_descriptors = d;
    return drop_reference(ni, desc->buffer);
}

uint16_t lfc_delivered(struct lfc_ni *ni) {
    uint16_t b = ni->delivering;
    ni->delivering = LFC_NONE;
    ++ni->delivered;
    return drop_reference(ni, b);
}

/* The header is written here and not when the descriptor is made: a packet can have several
 * children, and each transmission carries the credits that are free at its start. */
uint16_t lfc_next_send(struct lfc_ni *ni, struct lfc_header *header) {
    const struct lfc_descriptor *desc;
    struct lfc_peer *peer;
    uint16_t d;
    if (ni->sending != LFC_NONE) return LFC_NONE;
    for (;;) {
        d = ni->sends.first;
        if (d == LFC_NONE) return LFC_NONE;
        take_first(ni, &ni->sends);
        desc = &ni->descriptor[d];
        peer = &ni->peer[desc->dest];
        if (d < LFC_DESCRIPTORS) break;
        /* Another one of the kind may now be queued, even before this transmission has ended. */
        ni->descriptor[d].pending = 0;
        if (desc->tag != LFC_CREDIT || peer->free_credits > 0) break;
        /* Another packet has already carried the credits. */
    }
    ni->sending = d;
    header->tag = desc->tag;
    header->credits = (uint8_t)(peer->free_credits > 255 ? 255 : peer->free_credits);
    peer->free_credits = (uint16_t)(peer->free_credits - header->credits);
    header->src = ni->me;
    header->tree = desc->tree;
    header->channel = desc->channel;
    header->size = d < LFC_DESCRIPTORS ? ni->buffer[desc->buffer].header.size : 0;
    header->value = d < LFC_DESCRIPTORS ? ni->buffer[desc->buffer].header.value : desc->value;
    return d;
}

uint16_t lfc_next_delivery(struct lfc_ni *ni) {
    uint16_t b = ni->deliveries.first;
    if (ni->delivering != LFC_NONE || b == LFC_NONE) return LFC_NONE;
    ni->deliveries.first = ni->buffer[b].next;
    ni->delivering = b;
    return b;
}

/* --- INTR (4.4, Fig. 4.16) ---------------------------------------------------------------------
 */

/* The timer starts after a delivery and not after an arrival: until its DMA has ended, the host
 * cannot see a packet, and an interrupt would be useless. */
int lfc_starts_timer(struct lfc_ni *ni) {
    if (ni->timer) return 0;
    ni->timer = 1;
    return 1;
}

enum lfc_watch lfc_expired(struct lfc_ni *ni, uint32_t processed, int disabled) {
    uint32_t progress = processed - ni->last_processed; /* the counters may wrap */
    ni->last_processed = processed;
    if (processed == ni->delivered) {
        ni->timer = 0;
        return LFC_WATCH_STOP;
    }
    if (disabled || progress != 0) return LFC_WATCH_AGAIN;
    return LFC_WATCH_INTERRUPT;
}
