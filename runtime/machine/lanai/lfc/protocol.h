/* The state machines of LFC's control program NrxImc: UCAST, MCAST, RECOV, INTR and fetch&add
 * (001 4.1 to 4.4, 3.8; docs/lfc-protocol.md). The code accesses no register of the interface: the
 * same file is compiled for a Lanai, and by the model test for the build host.
 *
 * All state is in struct lfc_ni, which holds indices instead of addresses. The caller reports each
 * event by one of the functions below. It then asks for the next transfer of an engine that is
 * free: lfc_next_send() for the send DMA, lfc_next_delivery() for the host DMA. */
#ifndef LFC_PROTOCOL_H
#define LFC_PROTOCOL_H

#include "lfc_layout.h" /* LFC_NODES, LFC_TREES, LFC_EDGES */

#ifndef LFC_BUFFERS
/* 001 8.5.1: 128 + 512, and P - 1 for RECOV (4.3.2); 2 for control packets (3.4); fetch&add's. */
#define LFC_BUFFERS 706
#define LFC_DESCRIPTORS 1024
#endif

#define LFC_NONE 0xFFFFu

enum lfc_tag { LFC_CREDIT, LFC_CHANNEL_CLEAR, LFC_FA_REPLY, LFC_UCAST, LFC_MCAST, LFC_FA_REQUEST };

/* As on the wire, behind the route and Myrinet's own tag (001 3.4). */
struct lfc_header {
    uint8_t tag, credits;
    uint16_t src;  /* the last hop */
    uint16_t size; /* bytes of data */
    uint16_t tree;
    uint16_t channel; /* owner of the recovery channel; LFC_NONE: not on one */
    uint32_t value;   /* fetch&add: the packet's only word of data */
};

/* A packet in SRAM: one that the host wants to send, or one that was received. */
struct lfc_buffer {
    struct lfc_header header;
    uint16_t next; /* in the queue of deliveries */
    uint8_t refs;  /* children to which it has not been sent, and 1 until it is delivered */
    uint8_t received;
};

/* One transmission. From LFC_DESCRIPTORS on there are three for each peer, of control packets:
 * CREDIT, CHANNEL_CLEAR of the channel that the peer owns, FA_REPLY. */
struct lfc_descriptor {
    uint16_t next; /* in its queue */
    uint16_t buffer;
    uint16_t dest, tree;
    uint16_t channel; /* LFC_NONE: it leaves with a credit */
    uint32_t value;   /* of FA_REPLY */
    uint8_t tag;
    uint8_t pending; /* of control packets: it is in the queue */
};

struct lfc_queue {
    uint16_t first, last;
};

struct lfc_peer {
    uint16_t send_credits;    /* packets that may be sent to it */
    uint16_t free_credits;    /* released buffers whose credits have not been returned to it */
    struct lfc_queue blocked; /* descriptors for it that wait for a credit */
    /* RECOV, of the channel that this peer owns: */
    uint16_t acks;         /* releases after which the channel is clear here; 0: not in use */
    uint16_t recov_parent; /* the source of the packet that came on it */
    uint16_t next_channel; /* the next channel in lfc_tree.channels */
};

struct lfc_tree {
    uint16_t parent, first_child, children;
    struct lfc_queue channels; /* owners of the recovery channels on which its packets came */
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
    struct lfc_peer peer[LFC_NODES];
    struct lfc_tree tree[LFC_TREES];
    uint16_t child[LFC_EDGES];
    struct lfc_buffer buffer[LFC_BUFFERS];
    struct lfc_descriptor descriptor[LFC_DESCRIPTORS + 3 * LFC_NODES];
    uint32_t recoveries, channel_sends; /* counters, for 001 tables 5.2 and 5.3.2 */
};

/* Initialises *ni. lfc_add_tree() then adds the trees of groups. */
void lfc_start(struct lfc_ni *ni, uint16_t me, uint16_t nodes, uint16_t window, uint8_t recover);
/* `children` nodes at `list` are the children of this NI in `tree`, `parent` is its parent. */
void lfc_add_tree(struct lfc_ni *ni, uint16_t tree, uint16_t parent, const uint16_t *list,
                  uint16_t children);

/* Events. The caller allocates the buffers; `buffer` is the number of one. */
void lfc_launch_unicast(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint16_t size);
/* This NI must have a child in `tree`. */
void lfc_launch_multicast(struct lfc_ni *ni, uint16_t buffer, uint16_t tree, uint16_t size);
void lfc_launch_fetch_add(struct lfc_ni *ni, uint16_t buffer, uint16_t dest, uint32_t value);
/* A packet has arrived in `buffer`. 1: the buffer is in use; 0: it is free again. */
int lfc_received(struct lfc_ni *ni, uint16_t buffer);
/* The send DMA has ended. Returns the buffer that this frees, or LFC_NONE. */
uint16_t lfc_sent(struct lfc_ni *ni);
/* The host DMA has ended. Returns the same. */
uint16_t lfc_delivered(struct lfc_ni *ni);

/* The descriptor that the send DMA must start now, with its header in *header. LFC_NONE: the DMA is
 * busy or the queue is empty. */
uint16_t lfc_next_send(struct lfc_ni *ni, struct lfc_header *header);
/* The buffer that the host DMA must deliver now, or LFC_NONE. */
uint16_t lfc_next_delivery(struct lfc_ni *ni);

/* INTR (001 3.7, 4.4). lfc_starts_timer() is called after a delivery; 1: start the timer.
 * lfc_expired() is called when it has expired, with the number of packets that the host has
 * processed and whether the host has disabled interrupts. */
enum lfc_watch { LFC_WATCH_STOP, LFC_WATCH_AGAIN, LFC_WATCH_INTERRUPT };
int lfc_starts_timer(struct lfc_ni *ni);
enum lfc_watch lfc_expired(struct lfc_ni *ni, uint32_t processed, int disabled);

#endif
