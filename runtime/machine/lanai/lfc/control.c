/* The main loop (001 3.3.4, 8.1.2) and the engines. Sections are those of 001. */
#include "control.h"

#include "control_port.h"

#include <stddef.h>

/* --- Buffers ---------------------------------------------------------------------------------- */

static void free_receive(struct lfc_control *c, uint16_t b) {
    c->receive_next[b] = c->free_receives;
    c->free_receives = b;
}

/* Two buffers more than there are credits: while a packet is handled, the next one can arrive, and
 * control packets need no credit (3.4). */
static void arm(struct lfc_control *c) {
    uint16_t b = c->free_receives;
    uint32_t at;
    c->armed = b;
    if (b == LFC_NONE) return;
    c->free_receives = c->receive_next[b];
    at = port_address(c, c->buffer[b]) + LFC_ROUTE_BYTES;
    port_store(c, LANAI_RMP, at);
    port_store(c, LANAI_RML, at + LFC_BUFFER_BYTES - LFC_ROUTE_BYTES);
}

static void freed(struct lfc_control *c, volatile struct lfc_shared *shared, uint16_t b) {
    if (b == LFC_NONE) return;
    if (b >= c->first_receive) {
        free_receive(c, b);
        if (c->armed == LFC_NONE) arm(c);
    } else if (b + 1 < c->first_receive) { /* the last one is fetch&add's */
        uint32_t count = port_word(shared->freed);
        shared->freed_buffer[count & (LFC_SEND_BUFFERS - 1)] = port_half(b);
        port_order();
        shared->freed = port_word(count + 1);
    }
}

static uint32_t size_of(const struct lfc_header *header) { return header->size & LFC_SIZE_BITS; }
static uint32_t whole_words(uint32_t bytes) { return (bytes + 3) & ~3u; }

/* --- The send DMA ------------------------------------------------------------------------------
 */

static void put_header(uint32_t *words, const struct lfc_header *header) {
    words[0] =
        port_word((uint32_t)LFC_MYRINET_TYPE << 16 | (uint32_t)header->tag << 8 | header->credits);
    words[1] = port_word((uint32_t)header->src << 16 | header->size);
    words[2] = port_word((uint32_t)header->tree << 16 | header->channel);
}

/* The header is written when the transmission starts (lfc_next_send). Control packets have one
 * buffer, since there is one send DMA: its contents stay until the DMA has ended. */
static void start_send(struct lfc_control *c, volatile struct lfc_shared *shared) {
    struct lfc_header header;
    uint16_t d;
    uint32_t *packet;
    const struct lfc_descriptor *desc;
    volatile struct lfc_route *route;
    volatile const uint32_t *from;
    uint32_t at, bytes;
    d = lfc_next_send(&c->ni, &header);
    if (d == LFC_NONE) return;
    desc = &c->ni.descriptor[d];
    packet = d < LFC_DESCRIPTORS ? c->buffer[desc->buffer] : c->control_packet;
    route = &shared->route[desc->dest];
    from = (volatile const uint32_t *)route->route;
    packet[0] = from[0];
    packet[1] = from[1];
    packet[2] = from[2];
    put_header(packet + LFC_ROUTE_BYTES / 4, &header);
    bytes = LFC_DATA_AT + whole_words(size_of(&header));
    if (header.tag == LFC_FA_REPLY || header.tag == LFC_FA_REQUEST) {
        packet[LFC_DATA_AT / 4] = port_word(header.value);
        bytes = LFC_DATA_AT + sizeof header.value;
    }
    at = port_address(c, packet);
    port_store(c, LANAI_SMP, at + LFC_ROUTE_BYTES - port_word(route->bytes));
    port_store(c, LANAI_SMLT, at + bytes);
}

static void sent(struct lfc_control *c, volatile struct lfc_shared *shared) {
    port_store(c, LANAI_ISR, LANAI_SEND);
    freed(c, shared, lfc_sent(&c->ni));
}

/* --- The host DMA (3.5, 4.4) ------------------------------------------------------------------ */

/* One DMA brings data and trailer. It ends at the end of the host's buffer, so that the last word,
 * which the host polls, comes last. */
