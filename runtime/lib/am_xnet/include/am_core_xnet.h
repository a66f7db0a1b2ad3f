// The core of Active Messages on machines with T1's network instructions in another processor, in
// programs that are compiled with -mxnet: <am_core.h> there includes it. Requests go out at low
// priority, replies at high priority, over networks that do not wait for each other; each arrives
// as an event (docs/cm5-xnet.md, docs/sp2-xnet.md). The rules are those of the machine's other
// <am_core.h>, except that handlers run as soon as their message arrives.
#pragma once

#include <am_core_base.h>

#ifdef __sparc_xnet
#define AM_HERTZ 33000000 ///< 33 MHz (000 4.3.8)
#define AM_WORDS_ 4       // of a message: a CM-5's packet has five, and the handler is one
#else
#define AM_HERTZ 66000000 ///< 66 MHz (003 2.1)
#define AM_WORDS_ 5
#endif
#ifndef AM_VECTORS   // 0: measurements without them (tests/buys)
#define AM_VECTORS 1 ///< bulk transfers and blocks are vectors
#endif

#define AM_ASYNC 1     ///< handlers run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< no order between messages of a pair (000 4.3.2.3)

#ifdef __cplusplus
extern "C" {
#endif

// Registers of the network interface by number (docs/extension.md).
enum { am_ni_timeh_ = 6, am_ni_timec_ = 7, am_ni_count_ = 9, am_ni_nistat_ = 19 };
#define AM_LOW_ 0x00800000u  ///< nistat.LPMM
#define AM_HIGH_ 0x01000000u ///< nistat.HPMM
#define AM_LPEE_ 0x00100000u
#define AM_EE_ 0x00080000u
#define AM_TP_ 0x02000000u
#define AM_DEFER_TIMELET ///< main's path to deferred functions (am_defer.c)

#define am_read_ni_(number) __builtin_xnet_cfc2(number)
#define am_write_ni_(number, value) __builtin_xnet_ctc2(number, value)

/// The machine's clock, in cycles; it wraps.
AM_INLINE unsigned am_cycles(void) { return am_read_ni_(am_ni_count_); }

AM_INLINE int am_level(void) {
    const unsigned nistat = am_read_ni_(am_ni_nistat_);
    if (!(nistat & AM_EE_)) return AM_LEVEL_HIGH;
    return nistat & AM_LPEE_ ? AM_LEVEL_MAIN : AM_LEVEL_LOW;
}

AM_INLINE void am_close_(void) {
    am_write_ni_(am_ni_nistat_, am_read_ni_(am_ni_nistat_) & ~(AM_LOW_ | AM_HIGH_));
}
AM_INLINE void am_open_(void) {
    am_write_ni_(am_ni_nistat_, am_read_ni_(am_ni_nistat_) | AM_LOW_ | AM_HIGH_);
}
#include <am_core_holds.h>

/// In a hold: opens the mask's bits for a moment, so that the handlers of arrived messages run.
AM_INLINE void am_serve_(unsigned bits) {
    const uint32_t closed = am_read_ni_(am_ni_nistat_);
    am_write_ni_(am_ni_nistat_, closed | bits);
    __asm__ volatile("nop" ::: "memory"); // they run before this
    am_write_ni_(am_ni_nistat_, am_read_ni_(am_ni_nistat_) & ~bits);
}

/// From main: runs the handlers of the messages that have arrived, except those that have already
/// run.
AM_INLINE void am_poll(void) {
    if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}
AM_INLINE void am_poll_in_send_(void) { am_poll(); }

#ifdef __powerpc_xnet
// An event ends a reservation.
#include <am_core_atomic.h>
#else
/// On a word of this node, atomic against every handler: masks messages out for a few instructions.
/// (SWAP takes 30 cycles: 000 4.3.2.2.)
#define AM_ALONE_(...)                                                                             \
    const uint32_t open = am_read_ni_(am_ni_nistat_);                                              \
    am_write_ni_(am_ni_nistat_, open & ~(AM_LOW_ | AM_HIGH_));                                     \
    const int was = *address;                                                                      \
    __VA_ARGS__;                                                                                   \
    am_write_ni_(am_ni_nistat_, open);                                                             \
    return was
AM_INLINE int am_atomic_add(volatile int *address, int increment) {
    AM_ALONE_(*address = was + increment);
}
AM_INLINE int am_atomic_store(volatile int *address, int value) { AM_ALONE_(*address = value); }
AM_INLINE int am_atomic_swap(volatile int *address, int expected, int value) {
    AM_ALONE_(if (was == expected) *address = value);
}
#undef AM_ALONE_
#endif

/// The word that a message to a handler of <am.h> carries: a C function, by way of am_entry.S.
#define AM_ENTRY(handler) ((void *)((uintptr_t)(handler) | 2))

/// A short handler: `AM_SHORT void h(int a, ...)`, one-word parameters. It is bounded, calls only
/// inlined functions and uses no floating point; the message enters it directly and it ends in
/// HRET, so its cost is that of its own instructions.
#define AM_SHORT __attribute__((xnet_handler("low")))
#define AM_NAME_(h) ((uint32_t)(uintptr_t)(h))

// One of each for 1 to 5 words; a refusal by the network takes the slow path: main sends again and,
// in a hold, lets handlers in meanwhile.
#define AM_SENDS_(n, parameters, ...)                                                              \
    AM_INLINE void am_short_request_##n##_ parameters {                                            \
        while (!__builtin_xnet_send##n((uint32_t)dest, (void *)handler, __VA_ARGS__))              \
            if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);                                       \
    }                                                                                              \
    /* A reply waits for nothing but replies. */                                                   \
    AM_INLINE void am_short_reply_##n##_ parameters {                                              \
        while (!__builtin_xnet_send##n##h((uint32_t)dest, (void *)handler, __VA_ARGS__))           \
            if (__xnet_holds) am_serve_(AM_HIGH_);                                                 \
    }                                                                                              \
    AM_INLINE void am_short_answer_##n##_ parameters {                                             \
        while (!__builtin_xnet_send##n##h((uint32_t)dest, (void *)handler, __VA_ARGS__)) {         \
        }                                                                                          \
    }
