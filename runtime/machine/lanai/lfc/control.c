/* The main loop (001 3.3.4, 8.1.2) and the engines. Sections are those of 001. */
#include "control.h"

#include "control_port.h"

#include <stddef.h>

/* --- Buffers ---------------------------------------------------------------------------------- */

static inline void free_receive(struct lfc_control *c, uint16_t b) {
    c->receive_next[b] = c->free_receives;
    c->free_receives = b;
#if LFC_RETRANSMITS != LFC_NOBODY
    ++c->free_count;
#endif
}

/* Two buffers more than there are credits: while a packet is handled, the next one can arrive, and
 * control packets need no credit (3.4). */
static inline void arm(struct lfc_control *c) {
    uint16_t b = c->free_receives;
    uint32_t at;
    c->armed = b;
    if (b == LFC_NONE) return;
    c->free_receives = c->receive_next[b];
#if LFC_RETRANSMITS != LFC_NOBODY
    --c->free_count;
#endif
    at = port_address(c, c->buffer[b]) + LFC_ROUTE_BYTES;
    port_store(c, LANAI_RMP, at);
    port_store(c, LANAI_RML, at + LFC_BUFFER_BYTES - LFC_ROUTE_BYTES);
}

static inline void freed(struct lfc_control *c, volatile struct lfc_shared *shared, uint16_t b) {
    if (b == LFC_NONE) return;
    if (b >= c->first_receive) {
        free_receive(c, b);
        if (c->armed == LFC_NONE) arm(c);
#if LFC_RETRANSMITS == LFC_INTERFACE
        if (LFC_SELDOM(c->ni.refusals) && c->free_count >= LFC_SPARE_BUFFERS) lfc_room(&c->ni);
#endif
    } else if (b + 1u < c->first_receive) { /* the last one is fetch&add's */
        uint32_t count = port_word(shared->freed);
        shared->freed_buffer[count & (LFC_SEND_BUFFERS - 1)] = port_half(b);
        port_order();
        shared->freed = port_word(count + 1);
    }
}

#if LFC_RETRANSMITS == LFC_INTERFACE
/* One event can free several. */
static inline void take_freed(struct lfc_control *c, volatile struct lfc_shared *shared) {
    uint16_t b;
    while ((b = lfc_take_freed(&c->ni)) != LFC_NONE) freed(c, shared, b);
}
#endif

static inline uint32_t size_of(const struct lfc_header *header) {
    return header->size & LFC_SIZE_BITS;
}
static inline uint32_t tag_of(const struct lfc_header *header) {
#if LFC_RETRANSMITS == LFC_NOBODY
    return header->tag;
#else
    return header->tag & LFC_TAG_BITS;
#endif
}
static inline uint32_t whole_words(uint32_t bytes) { return (bytes + 3) & ~3u; }

/* --- The send DMA ------------------------------------------------------------------------------
 */

static inline void write_header(uint32_t *words, const struct lfc_header *header) {
    words[0] =
        port_word((uint32_t)LFC_MYRINET_TYPE << 16 | (uint32_t)header->tag << 8 | header->credits);
    words[1] = port_word((uint32_t)header->src << 16 | header->size);
    words[2] = port_word((uint32_t)header->tree << 16 | header->channel);
}

/* The last bytes of the route's area are the route. */
static inline void put_route(uint32_t *packet, volatile const struct lfc_route *route,
                             uint32_t bytes) {
    volatile const uint32_t *from = (volatile const uint32_t *)route->route;
    packet[2] = from[2];
    if (bytes <= sizeof *packet) return;
    packet[0] = from[0];
    packet[1] = from[1];
}

static inline void transmit(struct lfc_control *c, volatile struct lfc_shared *shared,
                            uint32_t *packet, uint16_t dest, const struct lfc_header *header,
                            uint32_t data) {
    volatile const struct lfc_route *route = &shared->route[dest];
    uint32_t at = port_address(c, packet), bytes = port_word(route->bytes);
    put_route(packet, route, bytes);
    write_header(packet + LFC_ROUTE_BYTES / 4, header);
    port_store(c, LANAI_SMP, at + LFC_ROUTE_BYTES - bytes);
    port_store(c, LANAI_SMLT, at + LFC_DATA_AT + data);
}

