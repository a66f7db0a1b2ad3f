// The core of Active Messages on an nCUBE/2 whose x86 processors have the network interface in
// them (ncube2-clang -mxnet): <am_core.h> there. Requests go out at low priority, replies at high
// priority, over the same wires; each arrives as an event, and its handler, a plain C function, has
// its words as parameters and runs on a stack of its level (docs/ncube2-xnet.md).
//   main             may send requests and replies;
//   request handler  may send replies only; one whose channel is busy waits in a list, and goes out
//                    when there is room (A.2.12's outlet event), so that no handler waits;
//   reply handler    sends nothing.
#pragma once

#include <stdint.h>
#include <xnet_x86.h>

#define AM_ASYNC 1     ///< handlers run at any time
#define AM_MAX_WORDS 5 ///< of a short message without source; with it always 4
#define AM_ORDERED 0   ///< a reply that waits is passed by others

#ifdef __cplusplus
extern "C" {
#endif

// What is inlined has the line of the call, where a debugger and a message look for it.
#define AM_INLINE static inline __attribute__((always_inline, nodebug, unused))

/// A handler of short messages is a plain C function of one-word parameters: the dispatch puts
/// three of them into registers, two on the stack (-mregparm=3).
#define AM_SHORT

// Set by crt0 before main and before any event, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return __xnet_node; }
AM_INLINE int am_procs(void) { return __xnet_nodes; }

#define AM_LOW_ 0x00800000u  ///< nistat.LPMM
#define AM_HIGH_ 0x01000000u ///< nistat.HPMM
#define AM_OUT_ 0x00400000u  ///< nistat.OM
#define AM_LPEE_ 0x00100000u
#define AM_EE_ 0x00080000u

/// The machine's clock, in cycles; it wraps.
AM_INLINE unsigned am_cycles(void) { return xnet_x86_read(XNET_X86_COUNT); }

/// 20 MHz (000 4.2.5).
#define AM_HERTZ 20000000

/// Whose code this is: a handler that has interrupted printf may call printf.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };
AM_INLINE int am_level(void) {
    const unsigned nistat = xnet_x86_read(XNET_X86_NISTAT);
    if (!(nistat & AM_EE_)) return AM_LEVEL_HIGH;
    return nistat & AM_LPEE_ ? AM_LEVEL_MAIN : AM_LEVEL_LOW;
}

/// am_hold()s that are open. Handlers leave it as they found it.
extern int __xnet_holds;
/// What nistat masks in outside of holds: messages, but low ones where too many replies wait; and
/// outlet events while any waits.
extern volatile uint32_t __am_mask;

AM_INLINE uint32_t am_masks_(void) {
    return xnet_x86_read(XNET_X86_NISTAT) & ~(AM_LOW_ | AM_HIGH_ | AM_OUT_);
}
/// Masks messages out. A handler that came in just before may have left a reply behind.
AM_INLINE void am_close_(void) {
    xnet_x86_write(XNET_X86_NISTAT, am_masks_());
    if (__builtin_expect(__am_mask & AM_OUT_, 0))
        xnet_x86_write(XNET_X86_NISTAT, am_masks_() | AM_OUT_);
}

/// Whether handlers run in polls only, here and now.
AM_INLINE int am_must_poll(void) { return __xnet_holds != 0; }

/// Keeps handlers away from here to the am_release() that belongs to it. Holds nest.
AM_INLINE void am_hold(void) {
    // Counted before the mask closes: a handler that comes in between, with a hold of its own, then
    // opens nothing.
    ++__xnet_holds;
    __asm__ volatile("" ::: "memory");
    am_close_();
}

void __am_release_wrong(void) __attribute__((noreturn, cold));

AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // what was done in the hold is done
    const int left = --__xnet_holds;
    if (__builtin_expect(left == 0, 1))
        xnet_x86_write(XNET_X86_NISTAT, am_masks_() | __am_mask);
    else if (__builtin_expect(left < 0, 0))
        __am_release_wrong();
}

/// In a hold: opens the mask for a moment, so that the handlers of what has arrived run.
AM_INLINE void am_serve_(void) {
    xnet_x86_write(XNET_X86_NISTAT, am_masks_() | __am_mask);
    __asm__ volatile("nop" ::: "memory"); // they come before this
    am_close_();
}

/// From main: runs the handlers of the messages that have arrived; those that have run already are
/// none.
AM_INLINE void am_poll(void) {
    if (__xnet_holds) am_serve_();
}

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits. It polls where
/// one must.
void am_wait(volatile int *flag, int value);

/// On a word of this node, atomic against every handler, from main and from handlers: adds, stores,
/// stores if it is `expected`; each returns what the word was.
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

/// What a message to a handler of <am.h> names: the function itself.
#define AM_ENTRY(handler) ((void *)(handler))

/// A refused request is sent again, until it is accepted; in a hold, handlers run meanwhile.
void __am_request_refused(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));
/// A reply whose channel is busy: from a handler it waits in the list; from main it is sent again.
void __am_reply_later(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));
void __am_reply_refused(int dest, void *handler, int count, const uint32_t *words)
    __attribute__((cold));

// One of each for 1 to 5 words.
#define AM_SENDS_(n, parameters, ...)                                                              \
    AM_SEND_(request, n, 0, __am_request_refused, parameters, __VA_ARGS__)                         \
    AM_SEND_(answer, n, 1, __am_reply_later, parameters, __VA_ARGS__)                              \
    AM_SEND_(reply, n, 1, __am_reply_refused, parameters, __VA_ARGS__)
// The words are put together once more for the slow path, so that one word stays in its register.
#define AM_SEND_(name, n, high, refused, parameters, ...)                                          \
    AM_INLINE void am_short_##name##_##n##_ parameters {                                           \
        const uint32_t words[] = {__VA_ARGS__};                                                    \
        if (__builtin_expect(xnet_x86_send(high, dest, handler, n, words), 0)) {                   \
            const uint32_t again[] = {__VA_ARGS__};                                                \
            refused(dest, handler, n, again);                                                      \
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

#include <am_core_names.h>

/// The most bytes of one transfer.
#define AM_MAX_BYTES (12 << 24)

/// Copies `bytes` bytes from `from` here to `to` on node `dest`, which do not overlap; when all are
/// there, `h(source, to, bytes, arg)` runs on `dest` as a request handler. Any alignment, any
/// number of bytes, 0 too; no handler where h is 0. From main. Has read `from` when it returns. In
/// a hold it may let handlers run, as am_poll does.
#define am_bulk_request(dest, to, from, bytes, h, arg)                                             \
    am_bulk_request_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

#ifdef __cplusplus
}
#endif
