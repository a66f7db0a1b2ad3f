/* What the host library and LFC's control program share: a block in SRAM, which begins at
 * LFC_SHARED, and the format of packets (001 3.4). Words and halfwords of SRAM are big-endian; the
 * host swaps them. */
#ifndef LFC_LAYOUT_H
#define LFC_LAYOUT_H

#include <stdint.h>

#define LFC_SHARED 0x1000 /* address in SRAM: LANAI_SHARED */

#ifndef LFC_NODES
#define LFC_NODES 64
#define LFC_TREES (LFC_NODES + 128) /* unicast trees 0 to LFC_NODES - 1, then those of groups */
#define LFC_EDGES 2048              /* children of all trees */
#endif
#define LFC_SEND_BUFFERS 128  /* at most; a power of two (001 8.5.1) */
#define LFC_RING 64           /* launches that the NI has not taken; a power of two */
#define LFC_HOST_BUFFERS 4096 /* receive buffers of the host, at most; a power of two */

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
/* A receive buffer of the host ends with the trailer. */
#define LFC_HOST_BUFFER_BYTES (LFC_DATA_BYTES + LFC_TRAILER_BYTES)

/* The first halfword of a packet, LFC's type of packet for Myrinet (001 3.9.2). */
#define LFC_MYRINET_TYPE 0x0450

/* A launch. `turn` is written last: the number of the pass through the ring, from 1 on. */
enum lfc_launch_kind {
    LFC_LAUNCH_UNICAST,
    LFC_LAUNCH_MULTICAST,
    LFC_LAUNCH_FETCH_ADD,
    LFC_LAUNCH_TREE, /* no packet: the tree `to` is in the tables of struct lfc_shared */
};
struct lfc_launch {
    uint16_t kind, to;     /* node or tree */
    uint16_t buffer, size; /* of fetch&add: 0 */
    uint32_t value;
    uint32_t turn;
};

/* Behind the data of a packet in the host's memory, and the last word of the buffer comes last. */
struct lfc_trailer {
    uint16_t src, tree; /* the last hop; a tree below LFC_NODES: unicast from that node */
    uint16_t pad, size; /* bytes behind the data up to a word; bytes of data */
    uint32_t full;      /* not 0 */
};

/* The host's word pair that INTR fetches (001 4.4). Little-endian, in the host's memory. */
struct lfc_watch_words {
    uint32_t processed, disabled;
};

struct lfc_route {
    uint32_t bytes; /* of the route */
    uint8_t route[LFC_ROUTE_BYTES];
};

struct lfc_shared {
    /* Written by the host before `go`. */
    uint32_t go;
    uint32_t me, nodes, window, recover;
    uint32_t send_buffers, host_buffers;
    uint32_t interrupt_delay; /* in units of 0.5 us; 0: no interrupts */
    uint32_t watch;           /* address of struct lfc_watch_words */
    struct lfc_route route[LFC_NODES];
    /* Trees LFC_NODES to LFC_NODES + nodes - 1 are there before `go`: those of broadcasts, by root.
     */
    uint16_t parent[LFC_TREES], first_child[LFC_TREES], children[LFC_TREES];
    uint16_t child[LFC_EDGES];
    /* Written by the NI: */
    uint32_t ready;      /* `go` has been seen */
    uint32_t first_send; /* address of send buffer 0 */
    uint32_t consumed;   /* launches */
    uint32_t freed;      /* send buffers, ever */
    uint16_t freed_buffer[LFC_SEND_BUFFERS];
    uint32_t fetch_add_done; /* fetch&adds of this host, ever */
    uint32_t fetch_add_result;
    uint32_t dropped; /* packets of another type (001 3.9.2) */
    uint32_t recoveries, channel_sends;
    /* Written by the host, cleared by the NI: */
    uint32_t host_buffer[LFC_HOST_BUFFERS]; /* addresses; 0: none */
    struct lfc_launch ring[LFC_RING];
};

#endif