#if LFC_RETRANSMITS == LFC_HOST
static inline int lfc_can_send(const struct lfc_ni *ni) {
    (void)ni;
    return 0; /* packets leave from the send ring only */
}
static inline void start_send(struct lfc_control *c, volatile struct lfc_shared *shared) {
    (void)c, (void)shared;
}
#else
/* The header is written when the transmission starts (lfc_next_send). Control packets have one
 * buffer, since there is one send DMA: its contents stay until the DMA has ended. */
static __attribute__((noinline)) void start_send(struct lfc_control *c,
                                                 volatile struct lfc_shared *shared) {
    struct lfc_header header;
    uint16_t d;
    uint32_t *packet;
    const struct lfc_descriptor *desc;
    uint32_t data;
    d = lfc_next_send(&c->ni, &header);
    if (d == LFC_NONE) return; /* a CREDIT without credits */
#if LFC_RETRANSMITS == LFC_NOBODY && LFC_FORWARDS == LFC_INTERFACE
    if (LFC_SELDOM(header.channel !=
                   LFC_NONE)) { /* a recovery counts before its first packet leaves */
        shared->recoveries = port_word(c->ni.recoveries);
        shared->channel_sends = port_word(c->ni.channel_sends);
    }
#endif
    desc = &c->ni.descriptor[d];
#if LFC_RETRANSMITS == LFC_NOBODY
    packet = d < LFC_DESCRIPTORS ? c->buffer[desc->buffer] : c->control_packet;
#else
    /* Packets of fetch&add have no buffer of their own. */
    packet = d < LFC_DESCRIPTORS && desc->buffer != LFC_NONE ? c->buffer[desc->buffer]
                                                             : c->control_packet;
#endif
    data = whole_words(size_of(&header));
    if (LFC_SELDOM(tag_of(&header) == LFC_FA_REPLY || tag_of(&header) == LFC_FA_REQUEST)) {
        packet[LFC_DATA_AT / 4] = port_word(header.value);
        data = sizeof header.value;
    }
    transmit(c, shared, packet, desc->dest, &header, data);
}

#endif

static inline void sent(struct lfc_control *c, volatile struct lfc_shared *shared) {
    port_store(c, LANAI_ISR, LANAI_SEND);
#if LFC_RETRANSMITS == LFC_INTERFACE
    lfc_sent(&c->ni);
    take_freed(c, shared);
#else
    freed(c, shared, lfc_sent(&c->ni));
#endif
}

/* --- The host DMA (3.5, 4.4) ------------------------------------------------------------------ */

/* What the host is told about a packet comes behind its data (3.5). */
static inline void put_trailer(uint32_t *packet, uint32_t bytes, const uint32_t *header) {
    uint32_t *trailer = packet + ((LFC_DATA_AT + bytes) >> 2);
    trailer[0] = header[1];
    trailer[1] = header[2];
#if LFC_RETRANSMITS == LFC_HOST
    trailer[2] = header[0]; /* the host needs the tag and the acknowledgement */
#else
    trailer[2] = port_word(1);
#endif
}

/* One DMA brings data and trailer. It ends at the end of the host's buffer, so that the last word,
 * which the host polls, comes last. */
static inline void start_delivery(struct lfc_control *c, volatile struct lfc_shared *shared,
                                  uint32_t *packet, uint32_t bytes, uint32_t host_buffer) {
    volatile uint32_t *place = c->host_next;
    *place++ = 0;
    c->host_next = LFC_SELDOM(place == c->host_end) ? shared->host_buffer : place;
    c->dma = LFC_DMA_DELIVER;
    port_store(c, LANAI_DMA_DIR, 1);
    port_store(c, LANAI_EAR, host_buffer + LFC_DATA_BYTES - bytes);
    port_store(c, LANAI_LAR, port_address(c, packet + LFC_DATA_AT / 4));
    port_store(c, LANAI_DMA_CTR, bytes + LFC_TRAILER_BYTES);
}

