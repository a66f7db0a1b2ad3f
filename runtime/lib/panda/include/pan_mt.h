// Panda-MT on LFC (Bhoedjang's thesis, 001, chapter 6): threads, messages of any length as streams,
// ports with flow control, remote procedure calls and totally-ordered broadcast (docs/panda.md).
// <pan.h> is the build for one thread; a program uses one of the two.
//
// Every call of this file but those of threads is for threads and handlers that hold no mutex
// (001 6.2.3); a call that breaks a rule ends the run and says which one.
#pragma once

#ifdef PAN_ST_H
#error "a program uses <pan.h> or <pan_mt.h>"
#endif
#define PAN_MT_H

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
#define pan_rpc_reply pan_mt_rpc_reply

#include <pan_system.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The system module keeps the order of broadcasts (001 6.1.2).
#define PAN_ORDERED_BROADCAST 1

typedef struct pan_sap *pan_port_p;
typedef struct pan_sap *pan_group_p;

// pan_end returns when all processes have called it, and serves the others until then.
//
// A handler runs in a call of Panda, in the idle loop, or between two instructions of a thread.
// Handlers of different access points, ports, services and groups may overlap. A handler may wait
// for a mutex, for the rest of its message and for room for what it sends: then it is a thread of
// its own. It must not wait for a condition, another thread or an RPC's reply.
//
// A unicast waits while 32 packets to `dest` are not consumed. Any thread may answer a call.

enum { PAN_RPC_PROTO = PAN_PROTO };

/// The sender's header, until the message ends.
void *pan_msg_proto(pan_msg_p msg);

/// Takes in what has arrived and runs its handlers.
void pan_poll(void);

// --- message passing -----------------------------------------------------------------------------

/// A null handler: messages wait for pan_receive.
pan_port_p pan_port_create(pan_handler_t *handler);
void pan_send(unsigned dest, pan_port_p port, pan_iovec_p parts, int veclen, const void *proto,
              int proto_size);
/// Waits for the next message of a port without handler. `src` may be null.
pan_msg_p pan_receive(pan_port_p port, unsigned *src);

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
