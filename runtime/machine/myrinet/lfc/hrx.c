// The source of the interface's protocol, compiled for the host (hrx.h). Its send DMA is the send
// ring, which is never busy for it.
#include "hrx.h"

#if LFC_RETRANSMITS != LFC_HOST
#error this is a part of the library hrx only
#endif

// The host's part has the structures of Irx; what it shares with the interface is in lfc.c.
#undef LFC_RETRANSMITS
#undef LFC_FORWARDS
#define LFC_RETRANSMITS LFC_INTERFACE
#define LFC_FORWARDS LFC_INTERFACE // the host forwards as an IrxImc's interface does: ACK-forward
// Send buffers, and one for the state of a packet that has just come.
#define LFC_BUFFERS (LFC_SEND_BUFFERS + 1)
#define LFC_DESCRIPTORS (2 * LFC_SEND_BUFFERS + LFC_NODES + 2)
#define LFC_FUNCTION static inline
#define LFC_TELL_DROPPED(word) (*(volatile uint32_t *)(MYRINET_DRIVER + MYRINET_DROPPED) = (word))
#include <myrinet_registers.h>
#include <protocol.h>
#include <string.h>
#pragma clang diagnostic ignored "-Wunused-function"
#include <protocol.c>

static struct lfc_ni ni;
static const char count_names[] __attribute__((aligned(4))) = LFC_COUNT_NAMES;
const struct lfc_exported_counts __inlet_counts = {count_names, (const uint32_t *)&ni.counts};
#define OF_PEER(field) &ni.peer[0].field, sizeof(struct lfc_peer)
static const char queue_names[] __attribute__((aligned(4))) =
    "not_acknowledged_by_node window_used_up_for_node refused_packets_of_node";
static const struct lfc_exported_queue queues[] = {
    {OF_PEER(outstanding), 2 | LFC_QUEUE_OF_NODES},
    {OF_PEER(blocked.first), 2 | LFC_QUEUE_HEAD | LFC_QUEUE_OF_NODES},
    {OF_PEER(refused), 1 | LFC_QUEUE_OF_NODES},
};
const struct lfc_exported_queues __inlet_queues = {queue_names, queues};
static volatile struct lfc_watch_words *watch;
static uint16_t next_edge;

/// The time stamp counter's units of 64 cycles: 0.32 us at 200 MHz (001 1.6.2).
static uint32_t read_clock(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return high << 26 | low >> 6;
}
enum { cycles_of_half_us = 100, cycles_of_clock = 64 };

/// Each operation on timers is preceded by a look at the clock, which the interface is told
/// (8.2.5).
static void look(void) {
    ni.now = read_clock();
    watch->looked = ni.now;
}

/// Launches all packets in the send queue.
static void send(void) {
    struct lfc_header header;
    uint16_t d;
    while ((d = lfc_next_send(&ni, &header)) != LFC_NONE) {
        const struct lfc_descriptor *const desc = &ni.descriptor[d];
        const int is_fetch_add = d < LFC_DESCRIPTORS && desc->buffer == LFC_NONE;
        const unsigned buffer = d < LFC_DESCRIPTORS && !is_fetch_add ? desc->buffer : LFC_NO_BUFFER;
        hrx_transmit(&(struct hrx_packet){.dest = desc->dest,
                                          .buffer = buffer,
                                          .tag = header.tag,
                                          .ack = header.credits,
                                          .size = is_fetch_add ? sizeof header.value : header.size,
                                          .tree = header.tree,
                                          .number = header.channel,
                                          .has_word = is_fetch_add,
                                          .word = header.value});
        lfc_sent(&ni);
    }
    watch->timers = ni.alarm_state != LFC_ALARM_OFF;
}

void hrx_start(unsigned me, unsigned nodes, unsigned window, unsigned retransmission, unsigned ack,
               volatile struct lfc_watch_words *words) {
    lfc_start(&ni, (uint16_t)me, (uint16_t)nodes, (uint16_t)window, 0);
    lfc_set_delays(&ni, retransmission * cycles_of_half_us / cycles_of_clock,
                   ack * cycles_of_half_us / cycles_of_clock);
    watch = words;
    next_edge = 0;
}

void hrx_add_tree(unsigned tree, const uint16_t *children, unsigned count) {
    ni.tree[tree].first_child = next_edge;
    ni.tree[tree].children = (uint16_t)count;
    for (unsigned i = 0; i < count; ++i) ni.child[next_edge++] = children[i];
}

void hrx_unicast(unsigned buffer, unsigned dest, unsigned size) {
    look();
    lfc_launch_unicast(&ni, (uint16_t)buffer, (uint16_t)dest, (uint16_t)size);
    send();
}

void hrx_multicast(unsigned buffer, unsigned tree, unsigned size) {
    look();
    lfc_launch_multicast(&ni, (uint16_t)buffer, (uint16_t)tree, (uint16_t)size);
    send();
}

void hrx_forward(unsigned b, unsigned src, unsigned number, unsigned tree, unsigned size) {
    struct lfc_buffer *const buffer = &ni.buffer[b];
    look();
    lfc_launch_multicast(&ni, (uint16_t)b, (uint16_t)tree, (uint16_t)size);
    buffer->src = (uint16_t)src;
    buffer->number = (uint16_t)number;
    buffer->unsent = buffer->refs;
    buffer->received = 1;
    send();
}

void hrx_fetch_add(unsigned dest) {
    look();
    lfc_launch_fetch_add(&ni, LFC_NONE, (uint16_t)dest, 1);
    send();
}

int hrx_fetch_add_done(uint32_t *was) {
    if (!ni.fa_done) return 0;
    ni.fa_done = 0;
    *was = ni.fa_result;
    return 1;
}

static uint16_t half(uint16_t value) { return __builtin_bswap16(value); }

int hrx_take(const struct lfc_trailer *trailer, const void *data, int has_room) {
    const uint32_t first = __builtin_bswap32(trailer->full);
    struct lfc_header header = {.tag = (uint8_t)(first >> 8),
                                .credits = (uint8_t)first,
                                .src = half(trailer->src),
                                .size = half(trailer->size),
                                .tree = half(trailer->tree),
                                .channel = half(trailer->channel)};
    look();
    const uint8_t tag = header.tag & LFC_TAG_BITS;
    if (tag == LFC_FA_REQUEST || tag == LFC_FA_REPLY)
        memcpy(&header.value, data, sizeof header.value);
    const enum lfc_arrival arrival =
        lfc_received(&ni, LFC_SEND_BUFFERS, &header, has_room ? 1 : LFC_NO_ROOM);
    send();
    return arrival != LFC_FREE;
}

int hrx_freed(void) {
    const uint16_t b = lfc_take_freed(&ni);
    return b == LFC_NONE ? -1 : b;
}

void hrx_look_at_clock(void) {
    if (ni.alarm_state == LFC_ALARM_OFF) return;
    look();
    if ((int32_t)(ni.alarm - ni.now) > 0) return;
    lfc_alarm_came(&ni);
    send();
}

void hrx_add_counts(struct lfc_counts *counts) {
    uint32_t *const to = (uint32_t *)counts;
    const uint32_t *const from = (const uint32_t *)&ni.counts;
    for (unsigned i = 0; i < sizeof *counts / sizeof *to; ++i) to[i] += from[i];
}