/* The host's counters come by DMA: a job like any other of this engine. */
static __attribute__((noinline)) void start_watch(struct lfc_control *c,
                                                  volatile const struct lfc_shared *shared) {
#if LFC_RETRANSMITS != LFC_HOST
    c->watch_due = 0; /* Hrx: when it has ended, since the clock asks for it, too */
#endif
    c->dma = LFC_DMA_WATCH;
    port_store(c, LANAI_DMA_DIR, 0);
    port_store(c, LANAI_EAR, port_word(shared->watch));
    port_store(c, LANAI_LAR, port_address(c, &c->watch));
    port_store(c, LANAI_DMA_CTR, sizeof c->watch);
}

/* The DMA is idle, and a packet is queued. */
static inline void deliver_next(struct lfc_control *c, volatile struct lfc_shared *shared) {
    uint32_t host_buffer = port_word(*c->host_next);
    uint16_t b;
    c->waits = host_buffer == 0;
    if (c->waits) return;
    b = lfc_next_delivery(&c->ni);
    start_delivery(c, shared, c->buffer[b], whole_words(c->ni.buffer[b].size & LFC_SIZE_BITS),
                   host_buffer);
}

/* Whether deliver_next() has something to do. */
static inline int can_deliver(const struct lfc_control *c) {
    return c->ni.deliveries.first != LFC_NONE && c->dma == LFC_DMA_IDLE;
}

#if LFC_RETRANSMITS == LFC_NOBODY
static void start_timer(struct lfc_control *c, volatile struct lfc_shared *shared) {
    port_store(c, LANAI_ISR, LANAI_TIME);
    port_store(c, LANAI_IT, port_word(shared->interrupt_delay) - 1);
}
#else
/* Several timers share the interface's. */
static void start_alarm(struct lfc_control *c, uint32_t deadline) {
    uint32_t left = deadline - port_load(c, LANAI_RTC);
    port_store(c, LANAI_ISR, LANAI_TIME);
    port_store(c, LANAI_IT, (int32_t)left > 0 ? left : 0);
}
static void start_timer(struct lfc_control *c, volatile struct lfc_shared *shared) {
    c->watch_deadline = port_load(c, LANAI_RTC) + port_word(shared->interrupt_delay) - 1;
    c->watch_runs = 1;
#if LFC_RETRANSMITS == LFC_INTERFACE
    lfc_set_alarm(&c->ni, c->watch_deadline);
#else
    if ((int32_t)(c->watch_deadline - c->clock_deadline) < 0) start_alarm(c, c->watch_deadline);
#endif
}
static int has_expired(struct lfc_control *c, uint32_t deadline) {
    return (int32_t)(deadline - port_load(c, LANAI_RTC)) <= 0;
}
#endif

static uint32_t from_little_endian(uint32_t value) {
    value = port_word(value); /* as a big-endian processor reads it */
    return value << 24 | (value & 0xFF00) << 8 | (value >> 8 & 0xFF00) | value >> 24;
}

/* The host's counters are here: whether it must be interrupted. */
static inline void decide(struct lfc_control *c, volatile struct lfc_shared *shared) {
    switch (lfc_expired(&c->ni, from_little_endian(c->watch.processed), c->watch.disabled != 0)) {
    case LFC_WATCH_STOP: break;
    case LFC_WATCH_INTERRUPT:
        port_store(c, LANAI_ISR, LANAI_HOST_SIG);
        start_timer(c, shared);
        break;
    case LFC_WATCH_AGAIN: start_timer(c, shared); break;
    }
}

/* Whether something waits for the host's counters. */
static inline int is_watch_due(const struct lfc_control *c) {
#if LFC_RETRANSMITS == LFC_HOST
    return (c->watch_due | c->clock_due) != 0;
#else
    return c->watch_due != 0;
#endif
}

#if LFC_RETRANSMITS == LFC_HOST
/* One transfer serves INTR and the clock. */
static __attribute__((noinline)) void watch_ended(struct lfc_control *c,
                                                  volatile struct lfc_shared *shared) {
    if (c->clock_due) {
        c->clock_due = 0;
        if (lfc_clock_strikes(&c->ni, c->watch.timers, c->watch.looked)) {
            ++c->ni.counts.clock_signals;
            port_store(c, LANAI_ISR, LANAI_HOST_SIG);
        }
    }
    if (!c->watch_due) return;
    c->watch_due = 0;
    decide(c, shared);
}
#endif

