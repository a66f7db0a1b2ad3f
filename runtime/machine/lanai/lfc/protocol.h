/* The state machines of LFC's control programs (001 4.1 to 4.4, 3.8, 8; docs/lfc-protocol.md).
 * Those of NrxImc are here: UCAST, MCAST, RECOV, INTR and fetch&add. The others (lfc_choice.h) have
 * the same functions and another struct lfc_ni: NrxHmc leaves out MCAST and RECOV, Irx
 * (retransmit.h) has windows, numbers, timers and acknowledgements instead of credits, and Hrx
 * (relay.h) next to nothing. The code accesses no register of the interface: the same file is
 * compiled for a Lanai, and by the model tests for the build host.
 *
 * All state is in struct lfc_ni, which holds indices instead of addresses. The caller reports each
 * event by one of the functions below. It then asks for the next transfer of an engine that is
 * free: lfc_next_send() for the send DMA, lfc_next_delivery() for the host DMA. */
#ifndef LFC_PROTOCOL_H
#define LFC_PROTOCOL_H

#include "lfc_layout.h" /* LFC_NODES, LFC_TREES, LFC_EDGES */

#ifndef LFC_BUFFERS
#if LFC_RETRANSMITS == LFC_NOBODY
/* 001 8.5.1: 128 + 512, and P - 1 for RECOV (4.3.2); 2 for control packets (3.4); fetch&add's. */
#define LFC_BUFFERS 770
#define LFC_DESCRIPTORS 1152
#else
/* 256 + 384 (8.5.1); 2 for packets that need no buffer; fetch&add's place. Each may wait for the
 * acknowledgements of two children, and P replies of fetch&adds. */
#define LFC_BUFFERS 643
#define LFC_DESCRIPTORS 1536
#endif
#endif

/* Compiled as one translation unit with the main loop (main.c), the functions are static. */
#ifndef LFC_FUNCTION
#define LFC_FUNCTION
#endif

#define LFC_SELDOM(condition) __builtin_expect(!!(condition), 0)

#define LFC_NONE 0xFFFFu
/* The descriptor of lfc_launch_now(), which is never in a queue. */
#define LFC_NOW 0u

/* As on the wire, behind the route and Myrinet's own tag (001 3.4). */
struct lfc_header {
    uint8_t tag, credits;
    uint16_t src;  /* the last hop */
    uint16_t size; /* bytes of data */
    uint16_t tree;
    uint16_t channel; /* owner of the recovery channel; LFC_NONE: not on one */
    uint32_t value;   /* fetch&add: the packet's only word of data */
};

struct lfc_queue {
    uint16_t first, last;
};

#if LFC_RETRANSMITS == LFC_INTERFACE
#include "retransmit.h"
#elif LFC_RETRANSMITS == LFC_HOST
#include "relay.h"
#else
/* Sizes of the structs are powers of two: a Lanai has no multiplication. */

/* A packet in SRAM: one that the host wants to send, or one that was received. */
struct lfc_buffer {
    uint16_t src, size, tree; /* as in the header */
    uint16_t next;            /* in the queue of deliveries */
    uint32_t value;           /* of fetch&add's request */
    uint8_t refs; /* children to which it has not been sent, and 1 until it is delivered */
    uint8_t received;
};

/* One transmission. From LFC_DESCRIPTORS on there are three for each peer, of control packets:
 * CREDIT, CHANNEL_CLEAR of the channel that the peer owns, FA_REPLY. */
struct lfc_descriptor {
    uint16_t next; /* in its queue */
    uint16_t buffer;
    uint16_t dest, tree;
    uint16_t channel; /* LFC_NONE: it leaves with a credit */
    uint8_t tag;
    uint8_t pending; /* of control packets: it is in the queue */
    uint32_t value;  /* of FA_REPLY */
};

struct lfc_peer {
    uint16_t send_credits;    /* packets that may be sent to it */
    uint16_t free_credits;    /* released buffers whose credits have not been returned to it */
    struct lfc_queue blocked; /* descriptors for it that wait for a credit */
    /* RECOV, of the channel that this peer owns: */
    uint16_t acks;         /* releases after which the channel is clear here; 0: not in use */
    uint16_t recov_parent; /* the source of the packet that came on it */
    uint16_t next_channel; /* the next channel in lfc_tree.channels */
    uint16_t unused;
};

struct lfc_tree {
    uint16_t parent, first_child, children;
    struct lfc_queue channels; /* owners of the recovery channels on which its packets came */
    uint16_t unused[3];
};

