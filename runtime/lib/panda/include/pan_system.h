// The calls of both builds of Panda (001 6.1.2, 6.3): messages of any length as streams,
// unicast, multicast and remote procedure calls. <pan.h> (one thread) and <pan_mt.h> (threads)
// include this file; a program includes one of those two.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Guarantees of the system module for the modules above it (001 6.1.2).
#define PAN_RELIABLE 1
#define PAN_FIFO 1
#define PAN_MAX_MESSAGE 0 ///< bytes; 0 means no limit

typedef struct pan_sap *pan_sap_p;
typedef struct pan_msg *pan_msg_p;
typedef struct pan_call *pan_call_p;

/// A part of a message.
typedef struct {
    const void *data;
    unsigned len;
} pan_iovec_t, *pan_iovec_p;

/// A set of processes for multicasts.
typedef struct {
    const unsigned *members; ///< null means all processes
    unsigned count;
} pan_pset_t, *pan_pset_p;
extern pan_pset_t pan_all;

/// All processes call pan_init before any other function of Panda, and pan_end after all others.
void pan_init(void);
void pan_end(void);

unsigned pan_my_pid(void);
unsigned pan_nr_processes(void);

enum { PAN_PROTO = 64 }; ///< maximum size of a header in bytes

// All processes create the same access points, ports, services and groups in the same order before
// they send.

/// The handler of an access point. It runs when the first packet of a message has arrived and the
/// handler has returned for all earlier messages of this access point. `proto` is the sender's
/// header, valid until the handler returns. The handler consumes the message, or stores `msg`, and
/// the program consumes it later.
typedef void pan_handler_t(pan_msg_p msg, void *proto, unsigned src);
pan_sap_p pan_sap_create(pan_handler_t *handler);

/// Sends a header and `veclen` parts to the access point `sap` of `dest`, or of all processes of a
/// set except this one. The caller may change the parts after the return. The unicasts of one
/// thread to one process arrive in order, and so do its multicasts.
void pan_unicast(unsigned dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size);
void pan_multicast(pan_pset_p dests, pan_sap_p sap, pan_iovec_p parts, int veclen,
                   const void *proto, int proto_size);

/// Waits for the next `size` bytes of a message and copies them to `buffer`. Returns the number of
/// bytes, which is smaller at the end of the message. After the last byte `msg` is freed; a message
/// without bytes is freed by the first call.
int pan_msg_consume(pan_msg_p msg, void *buffer, unsigned size);
/// Like pan_msg_consume, but without a copy; pan_msg_discard skips the rest of the message.
int pan_msg_skip(pan_msg_p msg, unsigned size);
void pan_msg_discard(pan_msg_p msg);
/// The size of a message in bytes, and the number of bytes that are not yet consumed.
unsigned pan_msg_size(pan_msg_p msg);
unsigned pan_msg_left(pan_msg_p msg);

/// A service. It answers `call` exactly once by pan_rpc_reply, immediately or later.
typedef void pan_service_t(pan_msg_p request, void *proto, pan_call_p call, unsigned src);
/// Returns the service's number.
int pan_rpc_register(pan_service_t *service);
void pan_rpc_reply(pan_call_p call, pan_iovec_p parts, int veclen, const void *proto,
                   int proto_size);
/// Calls a service, waits for the reply and returns it; the caller consumes it. Handlers must not
/// call this function. A header of a request or reply has at most PAN_RPC_PROTO bytes.
pan_msg_p pan_rpc(unsigned dest, int service, pan_iovec_p parts, int veclen, const void *proto,
                  int proto_size);

#ifdef __cplusplus
}
#endif