static inline void dma_ended(struct lfc_control *c, volatile struct lfc_shared *shared) {
    uint32_t did = c->dma;
    port_store(c, LANAI_ISR, LANAI_DMA);
    c->dma = LFC_DMA_IDLE;
#if LFC_RETRANSMITS == LFC_HOST
    if (did == LFC_DMA_WATCH) return watch_ended(c, shared);
#endif
    if (LFC_SELDOM(is_watch_due(c))) start_watch(c, shared);
    if (did == LFC_DMA_DELIVER) {
#if LFC_RETRANSMITS == LFC_INTERFACE
        lfc_delivered(&c->ni);
        take_freed(c, shared);
#else
        freed(c, shared, lfc_delivered(&c->ni));
#endif
        if (LFC_SELDOM(!c->ni.timer) && shared->interrupt_delay != 0) {
            lfc_starts_timer(&c->ni);
            start_timer(c, shared);
        }
        return;
    }
    decide(c, shared);
}

/* --- The receive DMA -------------------------------------------------------------------------- */

static inline void take_header(struct lfc_header *header, uint8_t tag, const uint32_t *words) {
    uint32_t second = port_word(words[1]), third = port_word(words[2]);
    header->tag = tag;
    header->credits = (uint8_t)port_word(words[0]);
    header->src = (uint16_t)(second >> 16);
    header->size = (uint16_t)second;
    header->tree = (uint16_t)(third >> 16);
    header->channel = (uint16_t)third;
    header->value = port_word(words[3]);
}

/* If nothing is in the way, the delivery starts before the packet is forwarded. */
static inline __attribute__((always_inline)) void take_packet(struct lfc_control *c,
                                                              volatile struct lfc_shared *shared,
                                                              uint16_t b, uint32_t *packet,
                                                              uint8_t tag) {
    struct lfc_header header;
    enum lfc_arrival arrival;
    uint32_t host_buffer = port_word(*c->host_next), words[4], bytes, i;
    for (i = 0; i < 4; ++i) words[i] = packet[LFC_ROUTE_BYTES / 4 + i];
    take_header(&header, tag, words);
    bytes = whole_words(size_of(&header));
#if LFC_RETRANSMITS == LFC_INTERFACE
    arrival = lfc_received(&c->ni, b, &header,
                           LFC_SELDOM(c->free_count < LFC_SPARE_BUFFERS)
                               ? LFC_NO_ROOM
                               : host_buffer != 0 && c->dma == LFC_DMA_IDLE);
    take_freed(c, shared);
#else
    arrival = lfc_received(&c->ni, b, &header, host_buffer != 0 && c->dma == LFC_DMA_IDLE);
#endif
    if (arrival == LFC_FREE) {
        free_receive(c, b);
#if LFC_RETRANSMITS != LFC_HOST
        if (c->ni.fa_done) {
            c->ni.fa_done = 0;
            shared->fetch_add_result = port_word(c->ni.fa_result);
            port_order();
            shared->fetch_add_done = port_word(++c->fetch_adds);
        }
#endif
        return;
    }
    put_trailer(packet, bytes, words);
    if (arrival == LFC_DELIVER)
        start_delivery(c, shared, packet, bytes, host_buffer);
    else if (LFC_SELDOM(host_buffer == 0))
        c->waits = 1; /* no event tells that the host has a buffer again */
    lfc_forward(&c->ni, b, &header);
}

static inline int is_tag(uint8_t tag) {
#if LFC_RETRANSMITS == LFC_NOBODY
    return tag <= LFC_FA_REQUEST;
#else
    return (tag & LFC_TAG_BITS) <= LFC_NACK;
#endif
}

