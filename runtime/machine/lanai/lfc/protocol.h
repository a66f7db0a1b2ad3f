/* The state machines of LFC's control program NrxImc: UCAST, MCAST, RECOV, INTR and fetch&add
 * (001 4.1 to 4.4, 3.8; docs/lfc-protocol.md). Plain structures and functions, without a register
 * of the interface: the same text is compiled for a Lanai, and for the build host by the model
 * test.
 *
 * All that a machine changes is one struct lfc_ni, which holds indices and no addresses. Whoever
 * drives it calls the events below and starts what they put into the queues: lfc_next_send() gives
 * the send DMA its next packet, lfc_next_delivery() the host DMA. */
#ifndef LFC_PROTOCOL_H
#define LFC_PROTOCOL_H

#include <stdint.h>

#ifndef LFC_NODES
#define LFC_NODES 64                /* nodes */
#define LFC_TREES (LFC_NODES + 128) /* unicast trees 0 to LFC_NODES - 1, then those of groups */
#define LFC_EDGES 2048              /* children of all trees */
#define LFC_BUFFERS 703             /* 001 8.5.1: 128 + 512, and P - 1 for RECOV (4.3.2) */
#define LFC_DESCRIPTORS 1024
#endif

#define LFC_NONE 0xFFFFu

enum lfc_tag { LFC_CREDIT, LFC_CHANNEL_CLEAR, LFC_FA_REPLY, LFC_UCAST, LFC_MCAST, LFC_FA_REQUEST };

/* As on the wire, behind the route and Myrinet's own tag (001 3.4). */
struct lfc_header {
    uint8_t tag, credits;
    uint16_t src;  /* the last hop */
    uint16_t size; /* bytes of data; fetch&add: the value */
    uint16_t tree;
    uint16_t channel; /* owner of the recovery channel; LFC_NONE: not on one */
    uint32_t value;   /* fetch&add: the packet's only word of data */
};

/* A packet in SRAM: one of the host's that is to be sent, or one that was received. */
struct lfc_buffer {
    struct lfc_header header;
    uint16_t next; /* in the queue of deliveries */
    uint8_t refs;  /* children to which it has not been sent, and 1 until it is delivered */
    uint8_t received;
};

/* One transmission. Those behind LFC_DESCRIPTORS are the control packets of a peer: CREDIT,
 * CHANNEL_CLEAR of a channel that it owns, FA_REPLY. Each is pending at most once. */
struct lfc_descriptor {
    uint16_t next; /* in its queue */
    uint16_t buffer;
    uint16_t dest, tree;
    uint16_t channel; /* LFC_NONE: it leaves with a credit */
    uint32_t value;   /* of FA_REPLY */
    uint8_t tag;
    uint8_t pending; /* control packets */
};

struct lfc_queue {
    uint16_t first, last;
};

struct lfc_peer {
    uint16_t send_credits;    /* packets that it still has room for */
    uint16_t free_credits;    /* buffers of its packets that are free again, and not told to it */
    struct lfc_queue blocked; /* descriptors for it that wait for a credit */
    /* RECOV, of the channel that this peer owns: */
    uint16_t acks;         /* releases after which the channel is clear here; 0: not in use */
    uint16_t recov_parent; /* from whom it came */
    uint16_t next_channel; /* the channel behind it in lfc_tree.channels */
};

struct lfc_tree {
    uint16_t parent, first_child, children;
    struct lfc_queue channels; /* recovery channels on which packets of this tree came, by owner */
};

struct lfc_ni {
    uint16_t me, nodes, window, refresh; /* `refresh`: free credits at which a CREDIT leaves */
    uint8_t recover;                     /* RECOV, or UCAST and MCAST alone */
    uint8_t recovery_active;
    uint16_t next_recovery; /* where try_new_recovery() looks first */
    struct lfc_queue sends, deliveries;
    uint16_t sending, delivering; /* descriptor, buffer; LFC_NONE: the engine is free */
    uint16_t free_descriptors;
    uint32_t fa_value;  /* the fetch&add variable */
    uint32_t fa_result; /* of the host's request */
    uint8_t fa_done;
    /* INTR (001 4.4). */
    uint8_t timer;
    uint32_t delivered, last_processed;
    struct lfc_peer peer[LFC_NODES];
    struct lfc_tree tree[LFC_TREES];
    uint16_t child[LFC_EDGES];
    struct lfc_buffer buffer[LFC_BUFFERS];
    struct lfc_descriptor descriptor[LFC_DESCRIPTORS + 3 * LFC_NODES];
    uint32_t recoveries, channel_sends; /* counters, for 001 tables 5.2 and 5.3.2 */
};

/* Before anything else. Trees of groups are filled in by lfc_add_tree afterwards. */
void lfc_start(struct lfc_ni *ni, uint16_t me, uint16_t nodes, uint16_t window, uint8_t recover);
/* `children` nodes at `list` are the children of this NI in `tree`, `parent` is its parent. */
void lfc_add_tree(struct lfc_ni *ni, uint16_t tree, uint16_t parent, const uint16_t *list,
                  uint16_t children);

/* Events. `buffer` is the number of a buffer that the caller has chosen. */
void lfc_launch_unicast(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size);
/* `tree` has a child here. */
void lfc_launch_multicast(struct lfc_ni *ni, uint16_t buffer, uint16_t tree, uint16_t size);
void lfc_launch_fetch_add(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint32_t value);
/* A packet has arrived in `buffer`. 1: the buffer is in use; 0: it is free again. */
int lfc_received(struct lfc_ni *ni, uint16_t buffer);
/* The send DMA has ended. Returns the buffer that is free now, or LFC_NONE. */
uint16_t lfc_sent(struct lfc_ni *ni);
/* The host DMA has ended; the same. */
uint16_t lfc_delivered(struct lfc_ni *ni);

/* The descriptor that the send DMA is to begin, with its header in *header, or LFC_NONE if it is
 * busy or nothing is to be sent. */
uint16_t lfc_next_send(struct lfc_ni *ni, struct lfc_header *header);
/* The buffer that the host DMA is to deliver, likewise. */
uint16_t lfc_next_delivery(struct lfc_ni *ni);

/* INTR: a delivery, and what the host says when the timer has expired (001 3.7, 4.4). */
enum lfc_watch { LFC_WATCH_STOP, LFC_WATCH_AGAIN, LFC_WATCH_INTERRUPT };
int lfc_starts_timer(struct lfc_ni *ni);
enum lfc_watch lfc_expired(struct lfc_ni *ni, uint32_t processed, int disabled);

#endif
