// The core of Active Messages on machines with T1's network instructions in another processor, in
// programs that are compiled with -mxnet: <am_core.h> there includes it. Requests go out at low
// priority, replies at high priority, over networks that do not wait for each other; each arrives
// as an event (docs/cm5-xnet.md, docs/sp2-xnet.md). The rules are those of the machine's other
// <am_core.h>, but that handlers run as soon as their message arrives.
#pragma once

#include <stdint.h>

#ifdef __sparc_xnet
#define AM_HERTZ 33000000 ///< 33 MHz (000 4.3.8)
#define AM_WORDS_ 4       // of a message: a CM-5's packet has five, and the handler is one
#else
#define AM_HERTZ 66000000 ///< 66 MHz (003 2.1)
#define AM_WORDS_ 5
#endif

#define AM_ASYNC 1     ///< handlers run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< no order between messages of a pair (000 4.3.2.3)

#ifdef __cplusplus
extern "C" {
#endif

// What is inlined has the line of the call, where a debugger and a message look for it.
#define AM_INLINE static inline __attribute__((always_inline, nodebug, unused))

// Set by crt0 before main and before any event, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return __xnet_node; }
AM_INLINE int am_procs(void) { return __xnet_nodes; }

// Registers of the network interface by number (docs/extension.md).
enum { am_ni_count_ = 9, am_ni_nistat_ = 19 };
#define AM_LOW_ 0x00800000u  ///< nistat.LPMM
#define AM_HIGH_ 0x01000000u ///< nistat.HPMM
#define AM_LPEE_ 0x00100000u
#define AM_EE_ 0x00080000u

#define am_read_ni_(number) __builtin_xnet_cfc2(number)
#define am_write_ni_(number, value) __builtin_xnet_ctc2(number, value)

/// The machine's clock, in cycles; it wraps.
AM_INLINE unsigned am_cycles(void) { return am_read_ni_(am_ni_count_); }

/// Whose code this is: a handler that has interrupted printf may call printf.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };
AM_INLINE int am_level(void) {
    const unsigned nistat = am_read_ni_(am_ni_nistat_);
    if (!(nistat & AM_EE_)) return AM_LEVEL_HIGH;
    return nistat & AM_LPEE_ ? AM_LEVEL_MAIN : AM_LEVEL_LOW;
}

/// am_hold()s that are open. Handlers leave it as they found it.
extern int __xnet_holds;

/// Whether handlers run in polls only, here and now.
AM_INLINE int am_must_poll(void) { return __xnet_holds != 0; }

/// Keeps handlers away from here to the am_release() that belongs to it. Holds nest.
AM_INLINE void am_hold(void) {
    // Counted before the mask closes: a handler that comes in between, with a hold of its own, then
    // opens nothing.
    ++__xnet_holds;
    __asm__ volatile("" ::: "memory");
    am_write_ni_(am_ni_nistat_, am_read_ni_(am_ni_nistat_) & ~(AM_LOW_ | AM_HIGH_));
}

void __am_release_wrong(void) __attribute__((noreturn, cold));

AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // what was done in the hold is done
    const int left = --__xnet_holds;
    if (__builtin_expect(left == 0, 1))
        am_write_ni_(am_ni_nistat_, am_read_ni_(am_ni_nistat_) | AM_LOW_ | AM_HIGH_);
    else if (__builtin_expect(left < 0, 0))
        __am_release_wrong();
}

/// In a hold: opens the mask's bits for a moment, so that the handlers of what has arrived run.
AM_INLINE void am_serve_(unsigned bits) {
    const uint32_t closed = am_read_ni_(am_ni_nistat_);
    am_write_ni_(am_ni_nistat_, closed | bits);
    __asm__ volatile("nop" ::: "memory"); // they come before this
    am_write_ni_(am_ni_nistat_, am_read_ni_(am_ni_nistat_) & ~bits);
}

