/* Irx (retransmit.h). protocol.c includes this file. */

/* --- Timers ------------------------------------------------------------------------------------
 * Virtual ones, on the only one of the interface: a list for each delay. To start one appends it,
 * to cancel one takes it out, wherever it is (001 8.2.4: "canceling a virtual timer consists of a
 * dequeue operation").
 */

LFC_FUNCTION void lfc_set_alarm(struct lfc_ni *ni, uint32_t deadline) {
    if (ni->alarm_state != LFC_ALARM_OFF && (int32_t)(deadline - ni->alarm) >= 0) return;
    ni->alarm = deadline;
    ni->alarm_state = LFC_ALARM_CHANGED;
}

#define LFC_TIMER(what, list)                                                                      \
    static inline void start_##what(struct lfc_ni *ni, uint16_t i) {                               \
        struct lfc_##what *at = what##_at(ni, i);                                                  \
        uint32_t deadline = ni->now + ni->list.delay;                                              \
        uint16_t last = ni->list.last;                                                             \
        at->deadline = deadline;                                                                   \
        at->later = LFC_NONE;                                                                      \
        at->earlier = last;                                                                        \
        if (last == LFC_NONE)                                                                      \
            ni->list.first = i;                                                                    \
        else                                                                                       \
            what##_at(ni, last)->later = i;                                                        \
        ni->list.last = i;                                                                         \
        lfc_set_alarm(ni, deadline);                                                               \
    }                                                                                              \
    static inline void cancel_##what(struct lfc_ni *ni, uint16_t i) {                              \
        struct lfc_##what *at = what##_at(ni, i);                                                  \
        uint16_t later = at->later, earlier = at->earlier;                                         \
        if (earlier == LFC_NONE)                                                                   \
            ni->list.first = later;                                                                \
        else                                                                                       \
            what##_at(ni, earlier)->later = later;                                                 \
        if (later == LFC_NONE)                                                                     \
            ni->list.last = earlier;                                                               \
        else                                                                                       \
            what##_at(ni, later)->earlier = earlier;                                               \
    }
LFC_TIMER(descriptor, retransmissions)
LFC_TIMER(peer, late_acks)
#undef LFC_TIMER

static int has_come(const struct lfc_ni *ni, uint32_t deadline) {
    return (int32_t)(deadline - ni->now) <= 0;
}

/* --- Acknowledgements of what has been received (001 8.2.2, 8.2.5) -----------------------------
 */

enum control { CONTROL_ACK, CONTROL_NACK };

/* If one of the kind is still in the queue, that one serves both. */
LFC_COLD void send_control(struct lfc_ni *ni, enum control kind, uint16_t peer) {
    uint16_t d = (uint16_t)(LFC_DESCRIPTORS + peer + peer + kind);
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    if (desc->state) return;
    desc->state = LFC_IN_QUEUE;
    desc->tag = kind == CONTROL_ACK ? LFC_ACK : LFC_NACK;
    desc->dest = peer;
    desc->tree = LFC_NONE;
    append(ni, &ni->sends, d);
}

LFC_COLD void send_ack(struct lfc_ni *ni, uint16_t p) {
    peer_at(ni, p)->wanted = 1;
    send_control(ni, CONTROL_ACK, p);
}

/* More may be acknowledged than before: in half a window at once, else with a packet to the peer or
 * when the timer expires. */
static inline void acknowledge(struct lfc_ni *ni, uint16_t p) {
    struct lfc_peer *peer = peer_at(ni, p);
    if ((uint16_t)(peer->ackable - peer->acked) >= ni->refresh) {
        if (!peer->wanted) ++ni->counts.half_acks;
        send_ack(ni, p);
    } else if (!peer->timed) {
        peer->timed = 1;
        start_peer(ni, p);
    }
}

/* Each packet carries an acknowledgement, which stops the timer. */
static inline void put_ack(struct lfc_ni *ni, uint16_t p, struct lfc_header *header) {
    struct lfc_peer *peer = peer_at(ni, p);
    header->tag |= LFC_ACKS;
    header->credits = (uint8_t)peer->ackable;
    peer->acked = peer->ackable;
    peer->wanted = 0;
    if (peer->timed) {
        peer->timed = 0;
        cancel_peer(ni, p);
    }
}

#if LFC_FORWARDS == LFC_INTERFACE
/* A multicast packet has been sent to its last child: it may be acknowledged, and so may those
 * behind it that only waited for it (8.3.2, ACK-forward). */
