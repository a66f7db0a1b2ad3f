// Panda-MT on LFC (Bhoedjang's thesis, 001, chapter 6): threads, messages of any length as streams,
// ports with flow control, remote procedure calls and totally-ordered broadcast (docs/panda.md).
// <pan.h> is the build for one thread; a program uses one of the two.
//
// Threads and handlers must not hold a mutex when they call a function of this file or of
// <pan_system.h> (001 6.2.3). A call that breaks a rule ends the run with a message that names the
// rule.
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

/// The system module provides totally-ordered broadcast (001 6.1.2).
#define PAN_ORDERED_BROADCAST 1

typedef struct pan_sap *pan_port_p;
typedef struct pan_sap *pan_group_p;

// pan_end returns when all processes have called it. Until then this process handles the messages
// of the others.
//
// A handler runs in a call of Panda, in the idle loop, or between two instructions of a thread.
// Handlers of different access points, ports, services and groups may overlap. A handler may wait
// for a mutex, for the rest of its message, and for credits or buffers when it sends; while it
// waits it is a thread of its own. It must not wait for a condition, another thread or an RPC's
// reply.
//
// A unicast waits while 32 packets to `dest` are not consumed. Any thread may reply to an RPC.

enum { PAN_RPC_PROTO = PAN_PROTO };

/// Returns the sender's header. It is valid until the last byte of the message has been consumed.
void *pan_msg_proto(pan_msg_p msg);

/// Receives the packets that have arrived and runs the handlers of their messages.
void pan_poll(void);

// --- message passing -----------------------------------------------------------------------------

/// With a null handler, messages wait for pan_receive.
pan_port_p pan_port_create(pan_handler_t *handler);
void pan_send(unsigned dest, pan_port_p port, pan_iovec_p parts, int veclen, const void *proto,
              int proto_size);
/// Waits for the next message of a port without handler. `src` may be null.
pan_msg_p pan_receive(pan_port_p port, unsigned *src);

// --- totally-ordered broadcast -------------------------------------------------------------------

typedef enum {
    PAN_GSB, ///< the sender gets a number by fetch-and-add and sends it in the message (001 6.4)
    PAN_PB,  ///< the message goes to process 0, which numbers and broadcasts it (001 6.6.5)
    PAN_BB,  ///< the sender broadcasts the message, and process 0 its number (001 6.6.5)
} pan_protocol_t;

/// The handler runs on all processes, including the sender, and all processes handle the messages
/// in the same order. `src` is the sender.
pan_group_p pan_group_create(pan_handler_t *handler);
/// Chooses the protocol before the first message; all processes choose the same one. All messages
/// by GSB have one order, even of different groups. All messages by PB and BB have another order.
void pan_group_protocol(pan_group_p group, pan_protocol_t protocol);
void pan_group_send(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                    int proto_size);
/// Broadcasts a message without a number: only the unordered messages of one sender have an order.
void pan_group_send_unordered(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                              int proto_size);

/// Packets of LFC since the start: those that this process has sent, and those of other processes
/// that it has forwarded. A broadcast packet counts once for each child of this process in the
/// broadcast tree. A message needs one packet for each 1012 bytes, a broadcast one for each 1008
/// bytes, and LFC's fetch-and-add none.
typedef struct {
    unsigned sent, forwarded;
} pan_packet_stats_t;
pan_packet_stats_t pan_packet_stats(void);

#ifdef __cplusplus
}
#endif
