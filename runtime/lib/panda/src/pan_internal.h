// Panda's modules (001 6.1.2) have one source for both builds. A build is one translation unit:
// pan_st.c for one thread, pan_mt.c for threads. Each of the two sets PAN_MT, includes this file,
// defines the functions that the modules need from a build (declared below), and then includes the
// modules: pan_receive.h (packets become messages), pan_send.h (messages become packets; the calls
// of the system module), pan_rpc.h, and for threads pan_group.h. So the names of a build are its
// own, and a program of <pan.h> contains no code for threads.
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

/// How a broadcast is ordered (001 6.4; pan_group.h). The build for one thread has unordered
/// broadcasts only.
enum order { unordered, numbered, by_count };

#if PAN_MT
/// Header of a message's first packet (001 Figure 6.12). `stream` distinguishes messages of one
/// sender to one access point that are under way simultaneously: several threads may send, and a
/// handler may send while the interrupted thread sends. The following packets of a message have the
/// first four bytes of the header.
struct first_header {
    uint8_t sap, stream;
    uint16_t credits; ///< in unicasts: credits that are returned to the receiver
    uint16_t proto;   ///< bytes of the program's header
    uint16_t kind;    ///< of the access point, to check that both processes have created the same
    uint32_t size;    ///< bytes that follow the program's header
};
struct bcast_header {
    uint8_t sap, stream;
    uint16_t kind; ///< enum order; in packets to the sequencer: first_header.credits
    uint16_t proto, origin;
    uint32_t size;
    uint32_t number; ///< numbered: position in the order; by_count: the sender's count of
                     ///< broadcasts; in packets to the sequencer: the group
};
#else
/// Header of a message's first packet. The following packets have the access point only. Messages
/// have no number: messages to one process are never interleaved and arrive in order, so the
/// sender, the access point and the kind of send (unicast or multicast) identify the message of a
/// packet.
struct first_header {
    uint16_t sap, proto; ///< access point; bytes of the program's header
    uint32_t size;       ///< bytes that follow the program's header
};
#endif
enum {
    next_header = 4,
    rpc_header = 8, ///< bytes of the RPC module's header, which precedes the program's
};

/// The data of a packet that are not consumed.
struct piece {
    struct piece *next;
    unsigned char *data;
    unsigned bytes;
    void *packet; ///< the packet of LFC; null: the data follow this structure on the heap
#if PAN_MT
    int credit; ///< whether the sender has to get a credit back
#endif
};

struct pan_msg {
    /// In the list of messages that wait for a handler (with threads also: a receiver or a number).
    struct pan_msg *next;
#if PAN_MT
    struct pan_msg *next_of_source, **of_source; ///< in the list pan_peer.messages of its sender
    struct pan_sap *sap;
    unsigned source; ///< the process that sends its packets; with PB this is process 0
    uint32_t number;
    uint8_t stream, mcast;
    struct pan_thread *waiter; ///< waits for more data of this message
#endif
    unsigned src, size, come, consumed;
    struct piece *first, **last;
    uint32_t proto[(PAN_RPC_PROTO + rpc_header) / 4];
};

struct pan_sap {
    unsigned number;
    pan_handler_t *handler;
    int busy;                    ///< whether the handler is running
    struct pan_msg *head, **end; ///< messages that wait for the handler
#if PAN_MT
    enum { sap_inner, sap_plain, sap_port, sap_service, sap_group } kind;
    pan_protocol_t protocol;
    pan_service_t *service;       ///< of a service: its address names the thread in error reports
    int listed;                   ///< whether it is in the list `work` (pan_mt.c)
    struct pan_thread *receivers; ///< of a port: threads that wait in pan_receive
    struct pan_sap *next;         ///< in the list `work`
#else
    struct pan_msg **incomplete; ///< one for the unicasts of each source, then for its multicasts
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
    uint8_t stream; ///< only with threads
};

// Functions that check a rule get the name and the caller of the program's call, for the error
// message.
#if PAN_MT
#define PAN_CALL(name) , name, __builtin_return_address(0)
#define PAN_CALL_PARAMETERS , const char *what, void *caller
#define PAN_CALL_ARGUMENTS , what, caller
#else
#define PAN_CALL(name)
#define PAN_CALL_PARAMETERS
#define PAN_CALL_ARGUMENTS
#endif

/// Always inlined, so the division into functions costs no cycles.
#define PAN_INLINE static inline __attribute__((always_inline))

pan_pset_t pan_all;
static unsigned procs;
/// Number of LFC's packets whose data are not consumed, and the limit from which data are copied.
static unsigned kept, keep_at_most;

static void *get(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) xnet_fail("panda: no memory for %u bytes", (unsigned)bytes);
    return memory;
}

// --- functions that a build defines --------------------------------------------------------------

/// Begin and end of a section that uses lists or LFC: no upcall happens in it.
PAN_INLINE void enter(void);
PAN_INLINE void leave(void);

/// Ends the run with an error if this call breaks rule R1 (check_caller: rule R3) of docs/panda.md.
PAN_INLINE void check_call(int unused PAN_CALL_PARAMETERS);
PAN_INLINE void check_caller(int unused PAN_CALL_PARAMETERS);

/// Receiving: notes that the sender of `m` gets the credit of one packet back.
PAN_INLINE void owe(const struct pan_msg *m);
/// Whether data of `m` must be copied out of LFC's packets, because a thread waits for more data of
/// another message of this sender.
PAN_INLINE int must_copy(const struct pan_msg *m);
PAN_INLINE void more_has_come(struct pan_msg *m);
static void wait_for_more(struct pan_msg *m PAN_CALL_PARAMETERS);
PAN_INLINE void forget(struct pan_msg *m); ///< called when the last byte has been consumed

/// Sending: a message's packets, one after the other.
PAN_INLINE void begin_message(struct outgoing *o PAN_CALL_PARAMETERS);
PAN_INLINE unsigned char *begin_packet(const struct outgoing *o, int first PAN_CALL_PARAMETERS);
/// Writes Panda's header and the program's into a message's first packet; returns their bytes.
PAN_INLINE unsigned put_first_header(unsigned char *packet, const struct outgoing *o,
                                     unsigned size);
PAN_INLINE void put_next_header(unsigned char *packet, const struct outgoing *o);
PAN_INLINE void end_packet(const struct outgoing *o, unsigned char *packet, unsigned used,
                           int last);
PAN_INLINE void end_message(void); ///< called at the end of `send`
PAN_INLINE int header_limit(const struct pan_sap *sap);

/// RPC: returns the access point whose handler serves requests.
static struct pan_sap *service_point(pan_handler_t *handler, pan_service_t *service, void *caller);
/// The access point of replies. The build calls `reply_came` when the first packet of a reply has
/// arrived.
PAN_INLINE struct pan_sap *reply_point(void);
/// Waits until `c->reply` is set.
struct caller;
PAN_INLINE void wait_for_reply(struct caller *c, void *place);
