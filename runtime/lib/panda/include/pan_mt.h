// Panda-MT on LFC (Bhoedjang's thesis, 001, chapter 6): threads, messages of any length as streams,
// ports with flow control, remote procedure calls and totally-ordered broadcast (docs/panda.md).
// <pan.h> is the build for one thread; a program uses one of the two.
//
// Every call of this file but those of threads is for threads and handlers that hold no mutex
// (001 6.2.3); a call that breaks a rule ends the run and says which one.
#pragma once

#include <pan_threads.h>

#define pan_init pan_mt_init
#define pan_end pan_mt_end
#define pan_my_pid pan_mt_my_pid
#define pan_nr_processes pan_mt_nr_processes
#define pan_all pan_mt_all
#define pan_sap_create pan_mt_sap_create
#define pan_unicast pan_mt_unicast
#define pan_multicast pan_mt_multicast
#define pan_msg_consume pan_mt_msg_consume
#define pan_msg_skip pan_mt_msg_skip
#define pan_msg_discard pan_mt_msg_discard
#define pan_msg_size pan_mt_msg_size
#define pan_msg_left pan_mt_msg_left
#define pan_poll pan_mt_poll
#define pan_rpc_register pan_mt_rpc_register
#define pan_rpc pan_mt_rpc

#ifdef __cplusplus
extern "C" {
#endif

/// What the system module promises to the modules above it (001 6.1.2).
#define PAN_RELIABLE 1
#define PAN_FIFO 1
#define PAN_ORDERED_BROADCAST 1
#define PAN_MAX_MESSAGE 0 ///< bytes; 0: any number

typedef struct pan_sap *pan_sap_p;
typedef struct pan_msg *pan_msg_p;
typedef struct pan_sap *pan_port_p;
typedef struct pan_sap *pan_group_p;
typedef struct pan_call *pan_call_p;

/// A part of a message.
typedef struct {
    const void *data;
    unsigned len;
} pan_iovec_t, *pan_iovec_p;

/// The processes of a multicast.
typedef struct {
    const unsigned *members; ///< null: all
    unsigned count;
} pan_pset_t, *pan_pset_p;
extern pan_pset_t pan_all;

/// Collective; the first call, and the last one: it returns when all processes have called it, and
/// serves the others until then.
void pan_init(void);
void pan_end(void);

unsigned pan_my_pid(void);
unsigned pan_nr_processes(void);

enum { PAN_PROTO = 64 }; ///< bytes of a header, at most

// --- messages ------------------------------------------------------------------------------------

/// Copies the next `size` bytes of a message; the thread waits until they have arrived. Returns
/// their number. The last byte ends the message; a message without bytes ends at the first call.
int pan_msg_consume(pan_msg_p msg, void *buffer, unsigned size);
/// As above without copying; pan_msg_discard: the rest of a message.
int pan_msg_skip(pan_msg_p msg, unsigned size);
void pan_msg_discard(pan_msg_p msg);
/// The bytes of a message, and those not yet consumed.
unsigned pan_msg_size(pan_msg_p msg);
unsigned pan_msg_left(pan_msg_p msg);
/// The sender's header, until the message ends.
void *pan_msg_proto(pan_msg_p msg);

/// Runs when the first packet of a message has arrived: in a call of Panda, in the idle loop, or
/// between two instructions of a thread. One at a time for an access point, port, service or group,
/// in order; others may overlap. It consumes the message, or keeps it for later. It may wait for a
/// mutex, for the rest of its message and for room for what it sends: then it is a thread of its
/// own. It must not wait for a condition, another thread or an RPC's reply.
typedef void pan_handler_t(pan_msg_p msg, void *proto, unsigned src);

// All processes create the same access points, ports, services and groups in the same order before
// they send.

// --- system --------------------------------------------------------------------------------------

pan_sap_p pan_sap_create(pan_handler_t *handler);
/// Sends a header and `veclen` parts to `sap` of `dest`, or of all processes of a set except this
/// one. The parts may be changed when it returns. Unicasts of a thread to a process arrive in
/// order, and so do its multicasts. A unicast waits while 32 packets to `dest` are not consumed.
void pan_unicast(unsigned dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size);
void pan_multicast(pan_pset_p dests, pan_sap_p sap, pan_iovec_p parts, int veclen,
                   const void *proto, int proto_size);
/// Takes in what has arrived and runs its handlers.
void pan_poll(void);

// --- message passing -----------------------------------------------------------------------------

/// A null handler: messages wait for pan_receive.
pan_port_p pan_port_create(pan_handler_t *handler);
void pan_send(unsigned dest, pan_port_p port, pan_iovec_p parts, int veclen, const void *proto,
              int proto_size);
/// Waits for the next message of a port without handler. `src` may be null.
pan_msg_p pan_receive(pan_port_p port, unsigned *src);

// --- remote procedure calls ----------------------------------------------------------------------

/// A service. `call` is answered once, then or later, by any thread: pan_rpc_reply.
typedef void pan_service_t(pan_msg_p request, void *proto, pan_call_p call, unsigned src);
/// Returns the service's number.
int pan_rpc_register(pan_service_t *service);
void pan_rpc_reply(pan_call_p call, pan_iovec_p parts, int veclen, const void *proto,
                   int proto_size);
/// Calls a service and waits for the reply, which the caller consumes.
pan_msg_p pan_rpc(unsigned dest, int service, pan_iovec_p parts, int veclen, const void *proto,
                  int proto_size);

// --- totally-ordered broadcast -------------------------------------------------------------------

typedef enum {
    PAN_GSB, ///< a number by fetch-and-add, which travels with the message (001 6.4)
    PAN_PB,  ///< the message goes to process 0, which numbers and broadcasts it (001 6.6.5)
    PAN_BB,  ///< process 0 broadcasts the number of a message that its sender broadcasts
} pan_protocol_t;

/// The handler runs on all processes, the sender's included, for all messages in one order (src is
/// their sender).
pan_group_p pan_group_create(pan_handler_t *handler);
/// Before the first message; all processes choose the same. The messages of groups by GSB have one
/// order, and so have those by PB and BB.
void pan_group_protocol(pan_group_p group, pan_protocol_t protocol);
void pan_group_send(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                    int proto_size);
/// Without a number: in the order of this sender's unordered messages only.
void pan_group_send_unordered(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                              int proto_size);

/// Of this process since the start: packets of LFC that it has sent, once for each process that it
/// sends to in a tree, and those of others that it has forwarded. A message has one packet for each
/// 1012 bytes, a broadcast for each 1008; LFC's fetch-and-add has none.
typedef struct {
    unsigned sent, forwarded;
} pan_packet_stats_t;
pan_packet_stats_t pan_packet_stats(void);

#ifdef __cplusplus
}
#endif