LFC_COLD void forwarded(struct lfc_ni *ni, const struct lfc_buffer *buffer) {
    struct lfc_peer *peer = peer_at(ni, buffer->src);
    peer->held &= ~(1u << (uint16_t)(buffer->number - peer->ackable));
    if (peer->held & 1) return;
    if (peer->held == 0) {
        peer->ackable = peer->expected;
    } else {
        while (!(peer->held & 1)) {
            peer->held >>= 1;
            ++peer->ackable;
        }
    }
    acknowledge(ni, buffer->src);
}
#endif

/* --- Transmission ------------------------------------------------------------------------------
 */

static void free_buffer(struct lfc_ni *ni, uint16_t b) {
    buffer_at(ni, b)->next = ni->freed;
    ni->freed = b;
}

static inline void drop_reference(struct lfc_ni *ni, uint16_t b) {
    struct lfc_buffer *buffer = buffer_at(ni, b);
    unsigned refs = buffer->refs - 1u;
    buffer->refs = (uint8_t)refs;
    if (refs == 0) free_buffer(ni, b);
}

/* The peer has the packet, and no engine reads it. */
static inline void free_descriptor(struct lfc_ni *ni, uint16_t d) {
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    if (desc->buffer != LFC_NONE) drop_reference(ni, desc->buffer);
    desc->next = ni->free_descriptors;
    ni->free_descriptors = d;
}

static inline void number(struct lfc_ni *ni, uint16_t d) {
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    struct lfc_peer *peer = peer_at(ni, desc->dest);
    desc->number = peer->next_number++;
    desc->following = LFC_NONE;
    if (peer->outstanding++ == 0)
        peer->unacknowledged.first = d;
    else
        descriptor_at(ni, peer->unacknowledged.last)->following = d;
    peer->unacknowledged.last = d;
    desc->state = LFC_IN_QUEUE;
}

static inline void window_send(struct lfc_ni *ni, uint16_t d) {
    struct lfc_peer *peer = peer_at(ni, descriptor_at(ni, d)->dest);
    if (LFC_SELDOM(peer->outstanding >= ni->window)) {
        append(ni, &peer->blocked, d);
    } else {
        number(ni, d);
        append(ni, &ni->sends, d);
    }
}

static inline uint16_t new_descriptor(struct lfc_ni *ni, uint8_t tag, uint16_t buffer,
                                      uint16_t dest, uint16_t tree) {
    uint16_t d = ni->free_descriptors;
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    ni->free_descriptors = desc->next;
    desc->tag = tag;
    desc->buffer = buffer;
    desc->dest = dest;
    desc->tree = tree;
    desc->state = 0;
    return d;
}

/* 001 8.2.4: an acknowledgement cancels all retransmission timers that are outstanding, one by one.
 */
static inline void cancel_timers(struct lfc_ni *ni, const struct lfc_peer *peer) {
    unsigned left;
    uint16_t d = peer->unacknowledged.first;
    for (left = peer->outstanding; left != 0; --left) {
        struct lfc_descriptor *desc = descriptor_at(ni, d);
        if (desc->state & LFC_TIMED) {
            cancel_descriptor(ni, d);
            desc->state &= (uint8_t)~LFC_TIMED;
        }
        d = desc->following;
    }
}

/* Those of what is still not acknowledged start again. */
static inline void restart_timers(struct lfc_ni *ni, const struct lfc_peer *peer) {
    unsigned left;
    uint16_t d = peer->unacknowledged.first;
    for (left = peer->outstanding; left != 0; --left) {
        struct lfc_descriptor *desc = descriptor_at(ni, d);
        if ((desc->state & (LFC_SENT | LFC_IN_QUEUE)) == LFC_SENT) {
            desc->state |= LFC_TIMED;
            start_descriptor(ni, d);
        }
        d = desc->following;
    }
}

static inline void take_ack(struct lfc_ni *ni, uint16_t p, uint8_t ack) {
    struct lfc_peer *peer = peer_at(ni, p);
    /* An old acknowledgement is behind the first packet of the window: by more than a window. */
    unsigned count = (uint8_t)(ack - (uint8_t)(peer->next_number - peer->outstanding));
    if (count == 0 || count > peer->outstanding) return;
    cancel_timers(ni, peer);
    peer->outstanding = (uint16_t)(peer->outstanding - count);
    do {
        uint16_t d = peer->unacknowledged.first;
        struct lfc_descriptor *desc = descriptor_at(ni, d);
        peer->unacknowledged.first = desc->following;
        if (LFC_SELDOM(desc->state & LFC_IN_QUEUE))
            desc->state = LFC_IN_QUEUE | LFC_ACKED | (desc->state & LFC_SENT);
        else
            free_descriptor(ni, d);
    } while (--count != 0);
    restart_timers(ni, peer);
    while (LFC_SELDOM(peer->blocked.first != LFC_NONE) && peer->outstanding < ni->window)
        window_send(ni, take_first(ni, &peer->blocked));
}