struct lfc_ni {
    uint16_t me, nodes, window, refresh; /* `refresh`: free credits at which a CREDIT is sent */
    uint8_t recover;                     /* 0: UCAST and MCAST without RECOV */
    uint8_t recovery_active;
    uint16_t next_recovery; /* the peer that try_new_recovery() checks first */
    struct lfc_queue sends, deliveries;
    uint16_t sending, delivering; /* descriptor, buffer; LFC_NONE: the engine is idle */
    uint16_t free_descriptors;
    uint32_t fa_value;  /* the fetch&add variable */
    uint32_t fa_result; /* of the host's request */
    uint8_t fa_done;
    /* INTR (001 4.4). */
    uint8_t timer;
    uint32_t delivered, last_processed;
    uint32_t recoveries, channel_sends; /* counters, for 001 tables 5.2 and 5.3.2 */
    struct lfc_peer peer[LFC_NODES];
#if LFC_FORWARDS == LFC_INTERFACE
    struct lfc_tree tree[LFC_TREES];
    uint16_t child[LFC_EDGES];
#endif
    struct lfc_buffer buffer[LFC_BUFFERS];
    struct lfc_descriptor descriptor[LFC_DESCRIPTORS + 3 * LFC_NODES];
};
#endif

/* Initialises *ni. lfc_add_tree() then adds the trees of groups. */
LFC_FUNCTION void lfc_start(struct lfc_ni *ni, uint16_t me, uint16_t nodes, uint16_t window,
                            uint8_t recover);
/* `children` nodes at `list` are the children of this NI in `tree`, `parent` is its parent. */
LFC_FUNCTION void lfc_add_tree(struct lfc_ni *ni, uint16_t tree, uint16_t parent,
                               const uint16_t *list, uint16_t children);

/* Events. The caller allocates the buffers; `buffer` is the number of one. */
LFC_FUNCTION void lfc_launch_unicast(struct lfc_ni *ni, uint16_t buffer, uint16_t dest,
                                     uint16_t size);
/* This NI must have a child in `tree`. */
LFC_FUNCTION void lfc_launch_multicast(struct lfc_ni *ni, uint16_t buffer, uint16_t tree,
                                       uint16_t size);
LFC_FUNCTION void lfc_launch_fetch_add(struct lfc_ni *ni, uint16_t buffer, uint16_t dest,
                                       uint32_t value);
#if LFC_FORWARDS == LFC_HOST
/* A multicast packet for one child. `launches`: how many the packet has, in its first one; else 0.
 */
LFC_FUNCTION void lfc_launch_child(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size,
                                   uint16_t tree, uint16_t launches);
#endif
/* The fast path of a launch (001 3.3.4). 1: the packet has a credit, the send DMA is idle and its
 * queue is empty, so it must be started now with this header. 0: nothing has changed; launch it. */
LFC_FUNCTION int lfc_launch_now(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size,
                                struct lfc_header *header);
/* A packet has arrived in `buffer`. `can_deliver`: the host DMA is idle and the host has a buffer.
 * lfc_forward() follows unless the result is LFC_FREE. */
enum lfc_arrival {
    LFC_FREE,    /* the buffer is free again */
    LFC_QUEUED,  /* it is in use */
    LFC_DELIVER, /* the same, and its delivery must be started now */
};
LFC_FUNCTION enum lfc_arrival lfc_received(struct lfc_ni *ni, uint16_t buffer,
                                           const struct lfc_header *header, int can_deliver);
/* Sends the packet to the children in its tree. */
LFC_FUNCTION void lfc_forward(struct lfc_ni *ni, uint16_t buffer, const struct lfc_header *header);
/* The send DMA has ended. Returns the buffer that this frees, or LFC_NONE. */
LFC_FUNCTION uint16_t lfc_sent(struct lfc_ni *ni);
/* The host DMA has ended. Returns the same. */
LFC_FUNCTION uint16_t lfc_delivered(struct lfc_ni *ni);

/* Whether lfc_next_send() has something to start. */
LFC_FUNCTION int lfc_can_send(const struct lfc_ni *ni);
/* The descriptor that the send DMA must start now, with its header in *header. LFC_NONE: the DMA is
 * busy or the queue is empty. */
LFC_FUNCTION uint16_t lfc_next_send(struct lfc_ni *ni, struct lfc_header *header);
/* The buffer that the host DMA must deliver now, or LFC_NONE. */
LFC_FUNCTION uint16_t lfc_next_delivery(struct lfc_ni *ni);

/* INTR (001 3.7, 4.4). lfc_starts_timer() is called after a delivery; 1: start the timer.
 * lfc_expired() is called when it has expired, with the number of packets that the host has
 * processed and whether the host has disabled interrupts. */
enum lfc_watch { LFC_WATCH_STOP, LFC_WATCH_AGAIN, LFC_WATCH_INTERRUPT };
LFC_FUNCTION int lfc_starts_timer(struct lfc_ni *ni);
LFC_FUNCTION enum lfc_watch lfc_expired(struct lfc_ni *ni, uint32_t processed, int disabled);

#endif