static void start_delivery(struct lfc_control *c, volatile struct lfc_shared *shared,
                           uint32_t host_buffer) {
    uint16_t b = lfc_next_delivery(&c->ni);
    const struct lfc_header *header;
    uint32_t size, *trailer, bytes;
    if (b == LFC_NONE) return;
    shared->host_buffer[c->host_next] = 0;
    ++c->host_next;
    if (c->host_next == port_word(shared->host_buffers)) c->host_next = 0;
    header = &c->ni.buffer[b].header;
    size = whole_words(size_of(header));
    trailer = c->buffer[b] + ((LFC_DATA_AT + size) >> 2);
    trailer[0] = port_word((uint32_t)header->src << 16 | header->tree);
    trailer[1] = port_word((size - size_of(header)) << 16 | header->size);
    trailer[2] = port_word(1);
    bytes = size + LFC_TRAILER_BYTES;
    c->dma = LFC_DMA_DELIVER;
    port_store(c, LANAI_DMA_DIR, 1);
    port_store(c, LANAI_EAR, host_buffer + LFC_HOST_BUFFER_BYTES - bytes);
    port_store(c, LANAI_LAR, port_address(c, c->buffer[b] + LFC_DATA_AT / 4));
    port_store(c, LANAI_DMA_CTR, bytes);
}

/* The host's counters come by DMA: a job like any other of this engine. */
static void start_watch(struct lfc_control *c, volatile struct lfc_shared *shared) {
    c->watch_due = 0;
    c->dma = LFC_DMA_WATCH;
    port_store(c, LANAI_DMA_DIR, 0);
    port_store(c, LANAI_EAR, port_word(shared->watch));
    port_store(c, LANAI_LAR, port_address(c, &c->watch));
    port_store(c, LANAI_DMA_CTR, sizeof c->watch);
}

static void start_dma(struct lfc_control *c, volatile struct lfc_shared *shared) {
    uint32_t host_buffer;
    if (c->dma != LFC_DMA_IDLE) return;
    if (c->watch_due) {
        start_watch(c, shared);
        return;
    }
    if (c->ni.deliveries.first == LFC_NONE) return;
    host_buffer = port_word(shared->host_buffer[c->host_next]);
    if (host_buffer != 0) start_delivery(c, shared, host_buffer);
}

static void start_timer(struct lfc_control *c, volatile struct lfc_shared *shared) {
    port_store(c, LANAI_ISR, LANAI_TIME);
    port_store(c, LANAI_IT, port_word(shared->interrupt_delay));
}

static uint32_t from_little_endian(uint32_t value) {
    value = port_word(value); /* as a big-endian processor reads it */
    return value << 24 | (value & 0xFF00) << 8 | (value >> 8 & 0xFF00) | value >> 24;
}

static void dma_ended(struct lfc_control *c, volatile struct lfc_shared *shared) {
    uint8_t did = c->dma;
    port_store(c, LANAI_ISR, LANAI_DMA);
    c->dma = LFC_DMA_IDLE;
    if (did == LFC_DMA_DELIVER) {
        freed(c, shared, lfc_delivered(&c->ni));
        if (shared->interrupt_delay != 0 && lfc_starts_timer(&c->ni)) start_timer(c, shared);
        return;
    }
    switch (lfc_expired(&c->ni, from_little_endian(c->watch.processed), c->watch.disabled != 0)) {
    case LFC_WATCH_STOP: break;
    case LFC_WATCH_INTERRUPT:
        port_store(c, LANAI_ISR, LANAI_HOST_SIG);
        start_timer(c, shared);
        break;
    case LFC_WATCH_AGAIN: start_timer(c, shared); break;
    }
}

/* --- The receive DMA -------------------------------------------------------------------------- */

/* Whether it is a packet of this program (3.9.2). */
static int take_header(struct lfc_header *header, const uint32_t *words) {
    uint32_t first = port_word(words[0]), second = port_word(words[1]), third = port_word(words[2]);
    header->tag = (uint8_t)(first >> 8);
    header->credits = (uint8_t)first;
    header->src = (uint16_t)(second >> 16);
    header->size = (uint16_t)second;
    header->tree = (uint16_t)(third >> 16);
    header->channel = (uint16_t)third;
    header->value = port_word(words[3]);
    return first >> 16 == LFC_MYRINET_TYPE && header->tag <= LFC_FA_REQUEST &&
           size_of(header) <= LFC_DATA_BYTES;
}