/* Go-back-N: all that the peer has not acknowledged, from this memory. */
LFC_COLD void retransmit(struct lfc_ni *ni, uint16_t p) {
    struct lfc_peer *peer = peer_at(ni, p);
    unsigned left = peer->outstanding;
    uint16_t d;
    cancel_timers(ni, peer);
    for (d = peer->unacknowledged.first; left != 0; --left) {
        struct lfc_descriptor *desc = descriptor_at(ni, d);
        if (!(desc->state & LFC_IN_QUEUE)) {
            desc->state |= LFC_IN_QUEUE;
            append(ni, &ni->sends, d);
        }
        d = desc->following;
    }
}

/* --- Events ------------------------------------------------------------------------------------
 */

LFC_FUNCTION void lfc_start(struct lfc_ni *ni, uint16_t me, uint16_t nodes, uint16_t window,
                            uint8_t recover) {
    static const struct lfc_ni empty;
    uint16_t i;
    (void)recover; /* RECOV is Nrx's */
    *ni = empty;
    ni->me = me;
    ni->nodes = nodes;
    ni->window = window;
    ni->refresh = (uint16_t)(window > 1 ? window >> 1 : 1);
    ni->sends.first = ni->deliveries.first = ni->freed = LFC_NONE;
    ni->sending = ni->delivering = LFC_NONE;
    ni->retransmissions.first = ni->retransmissions.last = LFC_NONE;
    ni->late_acks.first = ni->late_acks.last = LFC_NONE;
    for (i = 0; i < LFC_DESCRIPTORS; ++i) ni->descriptor[i].next = (uint16_t)(i + 1);
    ni->descriptor[LFC_DESCRIPTORS - 1].next = LFC_NONE;
    for (i = 0; i < nodes; ++i) ni->peer[i].blocked.first = LFC_NONE;
}

LFC_FUNCTION void lfc_set_delays(struct lfc_ni *ni, uint32_t retransmission, uint32_t ack) {
    ni->retransmissions.delay = retransmission;
    ni->late_acks.delay = ack;
}

LFC_FUNCTION void lfc_launch_unicast(struct lfc_ni *ni, uint16_t buffer, uint16_t dest,
                                     uint16_t size) {
    prepare(ni, buffer, ni->me, size, 1);
    window_send(ni, new_descriptor(ni, LFC_UCAST, buffer, dest, ni->me));
}

#if LFC_FORWARDS == LFC_INTERFACE
static void forward(struct lfc_ni *ni, uint16_t buffer, uint16_t tree) {
    const struct lfc_tree *t = tree_at(ni, tree);
    uint16_t i;
    for (i = 0; i < t->children; ++i)
        window_send(ni, new_descriptor(ni, LFC_MCAST, buffer, ni->child[t->first_child + i], tree));
}

LFC_FUNCTION void lfc_launch_multicast(struct lfc_ni *ni, uint16_t buffer, uint16_t tree,
                                       uint16_t size) {
    prepare(ni, buffer, tree, size, ni->tree[tree].children);
    forward(ni, buffer, tree);
}
#else
LFC_FUNCTION void lfc_launch_child(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size,
                                   uint16_t tree, uint16_t launches) {
    if (launches) prepare(ni, buffer, tree, size, launches);
    window_send(ni, new_descriptor(ni, LFC_MCAST, buffer, dest, tree));
}
#endif

/* Requests and replies of fetch&add are numbered and sent again like others. They have no buffer,
 * so that the next request need not wait for the acknowledgement of the last one. */
static void send_fetch_add(struct lfc_ni *ni, uint8_t tag, uint16_t dest, uint32_t value) {
    uint16_t d = new_descriptor(ni, tag, LFC_NONE, dest, ni->me);
    descriptor_at(ni, d)->value = value;
    window_send(ni, d);
}

LFC_FUNCTION void lfc_launch_fetch_add(struct lfc_ni *ni, uint16_t buffer, uint16_t dest,
                                       uint32_t value) {
    (void)buffer;
    ni->fa_done = 0;
    send_fetch_add(ni, LFC_FA_REQUEST, dest, value);
}

