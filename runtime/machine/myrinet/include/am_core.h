// The core of Active Messages on a Myrinet (docs/lfc-myrinet.md, "Active Messages"): the only part
// of the machine that <am.h>, Split-C, fetch&add and the C library use. docs/runtime-port.md
// specifies each function. A message is a packet of LFC.
//
// Handlers run in polls only: in am_poll, after each request of main outside a hold, and where a
// send of main waits.
//   main             may send requests and replies;
//   request handler  may send replies only;
//   reply handler    sends nothing.
// Messages of a pair of nodes come in the order in which they were sent. Upcalls of LFC's clients
// (<lfc.h>) come at any time, from interrupts, except in a hold; those of Panda with threads not in
// a handler either.
#pragma once

#include <am_core_base.h>

#define AM_HERTZ 200000000
#define AM_ASYNC 0     ///< handlers do not run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 1   ///< messages of a pair keep their order
#define AM_SIGNALS 1   ///< LFC's interrupts come on main's stack (signal.S)

#ifdef __cplusplus
extern "C" {
#endif

/// A handler of short messages is a plain C function.
#define AM_SHORT
#define AM_ENTRY(handler) ((void *)(handler))

/// The processor's time stamp counter (001 1.6.2); 32 bits, which wrap.
AM_INLINE unsigned am_cycles(void) {
    unsigned low;
    __asm__ volatile("rdtsc" : "=a"(low) : : "edx");
    return low;
}

/// Handlers and upcalls run on main.
AM_INLINE int am_level(void) { return AM_LEVEL_MAIN; }
/// Whether a handler of a message is running; for programs with threads (lib/threads).
#define AM_IS_HANDLING() (__am_level != 0)
extern int __am_level; ///< 0: no handler

/// An interrupt came in a hold, or inside LFC (lfc.c): it is taken in afterwards.
extern volatile int __myrinet_pending;
extern void (*__myrinet_take_in)(void);

/// Keeps handlers and upcalls from running until the matching am_release(). Holds nest.
AM_INLINE void am_hold(void) {
    ++__xnet_holds;
    __asm__ volatile("" ::: "memory");
}
AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory");
    const int left = --__xnet_holds;
    if (__builtin_expect(left < 0, 0)) __am_release_wrong();
    if (__builtin_expect(left == 0 && __myrinet_pending, 0)) __myrinet_take_in();
}

void __am_poll(void);
/// __am_poll, or poll_deferring.c's; 0 in programs that use LFC only.
void __am_poll_main(void) __attribute__((weak));
/// Runs the handlers of the messages that have arrived. Does nothing in a handler.
AM_INLINE void am_poll(void) {
    if (__am_poll_main) __am_poll_main();
}
AM_INLINE void am_poll_in_send_(void) { __am_poll(); }
AM_INLINE int am_must_poll(void) { return 1; }

// Bit 0 of `how`: the source comes first. By number of words.
#define AM_SENDS_(name)                                                                            \
    void name##_0(int dest, void *handler, unsigned how);                                          \
    void name##_1(int dest, void *handler, unsigned how, uint32_t a);                              \
    void name##_2(int dest, void *handler, unsigned how, uint32_t a, uint32_t b);                  \
    void name##_3(int dest, void *handler, unsigned how, uint32_t a, uint32_t b, uint32_t c);      \
    void name##_4(int dest, void *handler, unsigned how, uint32_t a, uint32_t b, uint32_t c,       \
                  uint32_t d)
AM_SENDS_(__am_request);
AM_SENDS_(__am_reply);

#define __am_answer_0 __am_reply_0
#define __am_answer_1 __am_reply_1
#define __am_answer_2 __am_reply_2
#define __am_answer_3 __am_reply_3
#define __am_answer_4 __am_reply_4
#define AM_SHORT_(kind, n, dest, h, ...) __am_##kind##_##n(dest, (void *)(h), 0, __VA_ARGS__)
#define AM_SHORT_FROM_(kind, n, m, dest, h, ...)                                                   \
    __am_##kind##_##n(dest, (void *)(h), 1 __VA_OPT__(, ) __VA_ARGS__)
#include <am_core_atomic.h>
#include <am_core_names.h>

/// The most bytes of one transfer.
#define AM_MAX_BYTES 0x7FFFFFFF

#include <am_core_bulk.h>
/// Only the data: messages that are sent afterwards find it in place.
void am_bulk_data_(int dest, void *to, const void *from, unsigned bytes);
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

#ifdef __cplusplus
}
#endif
