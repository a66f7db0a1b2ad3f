// The core of Active Messages on an SP-2 (docs/sp2.md, "The protocol"): the only part of the
// machine that <am.h>, Split-C, fetch&add, threads and the C library use. docs/runtime-port.md
// specifies each function.
//
// Requests and replies have separate windows (Chang, Czajkowski, von Eicken, Design and Performance
// of Active Messages on the IBM SP-2, 1996: 2.2). Handlers run in polls only: in am_poll, after
// each request of main outside a hold, and where a send of main waits.
//   main             may send requests and replies;
//   request handler  may send replies only;
//   reply handler    sends nothing.
// Messages of one kind between a pair of nodes are handled in the order in which they were sent.
#pragma once

#ifdef __powerpc_xnet // network instructions in the processor
#include <am_core_xnet.h>
#else

#include <am_core_base.h>

#define AM_ASYNC 0     ///< handlers do not run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< no program may rely on order

#ifdef __cplusplus
extern "C" {
#endif

#include <am_core_polled.h>

/// The machine's clock, in cycles; it wraps (the lower half of the time base).
AM_INLINE unsigned am_cycles(void) {
    unsigned cycles;
    __asm__ volatile("mfspr %0, 268" : "=r"(cycles));
    return cycles;
}

/// 66 MHz (2.1).
#define AM_HERTZ 66000000

void __am_poll(void);
void __am_poll_main(void); // __am_poll, or poll_deferring.c's
/// Runs the handlers of the messages that have arrived. Does nothing in a handler.
AM_INLINE void am_poll(void) { __am_poll_main(); }
AM_INLINE void am_poll_in_send_(void) { __am_poll(); }

// Bit 0 of the handler's address in a message: the source comes first. By number of words.
#define AM_SENDS_(name)                                                                            \
    void name##_0(int dest, uint32_t handler);                                                     \
    void name##_1(int dest, uint32_t handler, uint32_t a);                                         \
    void name##_2(int dest, uint32_t handler, uint32_t a, uint32_t b);                             \
    void name##_3(int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c);                 \
    void name##_4(int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
AM_SENDS_(__am_request);
AM_SENDS_(__am_reply);

#define AM_PLAIN_(h) ((uint32_t)(uintptr_t)(void *)(h))
#define __am_answer_0 __am_reply_0
#define __am_answer_1 __am_reply_1
#define __am_answer_2 __am_reply_2
#define __am_answer_3 __am_reply_3
#define __am_answer_4 __am_reply_4
#define AM_SHORT_(kind, n, dest, h, ...) __am_##kind##_##n(dest, AM_PLAIN_(h), __VA_ARGS__)
#define AM_SHORT_FROM_(kind, n, m, dest, h, ...)                                                   \
    __am_##kind##_##n(dest, AM_PLAIN_(h) | 1 __VA_OPT__(, ) __VA_ARGS__)
#include <am_core_names.h>

/// The most bytes of one transfer.
#define AM_MAX_BYTES 0x7FFFFFFF

// am_bulk_request returns when all bytes are acknowledged: until then it may have to resend them.
#include <am_core_bulk.h>
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

/// As am_bulk_request, but returns when all bytes have been handed over; `end(dest, from, bytes,
/// endarg)` runs here, in a poll, when they are acknowledged and `from` may be reused. At most 16
/// transfers wait this way.
#define AM_BULK_ASYNC 1
typedef void (*am_bulk_end_t)(int dest, void *from, int bytes, void *arg);
void am_bulk_request_async(int dest, void *to, const void *from, unsigned bytes, void *h,
                           unsigned arg, am_bulk_end_t end, void *endarg);

#ifdef __cplusplus
}
#endif

#endif
