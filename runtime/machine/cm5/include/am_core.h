// The core of Active Messages on a CM-5, over CMAM: the only part of the machine that <am.h>,
// Split-C, fetch&add, threads and the C library use (docs/runtime-port.md specifies each function).
//
// A short message is a handler and 1 to 4 words, as they are, without the source, or with it as the
// handler's first parameter:
//
//     AM_SHORT void put(volatile int *to, int value) { *to = value; }
//     am_short_request_2(node, put, &x, 42);
//
//     AM_SHORT void ask(int src, volatile int *what) { am_short_answer_1(src, take, *what); }
//     am_short_request_1_from(node, ask, &x);
//
// Requests go over the left data network, replies over the right one (000 4.3.2.1). Handlers run in
// polls and in sends, never between other instructions; between am_hold() and am_release() only in
// am_poll() and in sends that the network refuses.
//   main             may send requests and replies;
//   request handler  may send replies only, and reply handlers run meanwhile;
//   reply handler    sends nothing.
// Two messages may be handled in any order, even between one pair of nodes.
#pragma once

#ifdef __sparc_xnet // the network interface is in the coprocessor
#include <am_core_xnet.h>
#else

#include <am_core_base.h>
#include <cm5_ni.h>

#define AM_ASYNC 0     ///< handlers do not run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< no order between messages of a pair (000 4.3.2.3)

#ifdef __cplusplus
extern "C" {
#endif

/// The handler. CMAM would send a null pointer, so that ends the run here, by a trap that no
/// handler has. It costs nothing where the handler is known.
AM_INLINE void *am_entry_(void *handler) {
    if (!__builtin_constant_p(handler != 0) || !handler)
        __asm__ volatile("tst %0\n\tte 0x13" : : "r"(handler) : "cc");
    return handler;
}
#define AM_ENTRY(handler) am_entry_((void *)(handler))

#include <am_core_polled.h>

/// The machine's barrier of all nodes, its control network's. A node meets, handles messages while
/// it waits, and has met when all have. Machines of kind loggp have none (docs/loggp.md).
#define AM_MEETS
AM_INLINE volatile unsigned *am_meeting_(void) {
    return (volatile unsigned *)(NI_BASE + NI_BARRIER_O);
}
AM_INLINE int am_can_meet(void) { return !(*am_meeting_() & NI_BARRIER_NONE); }
AM_INLINE void am_meet(void) { *am_meeting_() = 1; }
AM_INLINE int am_have_met(void) { return *am_meeting_() & NI_BARRIER_COMPLETE; }

/// The machine's clock, in cycles; it wraps (NI_TIME of the network interface).
AM_INLINE unsigned am_cycles(void) { return *(volatile unsigned *)(NI_BASE + NI_TIME_O); }

/// 33 MHz (000 4.3.8).
#define AM_HERTZ 33000000

void CMAM_poll(void);
void __am_poll_main(void); // CMAM_poll, or poll_deferring.c's am_poll
/// Runs the handlers of the messages that have arrived.
AM_INLINE void am_poll(void) { __am_poll_main(); }
AM_INLINE void am_poll_in_send_(void) { CMAM_poll(); }

// Functions of CMAM take a node, a handler and up to four words, however many are given; the rest
// of the message is the current contents of the registers. _held: checks for arrivals only when the
// network refuses. _from: the handler gets the source first (cmam_from.S).
#define AM_CMAM_SENDS_(name) extern void name(int node, void (*handler)(void), ...)
AM_CMAM_SENDS_(CMAM_4);
AM_CMAM_SENDS_(CMAM_4_held);
AM_CMAM_SENDS_(CMAM_4_from);
AM_CMAM_SENDS_(CMAM_4_from_held);
AM_CMAM_SENDS_(CMAM_reply_4);
AM_CMAM_SENDS_(CMAM_reply_4_held);
AM_CMAM_SENDS_(CMAM_reply_4_from);
AM_CMAM_SENDS_(CMAM_reply_4_from_held);
#undef AM_CMAM_SENDS_

#define AM_CMAM_(send, dest, h, ...)                                                               \
    (__builtin_expect(__xnet_holds != 0, 0)                                                        \
         ? send##_held(dest, (void (*)(void))(h)__VA_OPT__(, ) __VA_ARGS__)                        \
         : send(dest, (void (*)(void))(h)__VA_OPT__(, ) __VA_ARGS__))
#define AM_CMAM_request_ CMAM_4
#define AM_CMAM_reply_ CMAM_reply_4
#define AM_CMAM_answer_ CMAM_reply_4
#define AM_CMAM_request_from_ CMAM_4_from
#define AM_CMAM_reply_from_ CMAM_reply_4_from
#define AM_CMAM_answer_from_ CMAM_reply_4_from
#define AM_CMAM_NAMED_(send, ...) AM_CMAM_(send, __VA_ARGS__)
#define AM_SHORT_(kind, n, ...) AM_CMAM_NAMED_(AM_CMAM_##kind##_, __VA_ARGS__)
#define AM_SHORT_FROM_(kind, n, m, ...) AM_CMAM_NAMED_(AM_CMAM_##kind##_from_, __VA_ARGS__)
#include <am_core_names.h>

/// The most bytes of one transfer: an offset in a segment has 24 bits (000 4.3.3.2).
#define AM_MAX_BYTES ((1 << 24) - 8)

#include <am_core_bulk.h>
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

#ifdef __cplusplus
}
#endif

#endif // not __sparc_xnet
