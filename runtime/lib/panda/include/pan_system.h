// The calls that both builds of Panda have (001 6.1.2, 6.3): messages of any length as streams,
// unicast, multicast and remote procedure calls. <pan.h> (one thread) and <pan_mt.h> (threads)
// include this file; a program includes one of those two.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// What the system module promises to the modules above it (001 6.1.2).
#define PAN_RELIABLE 1
#define PAN_FIFO 1
#define PAN_MAX_MESSAGE 0 ///< bytes; 0: any number

typedef struct pan_sap *pan_sap_p;
typedef struct pan_msg *pan_msg_p;
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

/// Collective; the first call and the last.
void pan_init(void);
void pan_end(void);

unsigned pan_my_pid(void);
unsigned pan_nr_processes(void);

enum { PAN_PROTO = 64 }; ///< bytes of a header, at most

// All processes create the same access points, ports, services and groups in the same order before
// they send.

/// The handler of an access point runs when the first packet of a message has arrived and all
/// earlier messages of its access point have been handled, one at a time. `proto` is the sender's
/// header, valid until the handler returns. The handler consumes the message, or keeps it and
/// consumes it later.
typedef void pan_handler_t(pan_msg_p msg, void *proto, unsigned src);
pan_sap_p pan_sap_create(pan_handler_t *handler);

/// Sends a header and `veclen` parts to `sap` of `dest`, or of all processes of a set except this
/// one. The parts may be changed when it returns. Unicasts of a thread to a process arrive in
/// order, and so do its multicasts.
void pan_unicast(unsigned dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size);
void pan_multicast(pan_pset_p dests, pan_sap_p sap, pan_iovec_p parts, int veclen,
                   const void *proto, int proto_size);

/// Copies the next `size` bytes of a message, and waits until they have arrived. Returns their
/// number. The last byte ends the message; a message without bytes ends at the first call.
int pan_msg_consume(pan_msg_p msg, void *buffer, unsigned size);
/// As above without copying; pan_msg_discard: the rest of a message.
int pan_msg_skip(pan_msg_p msg, unsigned size);
void pan_msg_discard(pan_msg_p msg);
/// The bytes of a message, and those not yet consumed.
unsigned pan_msg_size(pan_msg_p msg);
unsigned pan_msg_left(pan_msg_p msg);

/// A service. `call` is answered once, then or later: pan_rpc_reply.
typedef void pan_service_t(pan_msg_p request, void *proto, pan_call_p call, unsigned src);
/// Returns the service's number.
int pan_rpc_register(pan_service_t *service);
void pan_rpc_reply(pan_call_p call, pan_iovec_p parts, int veclen, const void *proto,
                   int proto_size);
/// Calls a service and waits for the reply, which the caller consumes. Not from a handler. A header
/// of a request or reply has at most PAN_RPC_PROTO bytes.
pan_msg_p pan_rpc(unsigned dest, int service, pan_iovec_p parts, int veclen, const void *proto,
                  int proto_size);

#ifdef __cplusplus
}
#endif
