// The parts of Panda-MT; not for programs. pan_mt.c: start, end, access points; pan_mt_receive.c:
// packets become messages; pan_mt_send.c: messages become packets; pan_mt_order.c: the numbers of
// broadcasts; pan_mt_rpc.c.
#pragma once

#include "pan_mt.h"

#include <scheduler.h>
#include <stdint.h>

/// Headers of packets (001 Figure 6.12). `stream` tells apart messages of one sender to one access
/// point that are under way at a time: sends of several threads, and of a handler within a send.
/// Other packets of a message have the first four bytes.
struct first_header {
    uint8_t sap, stream;
    uint16_t credits; ///< unicasts: for the receiver's packets to the sender
    uint16_t proto, unused;
    uint32_t size; ///< bytes behind `proto`
};
struct bcast_header {
    uint8_t sap, stream;
    uint16_t kind; ///< enum order; to the sequencer: credits
    uint16_t proto, origin;
    uint32_t size;
    uint32_t number; ///< of the order; by_count: the sender's count; to_sequencer: the group
};
enum { next_header = 4 };
enum order { unordered, numbered, by_count };

enum {
    window = 32, ///< packets to one process that it has not consumed
    access_points = 64,
    inner_proto = 8, ///< of the RPC module, before the program's header
};
/// Access points of the modules, then the program's.
enum { sap_credits, sap_replies, sap_sequencer, sap_numbers, first_own };

/// A packet's data until they are consumed.
struct piece {
    struct piece *next;
    unsigned char *data;
    unsigned bytes;
    void *packet; ///< LFC's; null: the data follow this on the heap
    int credit;   ///< its sender gets one back
};

struct pan_msg {
    struct pan_msg *next; ///< waits for its handler, its receiver, its number or its data
    struct pan_msg *next_of_source, **of_source; ///< not complete, or with credits
    struct pan_sap *sap;
    unsigned src, source; ///< who sent it; who sent its packets
    unsigned size, come, consumed;
    uint32_t number;
    uint8_t stream, mcast;
    struct pan_thread *waiter; ///< for more of it
    struct piece *first, **last;
    uint32_t proto[(PAN_PROTO + inner_proto) / 4];
};

struct pan_sap {
    unsigned number;
    enum { sap_inner, sap_plain, sap_port, sap_service, sap_group } kind;
    pan_protocol_t protocol;
    pan_handler_t *handler;
    pan_service_t *service;
    int busy;                     ///< its handler is running
    int listed;                   ///< among those with work
    struct pan_msg *head, **end;  ///< messages that wait
    struct pan_thread *receivers; ///< of a port
    struct pan_sap *next;         ///< with work
};

struct pan_peer {
    unsigned credits;           ///< packets that may be sent to it
    unsigned owed;              ///< packets of it consumed here that it has not heard of
    unsigned waiting;           ///< threads here that wait for more of a message of it
    int due;                    ///< credits have to be sent
    uint32_t streams;           ///< numbers in use
    struct pan_thread *senders; ///< threads that wait for credits
    struct pan_msg *messages;   ///< incomplete or with credits
};

extern struct pan_peer *__pan_peers;
extern struct pan_sap __pan_saps[];
extern unsigned __pan_sap_count, __pan_procs, __pan_self;
extern unsigned __pan_keep_at_most;

void *__pan_get(size_t bytes);
struct pan_sap *__pan_sap_new(int kind, pan_handler_t *handler, void *caller);
void __pan_check_handler(const char *what, void *caller); ///< R3

// All below: within a section.

/// A packet has come, or this process has sent it to itself. `copy`: it is not one of LFC's.
void __pan_accept(unsigned source, void *packet, unsigned size, int mcast, int copy);
/// The next of the order, or without order: for its handler.
void __pan_deliver(struct pan_msg *m);
void __pan_list(struct pan_sap *sap);
void __pan_owe(unsigned source);
void __pan_flush_credits(void);
unsigned __pan_take_owed(unsigned dest);
static inline void pan_leave(void) {
    if (__pan_pending) __pan_flush_credits();
    __pan_leave();
}

/// Outside a section. Sends a message. `inner`: inner_proto bytes before the header, or null.
struct pan_sending {
    int dest; ///< < 0: broadcast
    unsigned sap;
    enum order order;
    uint32_t number;
    int needs_credit;
    const void *inner;
    pan_iovec_p parts;
    int veclen;
    const void *proto;
    int proto_size;
};
void __pan_send(const struct pan_sending *s, const char *what, void *caller);

/// Order (pan_mt_order.c).
void __pan_order(struct pan_msg *m, enum order order, uint32_t number);
void __pan_to_sequencer(unsigned source, void *packet, unsigned size, int copy);
void __pan_announcement(const void *packet);
int __pan_relay_take(void (**f)(void *), void **arg);
uint32_t __pan_next_count(void);
uint32_t __pan_sequencer_number(void);

void __pan_reply_came(struct pan_msg *m); ///< pan_mt_rpc.c
void __pan_rpc_ends(void);