static inline void put_header(struct lfc_ni *ni, uint16_t d, struct lfc_header *header) {
    const struct lfc_descriptor *desc = descriptor_at(ni, d);
    header->tag = desc->tag;
    put_ack(ni, desc->dest, header);
    header->src = ni->me;
    header->tree = desc->tree;
    header->channel = desc->number;
    header->size = 0;
    header->value = desc->value;
}

LFC_FUNCTION int lfc_launch_now(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size,
                                struct lfc_header *header) {
    uint16_t d;
    if (LFC_SELDOM(ni->sending != LFC_NONE)) return 0;
    if (LFC_SELDOM(ni->sends.first != LFC_NONE)) return 0;
    if (LFC_SELDOM(peer_at(ni, dest)->outstanding >= ni->window)) return 0;
    prepare(ni, buffer, ni->me, size, 1);
    d = new_descriptor(ni, LFC_UCAST, buffer, dest, ni->me);
    number(ni, d);
    ni->sending = d;
    put_header(ni, d, header);
    header->size = size;
    return 1;
}

/* Numbers beyond the next one are of packets that follow a lost one; they are dropped, and come
 * again with it. An old one has been received, but the acknowledgement may be lost: without another
 * one its sender would send it for ever. */
LFC_COLD void out_of_turn(struct lfc_ni *ni, uint16_t p, uint16_t number) {
    if ((int16_t)(number - peer_at(ni, p)->expected) < 0) {
        ++ni->counts.duplicates;
        LFC_TELL_DROPPED(LFC_DROPPED(LFC_DROP_DUPLICATE, p, number));
        send_ack(ni, p);
    } else {
        ++ni->counts.gaps;
        LFC_TELL_DROPPED(LFC_DROPPED(LFC_DROP_GAP, p, number));
    }
}

LFC_COLD void refuse(struct lfc_ni *ni, uint16_t p) {
    struct lfc_peer *peer = peer_at(ni, p);
    ++ni->counts.refused;
    LFC_TELL_DROPPED(LFC_DROPPED(LFC_DROP_REFUSED, p, peer->expected));
    if (peer->refused) return;
    peer->refused = 1;
    ++ni->refusals;
}

LFC_FUNCTION void lfc_room(struct lfc_ni *ni) {
    uint16_t p;
    if (ni->refusals == 0) return;
    for (p = 0; p < ni->nodes; ++p) {
        if (!ni->peer[p].refused) continue;
        ni->peer[p].refused = 0;
        send_control(ni, CONTROL_NACK, p);
    }
    ni->refusals = 0;
}

LFC_FUNCTION enum lfc_arrival lfc_received(struct lfc_ni *ni, uint16_t b,
                                           const struct lfc_header *header, int can_deliver) {
    struct lfc_buffer *buffer = buffer_at(ni, b);
    uint16_t p = header->src;
    struct lfc_peer *peer = peer_at(ni, p);
    uint8_t tag = header->tag & LFC_TAG_BITS;
    unsigned children = 0;
    if (header->tag & LFC_ACKS) take_ack(ni, p, header->credits);
    if (LFC_SELDOM(tag >= LFC_ACK)) {
        if (tag == LFC_NACK) retransmit(ni, p);
        return LFC_FREE;
    }
    if (LFC_SELDOM(header->channel != peer->expected)) {
        out_of_turn(ni, p, header->channel);
        return LFC_FREE;
    }
    if (LFC_SELDOM(can_deliver == LFC_NO_ROOM) && (tag == LFC_UCAST || tag == LFC_MCAST)) {
        refuse(ni, p);
        return LFC_FREE;
    }
    ++peer->expected;
#if LFC_FORWARDS == LFC_INTERFACE
    if (tag == LFC_MCAST) {
        children = tree_at(ni, header->tree)->children;
        if (children) peer->held |= 1u << (uint16_t)(header->channel - peer->ackable);
    }
#endif
    if (peer->held == 0) {
        peer->ackable = peer->expected;
        acknowledge(ni, p);
    }
    if (LFC_SELDOM(tag != LFC_UCAST && tag != LFC_MCAST)) {
        if (tag == LFC_FA_REPLY) {
            ni->fa_result = header->value;
            ni->fa_done = 1;
        } else {
            send_fetch_add(ni, LFC_FA_REPLY, p, ni->fa_value);
            ni->fa_value += header->value;
        }
        return LFC_FREE;
    }
    buffer->src = p;
    buffer->size = header->size;
    buffer->tree = header->tree;
    buffer->number = header->channel;
    buffer->refs = (uint8_t)(1 + children);
    buffer->unsent = (uint8_t)children;
    buffer->received = 1;
    if (can_deliver > 0 && ni->deliveries.first == LFC_NONE) {
        ni->delivering = b;
        return LFC_DELIVER;
    }
    deliver(ni, b);
    return LFC_QUEUED;
}