/// From main: runs the handlers of the messages that have arrived; those that have run already are
/// none.
AM_INLINE void am_poll(void) {
    if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits. It polls where
/// one must.
void am_wait(volatile int *flag, int value);

#ifdef __powerpc_xnet
/// On a word of this node, atomic against every handler: an event ends a reservation.
AM_INLINE int am_atomic_add(volatile int *address, int increment) {
    return __atomic_fetch_add(address, increment, __ATOMIC_RELAXED);
}
AM_INLINE int am_atomic_store(volatile int *address, int value) {
    return __atomic_exchange_n(address, value, __ATOMIC_RELAXED);
}
AM_INLINE int am_atomic_swap(volatile int *address, int expected, int value) {
    __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
#else
/// On a word of this node, atomic against every handler: for a few instructions no message is let
/// in. (SWAP takes 30 cycles: 000 4.3.2.2.)
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

/// What a message to a handler of <am.h> names: a C function, by way of am_entry.S.
#define AM_ENTRY(handler) ((void *)((uintptr_t)(handler) | 2))

/// A short handler: `AM_SHORT void h(int a, ...)`, one-word parameters. Bounded, calls
/// only what is inlined, no floating point; the message goes to it directly and it ends in HRET, so
/// what it costs is what it does.
#define AM_SHORT __attribute__((xnet_handler("low")))
#define AM_NAME_(h) ((uint32_t)(uintptr_t)(h))

// One of each for 1 to 5 words; the network's refusal is the slow path: again, and in a hold main
// lets handlers in meanwhile.
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

#define AM_WORD_(a) ((uint32_t)(a))
#define AM_SHORT_1_(name, dest, h, a) am_short_##name##_1_(dest, h, AM_WORD_(a))
#define AM_SHORT_2_(name, dest, h, a, b) am_short_##name##_2_(dest, h, AM_WORD_(a), AM_WORD_(b))
#define AM_SHORT_3_(name, dest, h, a, b, c)                                                        \
    am_short_##name##_3_(dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define AM_SHORT_4_(name, dest, h, a, b, c, d)                                                     \
    am_short_##name##_4_(dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))
#if AM_WORDS_ >= 5
#define AM_SHORT_4_FROM_(name, dest, h, a, b, c, d)                                                \
    am_short_##name##_5_(dest, AM_NAME_(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b),      \
                         AM_WORD_(c), AM_WORD_(d))
#else // the source is in the handler's word (am_entry.S)
#define AM_SHORT_4_FROM_(name, dest, h, a, b, c, d)                                                \
    AM_SHORT_4_(name, dest, AM_NAME_(h) | 1 | (uint32_t)am_my_proc() << 22, a, b, c, d)
#endif

/// Sends a short request from main: `h(a, ...)` will run on node `dest`, which may be this one.
/// Words are integers or pointers.
#define am_short_request_1(dest, h, a) AM_SHORT_1_(request, dest, AM_NAME_(h), a)
#define am_short_request_2(dest, h, a, b) AM_SHORT_2_(request, dest, AM_NAME_(h), a, b)
#define am_short_request_3(dest, h, a, b, c) AM_SHORT_3_(request, dest, AM_NAME_(h), a, b, c)
#define am_short_request_4(dest, h, a, b, c, d) AM_SHORT_4_(request, dest, AM_NAME_(h), a, b, c, d)

/// The same with the source: `h(source, a, ...)`, 0 to 4 words.
#define am_short_request_0_from(dest, h) AM_SHORT_1_(request, dest, AM_NAME_(h), am_my_proc())
#define am_short_request_1_from(dest, h, a) AM_SHORT_2_(request, dest, AM_NAME_(h), am_my_proc(), a)
#define am_short_request_2_from(dest, h, a, b)                                                     \
    AM_SHORT_3_(request, dest, AM_NAME_(h), am_my_proc(), a, b)
#define am_short_request_3_from(dest, h, a, b, c)                                                  \
    AM_SHORT_4_(request, dest, AM_NAME_(h), am_my_proc(), a, b, c)
#define am_short_request_4_from(dest, h, a, b, c, d) AM_SHORT_4_FROM_(request, dest, h, a, b, c, d)

/// Sends a short reply, from a request handler or from main.
#define am_short_reply_1(dest, h, a) AM_SHORT_1_(reply, dest, AM_NAME_(h), a)
#define am_short_reply_2(dest, h, a, b) AM_SHORT_2_(reply, dest, AM_NAME_(h), a, b)
#define am_short_reply_3(dest, h, a, b, c) AM_SHORT_3_(reply, dest, AM_NAME_(h), a, b, c)
#define am_short_reply_4(dest, h, a, b, c, d) AM_SHORT_4_(reply, dest, AM_NAME_(h), a, b, c, d)
#define am_short_reply_0_from(dest, h) AM_SHORT_1_(reply, dest, AM_NAME_(h), am_my_proc())
#define am_short_reply_1_from(dest, h, a) AM_SHORT_2_(reply, dest, AM_NAME_(h), am_my_proc(), a)
#define am_short_reply_2_from(dest, h, a, b)                                                       \
    AM_SHORT_3_(reply, dest, AM_NAME_(h), am_my_proc(), a, b)
#define am_short_reply_3_from(dest, h, a, b, c)                                                    \
    AM_SHORT_4_(reply, dest, AM_NAME_(h), am_my_proc(), a, b, c)
#define am_short_reply_4_from(dest, h, a, b, c, d) AM_SHORT_4_FROM_(reply, dest, h, a, b, c, d)

/// The same from a short request handler. It is never in a hold, and so it has nothing to keep for
/// one.
#define am_short_answer_1(dest, h, a) AM_SHORT_1_(answer, dest, AM_NAME_(h), a)
#define am_short_answer_2(dest, h, a, b) AM_SHORT_2_(answer, dest, AM_NAME_(h), a, b)
#define am_short_answer_3(dest, h, a, b, c) AM_SHORT_3_(answer, dest, AM_NAME_(h), a, b, c)
#define am_short_answer_4(dest, h, a, b, c, d) AM_SHORT_4_(answer, dest, AM_NAME_(h), a, b, c, d)
#define am_short_answer_0_from(dest, h) AM_SHORT_1_(answer, dest, AM_NAME_(h), am_my_proc())
#define am_short_answer_1_from(dest, h, a) AM_SHORT_2_(answer, dest, AM_NAME_(h), am_my_proc(), a)
#define am_short_answer_2_from(dest, h, a, b)                                                      \
    AM_SHORT_3_(answer, dest, AM_NAME_(h), am_my_proc(), a, b)
#define am_short_answer_3_from(dest, h, a, b, c)                                                   \
    AM_SHORT_4_(answer, dest, AM_NAME_(h), am_my_proc(), a, b, c)
#define am_short_answer_4_from(dest, h, a, b, c, d) AM_SHORT_4_FROM_(answer, dest, h, a, b, c, d)

/// A handler that runs when a bulk transfer is complete: a plain C function,
/// `void h(int proc, void *to, unsigned bytes, unsigned arg)`.
typedef void (*am_bulk_handler_t)(int proc, void *to, unsigned bytes, unsigned arg);
#define AM_BULK_HANDLER
#define AM_BULK_ENTRY(handler) ((void *)(handler))

/// The most bytes of one transfer.
#define AM_MAX_BYTES (12 << 24)

/// Copies `bytes` bytes from `from` here to `to` on node `dest`, which do not overlap; when all are
/// there, `h(source, to, bytes, arg)` runs on `dest` as a request handler. Any alignment, any
/// number of bytes, 0 too; no handler where h is 0. From main. Has read `from` when it returns. In
/// a hold it may let handlers run, as am_poll does.
#define am_bulk_request(dest, to, from, bytes, h, arg)                                             \
    am_bulk_request_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

/// Asks node `dest` for `bytes` bytes at `from` there; when all have come to `to` here,
/// `h(dest, to, bytes, arg)` runs here as a reply handler. The rest as am_bulk_request; `from` is
/// read some time before h runs.
#define am_bulk_get(dest, to, from, bytes, h, arg)                                                 \
    am_bulk_get_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

/// A block: `count` words, at most AM_BLOCK_WORDS, go to a C function, which finds them in memory
/// that is gone when it returns. am_block_request: from main. am_block_reply: from request handlers
/// too.
#define AM_BLOCK_WORDS 32
typedef void (*am_block_handler_t)(const uint32_t *words, int count);
void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count);
void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count);

#ifdef __cplusplus
}
#endif