/* Packets that are not unicasts, if they are of this program (3.9.2). */
static __attribute__((noinline)) void take_other_packet(struct lfc_control *c,
                                                        volatile struct lfc_shared *shared,
                                                        uint16_t b, uint32_t *packet) {
    uint32_t first = port_word(packet[LFC_ROUTE_BYTES / 4]);
    uint8_t tag = (uint8_t)(first >> 8);
    if (first >> 16 == LFC_MYRINET_TYPE && is_tag(tag) &&
        (port_word(packet[LFC_ROUTE_BYTES / 4 + 1]) & LFC_SIZE_BITS) <= LFC_DATA_BYTES) {
        take_packet(c, shared, b, packet, tag);
    } else {
        shared->dropped = port_word(port_word(shared->dropped) + 1);
        free_receive(c, b);
    }
}

/* What a unicast has in most cases. */
#if LFC_RETRANSMITS == LFC_NOBODY
#define UNICAST_TAG LFC_UCAST
#else
#define UNICAST_TAG (LFC_UCAST | LFC_ACKS)
#endif

/* The next buffer is armed before the packet is looked at. */
static inline void received(struct lfc_control *c, volatile struct lfc_shared *shared) {
    uint16_t b = c->armed;
    uint32_t *packet = c->buffer[b];
#if LFC_RETRANSMITS == LFC_NOBODY
    port_store(c, LANAI_ISR, LANAI_RECV);
    arm(c);
#else
    /* Behind the packet is the word that tells whether its checksum was wrong. */
    uint32_t end = port_load(c, LANAI_RMP) - port_address(c, packet);
    port_store(c, LANAI_ISR, LANAI_RECV);
    arm(c);
    if (LFC_SELDOM(packet[(end >> 2) - 1])) {
        /* Nothing in it can be believed, not even who sent it (8.2.2). */
        ++c->ni.counts.corrupt;
        free_receive(c, b);
    } else
#endif
#if LFC_RETRANSMITS == LFC_HOST
    if (LFC_SELDOM(c->armed == LFC_NONE)) {
        const uint32_t *header = packet + LFC_ROUTE_BYTES / 4;
        ++c->ni.counts.refused;
        port_store(c, LANAI_DROPPED,
                   LFC_DROPPED(LFC_DROP_REFUSED, port_word(header[1]) >> 16, port_word(header[2])));
        free_receive(c, b);
    } else
#endif
        if (port_word(packet[LFC_ROUTE_BYTES / 4]) >> 8 == (LFC_MYRINET_TYPE << 8 | UNICAST_TAG) &&
            (port_word(packet[LFC_ROUTE_BYTES / 4 + 1]) & LFC_SIZE_BITS) <= LFC_DATA_BYTES)
        take_packet(c, shared, b, packet, UNICAST_TAG);
    else
        take_other_packet(c, shared, b, packet);
    if (LFC_SELDOM(c->armed == LFC_NONE) && c->free_receives != LFC_NONE) arm(c);
}

#if LFC_FORWARDS == LFC_INTERFACE
/* --- Trees ------------------------------------------------------------------------------------ */

/* The host has written `tree` and its children. */
static void take_tree(struct lfc_control *c, volatile const struct lfc_shared *shared,
                      uint32_t tree) {
    struct lfc_tree *t = &c->ni.tree[tree];
    uint32_t first = port_half(shared->first_child[tree]), i;
    t->parent = port_half(shared->parent[tree]);
    t->first_child = (uint16_t)first;
    t->children = port_half(shared->children[tree]);
    for (i = 0; i < t->children; ++i) c->ni.child[first + i] = port_half(shared->child[first + i]);
}
#endif

/* --- The send ring (3.3.2) -------------------------------------------------------------------- */