/* The next buffer is armed before the packet is looked at. */
static void received(struct lfc_control *c, volatile struct lfc_shared *shared) {
    uint16_t b = c->armed;
    port_store(c, LANAI_ISR, LANAI_RECV);
    arm(c);
    if (!take_header(&c->ni.buffer[b].header, c->buffer[b] + LFC_ROUTE_BYTES / 4)) {
        shared->dropped = port_word(port_word(shared->dropped) + 1);
        free_receive(c, b);
    } else if (!lfc_received(&c->ni, b)) {
        free_receive(c, b);
        if (c->ni.fa_done) {
            c->ni.fa_done = 0;
            shared->fetch_add_result = port_word(c->ni.fa_result);
            port_order();
            shared->fetch_add_done = port_word(++c->fetch_adds);
        }
    }
    if (c->armed == LFC_NONE && c->free_receives != LFC_NONE) arm(c);
}

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

/* --- The send ring (3.3.2) -------------------------------------------------------------------- */

static void take_launch(struct lfc_control *c, volatile struct lfc_shared *shared,
                        volatile const struct lfc_launch *launch) {
    uint32_t kind = port_half(launch->kind);
    uint16_t to = port_half(launch->to), buffer = port_half(launch->buffer),
             size = port_half(launch->size);
    if (kind == LFC_LAUNCH_UNICAST)
        lfc_launch_unicast(&c->ni, buffer, to, size);
    else if (kind == LFC_LAUNCH_MULTICAST)
        lfc_launch_multicast(&c->ni, buffer, to, size);
    else if (kind == LFC_LAUNCH_TREE)
        take_tree(c, shared, to);
    else
        lfc_launch_fetch_add(&c->ni, (uint16_t)(c->first_receive - 1), to,
                             port_word(launch->value));
    ++c->ring_next;
    if (c->ring_next == LFC_RING) {
        c->ring_next = 0;
        ++c->turn;
    }
    shared->consumed = port_word(port_word(shared->consumed) + 1);
}

/* --- The main loop ---------------------------------------------------------------------------- */

void lfc_control_start(struct lfc_control *c, volatile struct lfc_shared *shared) {
    struct lfc_ni *ni = &c->ni;
    uint16_t b, t;
    shared->first_send = port_word(port_address(c, c->buffer[0]));
    port_wait_for_go(c, shared);
    lfc_start(ni, (uint16_t)port_word(shared->me), (uint16_t)port_word(shared->nodes),
              (uint16_t)port_word(shared->window), (uint8_t)port_word(shared->recover));
    for (t = 0; t < c->ni.nodes; ++t) take_tree(c, shared, (uint32_t)LFC_NODES + t);
    c->turn = 1;
    c->first_receive = (uint16_t)(port_word(shared->send_buffers) + 1);
    c->armed = c->free_receives = LFC_NONE;
    for (b = LFC_BUFFERS; b-- > c->first_receive;) free_receive(c, b);
    c->dma = LFC_DMA_IDLE;
    port_store(c, LANAI_MYRINET, 0); /* Nrx takes the network for reliable (2.6) */
    arm(c);
    shared->ready = port_word(1);
}

void lfc_control_turn(struct lfc_control *c, volatile struct lfc_shared *shared) {
    volatile const struct lfc_launch *launch = &shared->ring[c->ring_next];
    uint32_t events;
    if (port_word(launch->turn) == c->turn) take_launch(c, shared, launch);
    events = port_load(c, LANAI_ISR);
    if (events & LANAI_SEND) sent(c, shared);
    if (events & LANAI_RECV) received(c, shared);
    if (events & LANAI_DMA) dma_ended(c, shared);
    if (events & LANAI_TIME) {
        port_store(c, LANAI_ISR, LANAI_TIME);
        if (c->ni.timer) c->watch_due = 1;
    }
    start_send(c, shared);
    start_dma(c, shared);
}
