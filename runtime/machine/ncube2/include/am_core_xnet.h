// The core of Active Messages on an nCUBE/2 whose x86 processors have the network interface in
// them (ncube2-clang -mxnet): <am_core.h> there. Requests go out at low priority, replies at high
// priority, over the same wires; each arrives as an event, and its handler, a plain C function, has
// its words as parameters and runs on a stack of its level (docs/ncube2-xnet.md).
//   main             may send requests and replies;
//   request handler  may send replies only; one whose channel is busy waits in a list, and goes out
//                    when there is room (A.2.12's outlet event), so that no handler waits;
//   reply handler    sends nothing.
#pragma once

#include <am_core_base.h>
#include <xnet_x86.h>

#define AM_ASYNC 1     ///< handlers run at any time
#define AM_MAX_WORDS 5 ///< of a short message without source; with it always 4
#define AM_ORDERED 0   ///< other replies pass a waiting reply
/// Requests of a pair take one way through the cube, one behind the other.
#define AM_REQUESTS_ORDERED 1
#ifndef AM_VECTORS   // 0: measurements without them (tests/buys)
#define AM_VECTORS 1 ///< bulk transfers and blocks are vectors
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A handler of short messages is a plain C function of one-word parameters: the dispatch puts
/// three of them into registers, two on the stack (-mregparm=3).
#define AM_SHORT

#define AM_LOW_ 0x00800000u  ///< nistat.LPMM
#define AM_HIGH_ 0x01000000u ///< nistat.HPMM
#define AM_OUT_ 0x00400000u  ///< nistat.OM
#define AM_LPEE_ 0x00100000u
#define AM_EE_ 0x00080000u
#define AM_TP_ 0x02000000u

#define AM_DEFER_TIMELET ///< main's path to deferred functions (am_defer.c)
enum { am_ni_timeh_ = 6, am_ni_timec_ = 7, am_ni_nistat_ = XNET_X86_NISTAT };
#define am_read_ni_(number) __builtin_xnet_cfc2(number)
#define am_write_ni_(number, value) __builtin_xnet_ctc2(number, value)

/// The machine's clock, in cycles; it wraps.
AM_INLINE unsigned am_cycles(void) { return __builtin_xnet_cfc2(XNET_X86_COUNT); }

/// 20 MHz (000 4.2.5).
#define AM_HERTZ 20000000

AM_INLINE int am_level(void) {
    const unsigned nistat = __builtin_xnet_cfc2(XNET_X86_NISTAT);
    if (!(nistat & AM_EE_)) return AM_LEVEL_HIGH;
    return nistat & AM_LPEE_ ? AM_LEVEL_MAIN : AM_LEVEL_LOW;
}

/// The events that nistat admits outside holds: messages, and outlet events while a reply waits.
extern volatile uint32_t __am_mask;

AM_INLINE uint32_t am_masks_(void) {
    return __builtin_xnet_cfc2(XNET_X86_NISTAT) & ~(AM_LOW_ | AM_HIGH_ | AM_OUT_);
}
/// Masks messages out. A handler that ran just before may have left a waiting reply.
AM_INLINE void am_close_(void) {
    __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_());
    if (__builtin_expect(__am_mask & AM_OUT_, 0))
        __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_() | AM_OUT_);
}

AM_INLINE void am_open_(void) { __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_() | __am_mask); }
#include <am_core_holds.h>

/// In a hold: opens the mask for a moment, so that the handlers of arrived messages run.
AM_INLINE void am_serve_(void) {
    am_open_();
    __asm__ volatile("nop" ::: "memory"); // they run before this
    am_close_();
}

/// From main: runs the handlers of the messages that have arrived, except those that have already
/// run.
AM_INLINE void am_poll(void) {
    if (__xnet_holds) am_serve_();
}
AM_INLINE void am_poll_in_send_(void) { am_poll(); }

#include <am_core_atomic.h>

/// The word that a message to a handler of <am.h> carries: the function itself.
#define AM_ENTRY(handler) ((void *)(handler))

/// A refused request is sent again, until it is accepted; in a hold, handlers run meanwhile.
void __am_request_refused(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));
/// A reply whose channel is busy: from a handler it joins the list; from main it is sent again.
void __am_reply_later(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));
void __am_reply_refused(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));

// The same for the words of a message with vector register 1 (am_core_vectors.h).
#define AM_OWN_VECTOR_SENDS
void __am_vector_request_refused(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));
void __am_vector_reply_refused(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));
// clang-format off
#define AM_VECTOR_SENDS_(n, parameters, ...)                                                       \
    AM_VECTOR_SEND_(request, n, v, parameters, __VA_ARGS__)                                        \
    AM_VECTOR_SEND_(reply, n, hv, parameters, __VA_ARGS__)
// clang-format on
#define AM_VECTOR_SEND_(name, n, level, parameters, ...)                                           \
    AM_INLINE void am_vector_##name##_##n##_ parameters {                                          \
        if (__builtin_expect(                                                                      \
                !__builtin_xnet_send##n##level((uint32_t)dest, handler, 1, __VA_ARGS__), 0)) {     \
            const uint32_t words[] = {__VA_ARGS__};                                                \
            __am_vector_##name##_refused(dest, handler, n, words);                                 \
        }                                                                                          \
    }
AM_VECTOR_SENDS_(1, (int dest, void *handler, uint32_t a), a)
AM_VECTOR_SENDS_(2, (int dest, void *handler, uint32_t a, uint32_t b), a, b)
#undef AM_VECTOR_SENDS_
#undef AM_VECTOR_SEND_

// One of each for 1 to 5 words. `level` is the letter of the builtin's name.
// clang-format off
#define AM_SENDS_(n, parameters, ...)                                                              \
    AM_SEND_(request, n, , __am_request_refused, parameters, __VA_ARGS__)                          \
    AM_SEND_(answer, n, h, __am_reply_later, parameters, __VA_ARGS__)                              \
    AM_SEND_(reply, n, h, __am_reply_refused, parameters, __VA_ARGS__)
// clang-format on
#define AM_SEND_(name, n, level, refused, parameters, ...)                                         \
    AM_INLINE void am_short_##name##_##n##_ parameters {                                           \
        if (__builtin_expect(!__builtin_xnet_send##n##level((uint32_t)dest, handler, __VA_ARGS__), \
                             0)) {                                                                 \
            const uint32_t words[] = {__VA_ARGS__};                                                \
            refused(dest, handler, n, words);                                                      \
        }                                                                                          \
    }
AM_SENDS_(1, (int dest, void *handler, uint32_t a), a)
AM_SENDS_(2, (int dest, void *handler, uint32_t a, uint32_t b), a, b)
AM_SENDS_(3, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c), a, b, c)
AM_SENDS_(4, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d), a, b, c, d)
AM_SENDS_(5, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e),
          a, b, c, d, e)
#undef AM_SENDS_
#undef AM_SEND_

#include <am_core_words.h>

/// The most bytes of one transfer.
#define AM_MAX_BYTES (12 << 24)

#include <am_core_bulk.h>
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

#ifdef __cplusplus
}
#endif