#if LFC_RETRANSMITS != LFC_HOST
static __attribute__((noinline)) void take_other_launch(struct lfc_control *c,
                                                        volatile struct lfc_shared *shared,
                                                        volatile const struct lfc_launch *launch,
                                                        uint32_t kind, uint16_t to) {
    uint16_t buffer = port_half(launch->buffer), size = port_half(launch->size);
    if (kind == LFC_LAUNCH_UNICAST) lfc_launch_unicast(&c->ni, buffer, to, size);
#if LFC_FORWARDS == LFC_INTERFACE
    else if (kind == LFC_LAUNCH_MULTICAST)
        lfc_launch_multicast(&c->ni, buffer, to, size);
    else if (kind == LFC_LAUNCH_TREE)
        take_tree(c, shared, to);
#else
    else if (kind == LFC_LAUNCH_CHILD)
        lfc_launch_child(&c->ni, buffer, to, size, (uint16_t)port_word(launch->value),
                         (uint16_t)(port_word(launch->value) >> 16));
#endif
    else
        lfc_launch_fetch_add(&c->ni, (uint16_t)(c->first_receive - 1), to,
                             port_word(launch->value));
    if (lfc_can_send(&c->ni)) start_send(c, shared);
}
#endif

static inline void take_launch(struct lfc_control *c, volatile struct lfc_shared *shared,
                               volatile const struct lfc_launch *launch) {
    struct lfc_header header;
    uint16_t kind = port_half(launch->kind), to = port_half(launch->to),
             buffer = port_half(launch->buffer);
#if LFC_RETRANSMITS == LFC_HOST
    /* The host has written the header. */
    uint32_t value = port_word(launch->value);
    header.tag = (uint8_t)(kind >> 8);
    header.credits = (uint8_t)kind;
    header.src = (uint16_t)port_word(shared->me);
    header.size = port_half(launch->size);
    header.tree = (uint16_t)(value >> 16);
    header.channel = (uint16_t)value;
    c->ni.sending = 0;
    if (LFC_SELDOM(buffer == LFC_NO_BUFFER && header.size))
        c->control_packet[LFC_DATA_AT / 4] = shared->word[launch - shared->ring];
    transmit(c, shared, buffer == LFC_NO_BUFFER ? c->control_packet : c->buffer[buffer], to,
             &header, whole_words(size_of(&header)));
#else
    if (kind == LFC_LAUNCH_UNICAST &&
        lfc_launch_now(&c->ni, buffer, to, port_half(launch->size), &header))
        transmit(c, shared, c->buffer[buffer], to, &header, whole_words(size_of(&header)));
    else
        take_other_launch(c, shared, launch, kind, to);
#endif
    if (LFC_SELDOM(++launch == shared->ring + LFC_RING)) {
        launch = shared->ring;
        ++c->turn;
    }
    c->launch = launch;
    shared->consumed = port_word(port_word(shared->consumed) + 1);
}

/* --- The main loop ---------------------------------------------------------------------------- */

LFC_FUNCTION void lfc_control_start(struct lfc_control *c, volatile struct lfc_shared *shared) {
    struct lfc_ni *ni = &c->ni;
    uint16_t b;
#if LFC_FORWARDS == LFC_INTERFACE
    uint16_t t;
#endif
    shared->first_send = port_word(port_address(c, c->buffer[0]));
#if LFC_RETRANSMITS != LFC_NOBODY
    shared->counts = port_word(port_address(c, &c->ni.counts));
    shared->pool = port_word(LFC_POOL(256, 8)); /* 8.5.1 */
#else
    shared->pool = port_word(LFC_POOL(128, 0));
#endif
    port_wait_for_go(c, shared);
    lfc_start(ni, (uint16_t)port_word(shared->me), (uint16_t)port_word(shared->nodes),
              (uint16_t)port_word(shared->window), (uint8_t)port_word(shared->recover));
#if LFC_FORWARDS == LFC_INTERFACE
    for (t = 0; t < c->ni.nodes; ++t) take_tree(c, shared, (uint32_t)LFC_NODES + t);
#endif
    c->launch = shared->ring;
    c->turn = 1;
    c->waits = 0;
    c->first_receive = (uint16_t)(port_word(shared->send_buffers) + 1);
    c->armed = c->free_receives = LFC_NONE;
    for (b = LFC_BUFFERS; b-- > c->first_receive;) free_receive(c, b);
    c->dma = LFC_DMA_IDLE;
    c->host_next = shared->host_buffer;
    c->host_end = c->host_next + port_word(shared->host_buffers);
#if LFC_RETRANSMITS == LFC_NOBODY
    /* Nrx takes the network for reliable (2.6): a wrong checksum is an error (8.1.2). */
    port_store(c, LANAI_MYRINET, LANAI_CRC_STOPS);
#else
    port_store(c, LANAI_MYRINET, LANAI_CRC_ON);
#if LFC_RETRANSMITS == LFC_INTERFACE
    lfc_set_delays(ni, port_word(shared->retransmit_delay), port_word(shared->ack_delay));
#else
    c->clock_period = port_word(shared->clock_period);
    c->clock_deadline = port_load(c, LANAI_RTC) + c->clock_period;
    start_alarm(c, c->clock_deadline);
#endif
#endif
    arm(c);
    shared->ready = port_word(1);
}

