/* What the host library and LFC's control program share: a block in SRAM, which begins at
 * LFC_SHARED, and the format of packets (001 3.4). Words and halfwords of SRAM are big-endian; the
 * host swaps them. */
#ifndef LFC_LAYOUT_H
#define LFC_LAYOUT_H

#include "lfc_choice.h"

#include <stdint.h>

#define LFC_SHARED 0x1000 /* address in SRAM: LANAI_SHARED */

#ifndef LFC_NODES
#define LFC_NODES 128
/* Unicast trees 0 to LFC_NODES - 1, then those of broadcasts and of groups. */
#define LFC_TREES (2 * LFC_NODES + 128)
#define LFC_EDGES 2048 /* children of all trees */
#endif
#define LFC_SEND_BUFFERS 256  /* of any control program, at most; a power of two (001 8.5.1) */
#define LFC_RING 64           /* launches that the NI has not taken; a power of two */
#define LFC_HOST_BUFFERS 4096 /* receive buffers of the host's client, at most */
/* More of them, which the client never gets: in Hrx the acknowledgements and fetch&adds of the host
 * come through them while the client keeps all of its own. */
#if LFC_RETRANSMITS == LFC_HOST
#define LFC_HOST_SPARES 16
#else
#define LFC_HOST_SPARES 0
#endif

/* A buffer of SRAM: 12 bytes that end with the route, the header, the data, and behind the data of
 * a received packet what the host is told about it. */
#define LFC_ROUTE_BYTES 12
#define LFC_HEADER_BYTES 12
#define LFC_DATA_AT (LFC_ROUTE_BYTES + LFC_HEADER_BYTES)
#define LFC_DATA_BYTES 1024
#define LFC_TRAILER_BYTES 12
#define LFC_BUFFER_BYTES (LFC_DATA_AT + LFC_DATA_BYTES + LFC_TRAILER_BYTES)
/* The other bits of a packet's size are the host libraries', which the NI does not change. */
#define LFC_SIZE_BITS 0x7FF
/* Of the host's library for Active Messages: the first word of the data has LFC_REPLY where the
 * message is a reply, and the second is the address of the handler. */
#define LFC_ACTIVE 0x4000
#define LFC_REPLY 2
/* A receive buffer of the host ends with the trailer. */
#define LFC_HOST_BUFFER_BYTES (LFC_DATA_BYTES + LFC_TRAILER_BYTES)

/* The first halfword of a packet, LFC's type of packet for Myrinet (001 3.9.2). */
#define LFC_MYRINET_TYPE 0x0450
/* Its third byte (001 Table 3.3). ACK and NACK are those of implementations that retransmit. */
enum lfc_tag {
    LFC_CREDIT,
    LFC_CHANNEL_CLEAR,
    LFC_FA_REPLY,
    LFC_UCAST,
    LFC_MCAST,
    LFC_FA_REQUEST,
    LFC_ACK,
    LFC_NACK
};
/* Of packets of implementations that retransmit, beside the tag. With LFC_ACKS the fourth byte is
 * an acknowledgement: the number, modulo 256, of the packet that the sender expects next. Instead
 * of the channel there is the packet's own number. Only observers look at LFC_AGAIN: the packet has
 * been sent before. */
#define LFC_ACKS 0x80
#define LFC_AGAIN 0x40
#define LFC_TAG_BITS 0x3F

/* Why the software of an implementation that retransmits drops a packet. It tells observers by
 * LANAI_DROPPED or MYRINET_DROPPED: the reason, the node that sent the packet, and its number. */
enum lfc_drop {
    LFC_DROP_REFUSED, /* no buffer */
    LFC_DROP_DUPLICATE,
    LFC_DROP_GAP /* one before it is missing */
};
#define LFC_DROPPED(why, source, number)                                                           \
    ((uint32_t)(why) << 24 | (uint32_t)(source) << 16 | (uint16_t)(number))

/* A launch. `turn` is written last: the number of the pass through the ring, from 1 on. */
enum lfc_launch_kind {
    LFC_LAUNCH_UNICAST,
    LFC_LAUNCH_MULTICAST,
    LFC_LAUNCH_FETCH_ADD,
    LFC_LAUNCH_TREE, /* no packet: the tree `to` is in the tables of struct lfc_shared */
    /* Hmc: a multicast packet to one child, the node `to`. `value` is the tree, and, in the first
     * launch of the packet, the number of its launches << 16. */
    LFC_LAUNCH_CHILD,
};
struct lfc_launch {
    uint16_t kind, to;     /* node or tree; Hrx: instead of the kind the packet's tag << 8 | ack */
    uint16_t buffer, size; /* not used for fetch&add; Hrx: buffer LFC_NO_BUFFER, no data */
    uint32_t value;        /* Hrx: its tree << 16 | its number */
    uint32_t turn;
};
#define LFC_NO_BUFFER 0xFFFFu

