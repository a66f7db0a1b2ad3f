// What the cores of PowerPC machines share whose handlers run in polls. Part of <am_core.h>, within
// extern "C".
#pragma once

/// The machine's clock, in cycles; it wraps (the lower half of the time base).
AM_INLINE unsigned am_cycles(void) {
    unsigned cycles;
    __asm__ volatile("mfspr %0, 268" : "=r"(cycles));
    return cycles;
}

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