LFC_FUNCTION void lfc_forward(struct lfc_ni *ni, uint16_t b, const struct lfc_header *header) {
#if LFC_FORWARDS == LFC_INTERFACE
    if ((header->tag & LFC_TAG_BITS) == LFC_MCAST) forward(ni, b, header->tree);
#else
    (void)ni, (void)b, (void)header;
#endif
}

/* The packet stays until it is acknowledged. */
LFC_FUNCTION uint16_t lfc_sent(struct lfc_ni *ni) {
    uint16_t d = ni->sending;
    struct lfc_descriptor *desc = descriptor_at(ni, d);
    uint8_t state = desc->state;
    ni->sending = LFC_NONE;
    if (d >= LFC_DESCRIPTORS) return LFC_NONE;
#if LFC_FORWARDS == LFC_INTERFACE
    if (!(state & LFC_SENT) && desc->tag == LFC_MCAST) {
        struct lfc_buffer *buffer = buffer_at(ni, desc->buffer);
        if (buffer->received && --buffer->unsent == 0) forwarded(ni, buffer);
    }
#endif
    if (LFC_SELDOM(state & LFC_ACKED)) {
        free_descriptor(ni, d);
    } else {
        desc->state = LFC_SENT | LFC_TIMED;
        start_descriptor(ni, d);
    }
    return LFC_NONE;
}

LFC_FUNCTION uint16_t lfc_delivered(struct lfc_ni *ni) {
    uint16_t b = ni->delivering;
    ni->delivering = LFC_NONE;
    ++ni->delivered;
    drop_reference(ni, b);
    return LFC_NONE;
}

LFC_FUNCTION uint16_t lfc_take_freed(struct lfc_ni *ni) {
    uint16_t b = ni->freed;
    if (b != LFC_NONE) ni->freed = buffer_at(ni, b)->next;
    return b;
}

LFC_FUNCTION int lfc_can_send(const struct lfc_ni *ni) {
    return ni->sends.first != LFC_NONE && ni->sending == LFC_NONE;
}

LFC_FUNCTION uint16_t lfc_next_send(struct lfc_ni *ni, struct lfc_header *header) {
    struct lfc_descriptor *desc;
    uint16_t d;
    if (ni->sending != LFC_NONE) return LFC_NONE;
    for (;;) {
        d = ni->sends.first;
        if (d == LFC_NONE) return LFC_NONE;
        take_first(ni, &ni->sends);
        desc = descriptor_at(ni, d);
        if (d >= LFC_DESCRIPTORS) {
            desc->state = 0;
            /* Another packet may have carried the acknowledgement. */
            if (desc->tag == LFC_ACK && !peer_at(ni, desc->dest)->wanted) continue;
            if (desc->tag == LFC_ACK)
                ++ni->counts.acks;
            else
                ++ni->counts.nacks;
            break;
        }
        if (!LFC_SELDOM(desc->state & LFC_ACKED)) break;
        free_descriptor(ni, d); /* it was to be sent again, and has been acknowledged since */
    }
    ni->sending = d;
    put_header(ni, d, header);
    if (d < LFC_DESCRIPTORS) {
        if (desc->buffer != LFC_NONE) header->size = buffer_at(ni, desc->buffer)->size;
        if (LFC_SELDOM(desc->state & LFC_SENT)) {
            header->tag |= LFC_AGAIN;
            ++ni->counts.resent;
        }
    }
    return d;
}

LFC_FUNCTION void lfc_alarm_came(struct lfc_ni *ni) {
    uint16_t i;
    ni->alarm_state = LFC_ALARM_OFF;
    while ((i = ni->late_acks.first) != LFC_NONE && has_come(ni, ni->peer[i].deadline)) {
        struct lfc_peer *peer = &ni->peer[i];
        cancel_peer(ni, i);
        peer->timed = 0;
        if (peer->ackable == peer->acked) continue;
        ++ni->counts.late_acks;
        send_ack(ni, i);
    }
    while ((i = ni->retransmissions.first) != LFC_NONE && has_come(ni, ni->descriptor[i].deadline))
        retransmit(ni, ni->descriptor[i].dest); /* cancels the timer */
    if (ni->late_acks.first != LFC_NONE) lfc_set_alarm(ni, ni->peer[ni->late_acks.first].deadline);
    if (ni->retransmissions.first != LFC_NONE)
        lfc_set_alarm(ni, ni->descriptor[ni->retransmissions.first].deadline);
}