#if LFC_RETRANSMITS != LFC_NOBODY
/* The timer that several share has expired. */
static __attribute__((noinline)) void alarm_came(struct lfc_control *c,
                                                 volatile struct lfc_shared *shared) {
    port_store(c, LANAI_ISR, LANAI_TIME);
    if (c->watch_runs && has_expired(c, c->watch_deadline)) {
        c->watch_runs = 0;
        c->watch_due = 1;
    }
#if LFC_RETRANSMITS == LFC_INTERFACE
    lfc_alarm_came(&c->ni);
    if (c->watch_runs) lfc_set_alarm(&c->ni, c->watch_deadline);
#else
    if (has_expired(c, c->clock_deadline)) {
        c->clock_deadline += c->clock_period;
        c->clock_due = 1;
    }
    start_alarm(c, c->watch_runs && (int32_t)(c->watch_deadline - c->clock_deadline) < 0
                       ? c->watch_deadline
                       : c->clock_deadline);
#endif
    if (is_watch_due(c) && c->dma == LFC_DMA_IDLE) start_watch(c, shared);
}
#endif

/* A launch stays in the ring while the send DMA is busy: it would only wait in a queue. But while
 * packets are sent again, the end of each transfer starts the next of them. The launch could wait
 * for ever, and with it a host that takes no packets in, so it joins them in the queue (8.1.2,
 * event 1).
 */
static inline int takes_launches(const struct lfc_ni *ni) {
    if (ni->sending == LFC_NONE) return 1;
#if LFC_RETRANSMITS == LFC_INTERFACE
    return ni->sends.first != LFC_NONE && ni->descriptor[ni->sends.first].state & LFC_SENT;
#else
    return 0;
#endif
}

/* Ends of transfers come before arrivals, which then find the DMA idle. */
LFC_FUNCTION void lfc_control_turn(struct lfc_control *c, volatile struct lfc_shared *shared) {
    volatile const struct lfc_launch *launch = c->launch;
    uint32_t events = port_load(c, LANAI_ISR);
    if ((events & (LANAI_SEND | LANAI_RECV | LANAI_DMA | LANAI_TIME)) | c->waits) {
#if LFC_RETRANSMITS == LFC_INTERFACE
        c->ni.now = port_load(c, LANAI_RTC);
#endif
        if (events & LANAI_SEND) sent(c, shared);
        if (events & LANAI_DMA) dma_ended(c, shared);
        if (can_deliver(c)) deliver_next(c, shared);
        if (events & LANAI_RECV) received(c, shared);
#if LFC_RETRANSMITS == LFC_NOBODY
        if (LFC_SELDOM(events & LANAI_TIME)) {
            port_store(c, LANAI_ISR, LANAI_TIME);
            if (c->ni.timer && c->dma == LFC_DMA_IDLE)
                start_watch(c, shared);
            else
                c->watch_due = c->ni.timer;
        }
#else
        if (LFC_SELDOM(events & LANAI_TIME)) alarm_came(c, shared);
#endif
        if (LFC_SELDOM(lfc_can_send(&c->ni))) start_send(c, shared);
#if LFC_RETRANSMITS == LFC_INTERFACE
        if (LFC_SELDOM(c->ni.alarm_state == LFC_ALARM_CHANGED)) {
            c->ni.alarm_state = LFC_ALARM_SET;
            start_alarm(c, c->ni.alarm);
        }
#endif
    }
    if (port_word(launch->turn) == c->turn && takes_launches(&c->ni))
        take_launch(c, shared, launch);
}