/* Behind the data of a packet in the host's memory, and the last word of the buffer comes last. */
struct lfc_trailer {
    uint16_t src, size;     /* as in the header: the last hop; bytes of data, which end at a word */
    uint16_t tree, channel; /* below LFC_NODES: unicast from that node */
    uint32_t full;          /* not 0; Hrx: the first word of the header */
};

/* The host's words that INTR fetches (001 4.4). Little-endian, in the host's memory. */
struct lfc_watch_words {
    uint32_t processed, disabled;
#if LFC_RETRANSMITS == LFC_HOST
    /* What the interface looks at before it signals the clock (001 8.2.5): whether timers run, and
     * the host's clock as it read it last. */
    uint32_t timers, looked;
#endif
};

struct lfc_route {
    uint32_t bytes; /* of the route */
    uint8_t route[LFC_ROUTE_BYTES];
};

/* Counts of an interface that retransmits, and of one whose host does. */
struct lfc_counts {
    uint32_t corrupt;              /* packets with a wrong checksum, dropped (001 8.2.2) */
    uint32_t refused;              /* dropped for want of a buffer */
    uint32_t duplicates;           /* received before, and acknowledged again */
    uint32_t gaps;                 /* dropped since one before them is missing */
    uint32_t resent;               /* transmissions that were not the first */
    uint32_t acks, nacks;          /* packets of these kinds that left */
    uint32_t half_acks, late_acks; /* of the acks: at half a window, by the timer */
    uint32_t clock_signals;        /* interrupts of the host by Hrx's clock */
};

/* What inlet reads at the end of a run (emulator/include/inlet/guest_counts.h): the symbol
 * __inlet_counts. Packets that leave are counted by inlet's interface. */
struct lfc_exported_counts {
    const char *names; /* at a word */
    const uint32_t *counts;
};
/* What it shows of a run that stands still: the symbol __inlet_queues. What it shows to checks: the
 * symbol __inlet_state, where `form` is the bytes of an element. */
struct lfc_exported_queue {
    const volatile void *at;
    uint32_t distance, form; /* form: bytes of an element, with these: */
};
#define LFC_QUEUE_HEAD 8
#define LFC_QUEUE_OF_NODES 16
#define LFC_QUEUE_FLAG 32  /* no number: said if it is not 0 */
#define LFC_QUEUE_NODES 64 /* how many nodes later arrays have */
struct lfc_exported_queues {
    const char *names; /* at a word */
    const struct lfc_exported_queue *table;
};
#define LFC_COUNT_NAMES "- refused duplicates gaps - - - half-window_acks late_acks clock_signals"

/* The word `pool`: how many send buffers the control program has, and the window that it has by
 * default, 0: 512 / P (001 8.5.1). */
#define LFC_POOL(send_buffers, window) ((uint32_t)(send_buffers) << 16 | (window))

struct lfc_shared {
    /* Written by the host before `go`. */
    uint32_t go;
    uint32_t me, nodes, window, recover;
    uint32_t send_buffers, host_buffers;
    uint32_t interrupt_delay; /* 1 + the delay in units of 0.5 us; 0: no interrupts */
    uint32_t watch;           /* address of struct lfc_watch_words */
    /* Of implementations that retransmit, in units of 0.5 us. */
    uint32_t retransmit_delay, ack_delay; /* Irx */
    uint32_t clock_period;                /* Hrx: TGRAN of 001 8.2.5 */
    struct lfc_route route[LFC_NODES];
    /* Trees LFC_NODES to LFC_NODES + nodes - 1 are there before `go`: those of broadcasts, by root.
     */
    uint16_t parent[LFC_TREES], first_child[LFC_TREES], children[LFC_TREES];
    uint16_t child[LFC_EDGES];
    /* Written by the NI: */
    uint32_t pool;       /* first, before `go`: LFC_POOL */
    uint32_t ready;      /* `go` has been seen */
    uint32_t first_send; /* address of send buffer 0 */
    uint32_t consumed;   /* launches */
    uint32_t freed;      /* send buffers, ever */
    uint16_t freed_buffer[LFC_SEND_BUFFERS];
    uint32_t fetch_add_done; /* fetch&adds of this host, ever */
    uint32_t fetch_add_result;
    uint32_t dropped; /* packets of another type (001 3.9.2) */
    uint32_t recoveries, channel_sends;
    uint32_t counts; /* address of struct lfc_counts; 0: an Nrx has none */
    /* Written by the host, cleared by the NI: */
    uint32_t host_buffer[LFC_HOST_BUFFERS + LFC_HOST_SPARES]; /* addresses; 0: none */
    struct lfc_launch ring[LFC_RING];
#if LFC_RETRANSMITS == LFC_HOST
    uint32_t word[LFC_RING]; /* the data of launches with LFC_NO_BUFFER and a size */
#endif
};

#endif
