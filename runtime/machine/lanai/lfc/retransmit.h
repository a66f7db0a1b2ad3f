/* Irx (001 8.2.2, 8.3.2): the interface numbers the packets for each peer, keeps them in its memory
 * until they are acknowledged, and sends all that are not acknowledged again when a timer expires
 * or a NACK comes (go-back-N). protocol.h includes this file; the functions are its. */
#ifndef LFC_RETRANSMIT_H
#define LFC_RETRANSMIT_H

/* lfc_peer.held has a bit for each packet of a window. */
#define LFC_MOST_WINDOW 32
/* Buffers that only packets without data take: acknowledgements must come in when all others are in
 * use (compare 001 3.4). */
#define LFC_SPARE_BUFFERS 2

struct lfc_buffer {
    uint16_t src, size, tree; /* src: the last hop */
    uint16_t next;            /* in the queue of deliveries, or of freed buffers */
    uint16_t number;          /* of the packet as it came */
    uint8_t refs;     /* children that have not acknowledged it, and 1 until it is delivered */
    uint8_t unsent;   /* children to which it has not been sent for the first time */
    uint8_t received; /* from the network; `unsent` then delays its acknowledgement (ACK-forward) */
    uint8_t unused[3];
};

enum lfc_descriptor_state {
    LFC_IN_QUEUE = 1, /* it waits for the send DMA, or is being sent */
    LFC_ACKED = 2,    /* while in the queue: it is free when it leaves */
    LFC_SENT = 4,     /* at least once */
    LFC_TIMED = 8,    /* its retransmission timer runs */
};

/* A packet for one peer, from the launch to the acknowledgement. From LFC_DESCRIPTORS on there are
 * two for each peer: ACK, NACK. */
struct lfc_descriptor {
    uint16_t next;   /* among the packets that wait: for the window, or for the send DMA */
    uint16_t buffer; /* LFC_NONE: fetch&add */
    uint16_t dest, tree;
    uint16_t number;
    uint8_t tag;
    uint8_t state; /* enum lfc_descriptor_state; control packets: not 0 in the queue */
    uint32_t value;
    uint16_t following;      /* in lfc_peer.unacknowledged */
    uint16_t later, earlier; /* timers: the next ones to expire, and those before */
    uint16_t unused;
    uint32_t deadline;
    uint32_t unused_too;
};

struct lfc_peer {
    /* Packets to it. */
    uint16_t next_number;
    uint16_t outstanding;                     /* numbered, not acknowledged */
    struct lfc_queue unacknowledged, blocked; /* blocked: the window is full */
    /* Packets from it. */
    uint16_t expected;       /* the next number */
    uint16_t ackable;        /* those before it may be acknowledged */
    uint32_t held;           /* bit i: the packet ackable + i waits until it is forwarded */
    uint16_t acked;          /* the acknowledgement that was sent last */
    uint16_t later, earlier; /* timers */
    uint8_t timed;           /* its acknowledgement timer runs */
    uint8_t wanted;          /* an ACK must be sent */
    uint8_t refused;         /* a packet was dropped for want of a buffer: a NACK follows */
    uint8_t unused[3];
    uint32_t deadline;
    uint32_t unused_too[6];
};

struct lfc_tree {
    uint16_t parent, first_child, children, unused;
};

/* All timers of a list have the same delay: the first one expires first. */
struct lfc_timers {
    uint16_t first, last;
    uint32_t delay; /* units of 0.5 us */
};

enum lfc_alarm { LFC_ALARM_OFF, LFC_ALARM_CHANGED, LFC_ALARM_SET };

struct lfc_ni {
    uint16_t me, nodes, window, refresh; /* refresh: packets after which an ACK is sent */
    struct lfc_queue sends, deliveries;
    uint16_t sending, delivering; /* descriptor, buffer; LFC_NONE: the engine is idle */
    uint16_t free_descriptors;
    uint16_t freed;     /* buffers that the caller has not taken back */
    uint32_t fa_value;  /* the fetch&add variable */
    uint32_t fa_result; /* of the host's request */
    uint8_t fa_done;
    uint8_t timer;     /* INTR (001 4.4) */
    uint16_t refusals; /* peers with `refused` */
    uint32_t delivered, last_processed;
    /* The caller sets `now` before it reports an event, and starts the interface's timer for
     * `alarm` when `alarm_state` is LFC_ALARM_CHANGED. INTR's timer is the caller's. */
    uint32_t now, alarm;
    uint8_t alarm_state;
    uint8_t unused[3];
    struct lfc_timers retransmissions, late_acks;
    struct lfc_counts counts;
    struct lfc_peer peer[LFC_NODES];
#if LFC_FORWARDS == LFC_INTERFACE
    struct lfc_tree tree[LFC_TREES];
    uint16_t child[LFC_EDGES];
#endif
    struct lfc_buffer buffer[LFC_BUFFERS];
    struct lfc_descriptor descriptor[LFC_DESCRIPTORS + 2 * LFC_NODES];
};

/* Units of 0.5 us. After lfc_start(). */
LFC_FUNCTION void lfc_set_delays(struct lfc_ni *ni, uint32_t retransmission, uint32_t ack);
/* Asks for the interface's timer at `deadline`, if it is set for later or not at all. */
LFC_FUNCTION void lfc_set_alarm(struct lfc_ni *ni, uint32_t deadline);
/* The alarm has come: ends the timers that have expired, and sets the next alarm. */
LFC_FUNCTION void lfc_alarm_came(struct lfc_ni *ni);
/* The packet that has arrived is dropped if it needs a buffer: there are only spare ones. Passed to
 * lfc_received() as `can_deliver`. */
#define LFC_NO_ROOM (-1)
/* There are buffers again: sends the NACKs that wait. */
LFC_FUNCTION void lfc_room(struct lfc_ni *ni);
/* A buffer that has become free, or LFC_NONE. Asked after each event until there is none. */
LFC_FUNCTION uint16_t lfc_take_freed(struct lfc_ni *ni);

#endif