AM_SENDS_(1, (int dest, uint32_t handler, uint32_t a), a)
AM_SENDS_(2, (int dest, uint32_t handler, uint32_t a, uint32_t b), a, b)
AM_SENDS_(3, (int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c), a, b, c)
AM_SENDS_(4, (int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d), a, b, c,
          d)
#if AM_WORDS_ >= 5
AM_SENDS_(5,
          (int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e),
          a, b, c, d, e)
#endif
#undef AM_SENDS_

#define AM_SHORT_(kind, n, dest, h, ...) am_short_##kind##_##n##_(dest, AM_NAME_(h), __VA_ARGS__)
#define AM_SHORT_FROM_(kind, n, m, dest, h, ...)                                                   \
    AM_FROM_##n##_(am_short_##kind##_##n##_, am_short_##kind##_##m##_, dest,                       \
                   AM_NAME_(h) __VA_OPT__(, ) __VA_ARGS__)
#define AM_FROM_0_(send, send_more, dest, name) send_more(dest, name, AM_WORD_(am_my_proc()))
#define AM_FROM_1_(send, send_more, dest, name, ...)                                               \
    send_more(dest, name, AM_WORD_(am_my_proc()), __VA_ARGS__)
#define AM_FROM_2_ AM_FROM_1_
#define AM_FROM_3_ AM_FROM_1_
#if AM_WORDS_ >= 5
#define AM_FROM_4_ AM_FROM_1_
#else // the source is in the handler's word (am_entry.S)
#define AM_FROM_4_(send, send_more, dest, name, ...)                                               \
    send(dest, (name) | 1 | AM_WORD_(am_my_proc()) << 22, __VA_ARGS__)
#endif
#include <am_core_names.h>

/// The most bytes of one transfer.
#define AM_MAX_BYTES (12 << 24)

#include <am_core_bulk.h>
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

#ifdef __cplusplus
}
#endif
