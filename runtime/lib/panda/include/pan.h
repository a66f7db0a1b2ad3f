// Panda-ST on LFC (Bhoedjang's thesis, 001, chapter 6 and 7.4.1): messages of any length as
// streams, unicast, multicast and remote procedure calls, for one thread. Handlers run on main, in
// pan_poll and in calls that wait; they may send and consume.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pan_sap *pan_sap_p;
typedef struct pan_msg *pan_msg_p;

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

/// Runs when the first packet of a message has arrived and all earlier messages of its access point
/// have been handled, one at a time. `proto` is the sender's header, valid until the handler
/// returns. The handler consumes the message, or keeps it and consumes it later.
typedef void pan_handler_t(pan_msg_p msg, void *proto, unsigned src);

/// Service access points: all processes create the same ones in the same order, before they send.
pan_sap_p pan_sap_create(pan_handler_t *handler);

enum { PAN_PROTO = 64 }; ///< bytes of a header, at most

/// Sends a header and `veclen` parts to `sap` of `dest`, or of all processes of a set except this
/// one. The parts may be changed when it returns. Unicasts to a process arrive in order, and so do
/// multicasts.
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

/// Handles arrivals: one packet at most.
void pan_poll(void);
/// As above, but waits for an arrival first.
void pan_wait(void);

/// A service: consumes `request` and writes up to `room` bytes to `reply`; returns their number.
typedef unsigned pan_service_t(pan_msg_p request, unsigned src, void *reply, unsigned room);
enum { PAN_REPLY = 4096 }; ///< bytes of a reply, at most

/// All processes register the same services in the same order. Returns the service's number.
int pan_rpc_register(pan_service_t *service);
/// Calls a service and waits. Returns the bytes of the reply; at most `room` of them are stored.
/// Not from a handler.
unsigned pan_rpc(unsigned dest, int service, pan_iovec_p parts, int veclen, void *reply,
                 unsigned room);

#ifdef __cplusplus
}
#endif
