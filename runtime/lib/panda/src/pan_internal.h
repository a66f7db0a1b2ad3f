// Panda's modules (001 6.1.2) have one source for both builds. pan_st.c and pan_mt.c are the two:
// each sets PAN_MT, includes this file, defines what the modules leave to a build (below), and then
// includes the modules: pan_receive.h (packets become messages), pan_send.h (messages become
// packets; the calls of the system module), pan_rpc.h, and for threads pan_group.h. So each build
// is one unit, whose names are its own, and nothing of threads is in a program of <pan.h>.
#pragma once

#include <stdint.h>
#if PAN_MT
#include "pan_mt.h"

#include <scheduler.h>
#else
#include "pan.h"
#endif

#include <fail.h>
#include <lfc.h>
#include <stdlib.h>
#include <string.h>

/// Of broadcasts (001 6.4): pan_group.h. One thread has unordered ones only.
enum order { unordered, numbered, by_count };

#if PAN_MT
/// Headers of packets (001 Figure 6.12). `stream` tells apart messages of one sender to one access
/// point that are under way at a time: sends of several threads, and of a handler within a send.
/// Other packets of a message have the first four bytes.
struct first_header {
    uint8_t sap, stream;
    uint16_t credits;     ///< unicasts: for the receiver's packets to the sender
    uint16_t proto, kind; ///< of the access point: all processes must have created the same ones
    uint32_t size;        ///< bytes behind `proto`
};
struct bcast_header {
    uint8_t sap, stream;
    uint16_t kind; ///< enum order; to the sequencer: credits
    uint16_t proto, origin;
    uint32_t size;
    uint32_t number; ///< of the order; by_count: the sender's count; to_sequencer: the group
};
#else
/// Headers of packets. A message travels in packets of LFC: the first one has its access point, its
/// length and that of the sender's header, the others only the access point. Messages have no
/// number: messages to one process are never interleaved and arrive in order, so the sender, access
/// point and kind of send identify the message of a packet.
struct first_header {
    uint16_t sap, proto;
    uint32_t size; ///< bytes behind `proto`
};
#endif
enum {
    next_header = 4,
    rpc_header = 8, ///< of the RPC module, before the program's header
};

/// A packet's data until they are consumed.
struct piece {
    struct piece *next;
    unsigned char *data;
    unsigned bytes;
    void *packet; ///< LFC's; null: the data follow this on the heap
#if PAN_MT
    int credit; ///< its sender gets one back
#endif
};

struct pan_msg {
    struct pan_msg *next; ///< waits for its handler; threads: or its receiver or number
#if PAN_MT
    struct pan_msg *next_of_source, **of_source; ///< not complete, or with credits
    struct pan_sap *sap;
    unsigned source; ///< who sent its packets
    uint32_t number;
    uint8_t stream, mcast;
    struct pan_thread *waiter; ///< for more of it
#endif
    unsigned src, size, come, consumed;
    struct piece *first, **last;
    uint32_t proto[(PAN_RPC_PROTO + rpc_header) / 4];
};

struct pan_sap {
    unsigned number;
    pan_handler_t *handler;
    int busy;                    ///< its handler is running
    struct pan_msg *head, **end; ///< messages that wait for it
#if PAN_MT
    enum { sap_inner, sap_plain, sap_port, sap_service, sap_group } kind;
    pan_protocol_t protocol;
    pan_service_t *service;       ///< for reports
    int listed;                   ///< among those with work
    struct pan_thread *receivers; ///< of a port
    struct pan_sap *next;         ///< with work
#else
    struct pan_msg **incomplete; ///< by source; those of multicasts follow
#endif
};

/// A message that is being sent.
struct outgoing {
    int dest; ///< < 0: to all other processes
    struct pan_sap *sap;
    const void *proto;
    int proto_size;
    enum order order;
    uint32_t number;
    uint8_t stream; ///< with threads
};

// Calls of Panda that may break a rule pass on their name and their caller, for the message.
#if PAN_MT
#define PAN_CALL(name) , name, __builtin_return_address(0)
#define PAN_CALL_PARAMETERS , const char *what, void *caller
#define PAN_CALL_ARGUMENTS , what, caller
#else
#define PAN_CALL(name)
#define PAN_CALL_PARAMETERS
#define PAN_CALL_ARGUMENTS
#endif

/// A part of a call, in its place: the build with one thread costs what one function would.
#define PAN_INLINE static inline __attribute__((always_inline))

pan_pset_t pan_all;
static unsigned procs;
static unsigned kept, keep_at_most; ///< packets of LFC whose data are not consumed

static void *get(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) xnet_fail("panda: no memory for %u bytes", (unsigned)bytes);
    return memory;
}

// --- what a build defines ------------------------------------------------------------------------

/// Lists and LFC are in use between these: no upcall comes.
PAN_INLINE void enter(void);
PAN_INLINE void leave(void);

/// Ends the run if this call breaks a rule: R1; check_caller: R3.
PAN_INLINE void check_call(int unused PAN_CALL_PARAMETERS);
PAN_INLINE void check_caller(int unused PAN_CALL_PARAMETERS);

/// Receiving: the sender of `m` gets the credit of one packet back.
PAN_INLINE void owe(const struct pan_msg *m);
/// Others wait for more of another message of this sender: the data have to leave LFC's packets.
PAN_INLINE int must_copy(const struct pan_msg *m);
PAN_INLINE void more_has_come(struct pan_msg *m);
static void wait_for_more(struct pan_msg *m PAN_CALL_PARAMETERS);
PAN_INLINE void forget(struct pan_msg *m); ///< the last byte is consumed

/// Sending: a message's packets, one after the other.
PAN_INLINE void begin_message(struct outgoing *o PAN_CALL_PARAMETERS);
PAN_INLINE unsigned char *begin_packet(const struct outgoing *o, int first PAN_CALL_PARAMETERS);
/// Writes the headers of a message's first packet, Panda's and the sender's; returns their bytes.
PAN_INLINE unsigned put_first_header(unsigned char *packet, const struct outgoing *o,
                                     unsigned size);
PAN_INLINE void put_next_header(unsigned char *packet, const struct outgoing *o);
PAN_INLINE void end_packet(const struct outgoing *o, unsigned char *packet, unsigned used,
                           int last);
PAN_INLINE void end_message(void); ///< of `send`
PAN_INLINE int header_limit(const struct pan_sap *sap);

/// RPC: an access point whose handler serves requests.
static struct pan_sap *service_point(pan_handler_t *handler, pan_service_t *service, void *caller);
/// Where replies go: a message for it is given to `reply_came` when its first packet is there.
PAN_INLINE struct pan_sap *reply_point(void);
/// Waits until `*reply` is set.
struct caller;
PAN_INLINE void wait_for_reply(struct caller *c, void *place);
