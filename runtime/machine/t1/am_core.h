// The core of Active Messages on T1: all that <am.h>, Split-C, fetch&add, threads and the C library
// know of the machine. Another machine brings another file of this name; what is written over it
// stays (docs/runtime-port.md says what each function promises).
//
// A short message is a handler and 1 to 4 words, as they are, without the source, or with it as
// the handler's first parameter:
//
//     AM_SHORT void put(volatile int *to, int value) { *to = value; }
//     am_short_request_2(node, put, &x, 42);
//
//     AM_SHORT void ask(int src, volatile int *what) { am_short_answer_1(src, take, *what); }
//     am_short_request_1_from(node, ask, &x);
//
// Requests go out at low priority, replies at high priority. So that no set of nodes can block for
// good (CSD-94-823 A.10, "Active Messages"):
//   main             may send requests and replies;
//   request handler  may send replies only; it may be interrupted by reply handlers;
//   reply handler    sends nothing, and nothing interrupts it.
//
// Two messages may be handled in any order, those of one pair of nodes too. Handlers run
//   AM_ASYNC 1   as soon as their message arrives, between any two instructions of main;
//   AM_ASYNC 0   in am_poll, am_wait, bulk transfers and sends of main.
// In both they stay away between am_hold() and am_release(), but for am_poll() and a send that the
// network refuses: nobody could make progress otherwise (CMAM too polls when it sends). What main
// and handlers share is volatile, or read and written in a hold.
#pragma once

#include <xnet.h>

// What T1 promises beyond that, for code that says so. The library in lib/polled is compiled with
// AM_ASYNC 0, AM_MAX_WORDS 4, AM_ORDERED 0: a T1 with no more than every machine has, for tests.

/// Whether handlers run at any time.
#ifndef AM_ASYNC
#define AM_ASYNC 1
#endif

/// Words of a short message without source; with it always 4.
#ifndef AM_MAX_WORDS
#define AM_MAX_WORDS 5
#endif

/// Whether messages of one priority between a pair of nodes are handled in the order in which they
/// were sent (CSD-94-823 A.10, "Network Behavior").
#ifndef AM_ORDERED
#define AM_ORDERED 1
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A short handler: `AM_SHORT void h(int a, ...)`, one-word parameters. Bounded, calls
/// only what is inlined, no floating point; the message goes to it directly and it ends in HRET, so
/// what it costs is what it does.
// Those that send run at low level: replies send nothing, so that no handler of high level has to keep nicond.
#define AM_SHORT XNET_LOW_HANDLER

// What is inlined has the line of the call, where a debugger and a message look for it.
#define AM_INLINE static inline __attribute__((always_inline, nodebug, unused))

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return xnet_node(); }
AM_INLINE int am_procs(void) { return xnet_nodes(); }

/// The machine's clock, in cycles; it wraps.
AM_INLINE unsigned am_cycles(void) { return xnet_get_count(); }

/// What the C library and Split-C take a second for: the sources give T1 no clock rate.
#define AM_HERTZ 50000000

/// Whose code this is. The levels have a state of the C library each, so that a handler that has
/// interrupted printf may call printf.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };

/// The set of $4-$9 and $29 that is visible tells (CSD-94-823 A.10, "Initialization of Event Set
/// Registers").
AM_INLINE int am_level(void) {
    const unsigned nistat = xnet_get_nistat();
    if (!(nistat & XNET_NISTAT_EE)) return AM_LEVEL_HIGH;
    return nistat & XNET_NISTAT_LPEE ? AM_LEVEL_MAIN : AM_LEVEL_LOW;
}

#define AM_LOW_ XNET_NISTAT_LPMM
#define AM_HIGH_ XNET_NISTAT_HPMM

/// am_hold()s that are open; where AM_ASYNC is 0 main begins with one of them. Handlers leave it as
/// they found it.
extern int __xnet_holds;

/// Whether handlers run in polls only, here and now: main in a hold, or anywhere if AM_ASYNC is 0.
AM_INLINE int am_must_poll(void) { return __xnet_holds != 0; }

/// Keeps handlers away from here to the am_release() that belongs to it. Holds nest.
AM_INLINE void am_hold(void) {
    // Counted before the mask closes: a handler that comes in between, with a hold of its own, then
    // opens nothing.
    ++__xnet_holds;
    xnet_ctc2(XNET_NI_NISTAT, xnet_cfc2(XNET_NI_NISTAT) & ~(AM_LOW_ | AM_HIGH_));
}

AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // what was done in the hold is done
    const int left = --__xnet_holds;
    if (__builtin_expect(left == 0, 1))
        xnet_ctc2(XNET_NI_NISTAT, xnet_cfc2(XNET_NI_NISTAT) | AM_LOW_ | AM_HIGH_);
    else // the emulator knows this trap: more releases than holds (no call: handlers stay short)
        __asm__ volatile("tlt %0, $zero, 0x2e1" : : "r"(left));
}

extern void __am_serve(void), __am_serve_replies(void);

/// In a hold: opens the mask's bits for a moment, so that the handlers of what has arrived run.
/// Written as a call with a convention of its own, so that a function that sends stays a leaf and
/// its sends stay short.
AM_INLINE void am_serve_(unsigned bits) {
    register unsigned mask __asm__("$2") = bits;
    __asm__ volatile(".set push\n\t.set noreorder\n\tjalr $3, %1\n\tnop\n\t.set pop"
                     : "+r"(mask)
                     : "r"(bits & AM_LOW_ ? __am_serve : __am_serve_replies)
                     : "$1", "$3", "$24", "$25", "memory");
}

/// From main: runs the handlers of the messages that have arrived; those that have run already are
/// none. Polling instead of interrupts: am_hold() at the start, am_poll() where handlers may run.
/// To wait: `while (!condition) am_poll();`
AM_INLINE void am_poll(void) {
    if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits. It polls where
/// one must.
void am_wait(volatile int *flag, int value);

/// On a word of this node, atomic against every handler, from main and from handlers: adds, stores,
/// stores if it is `expected`; each returns what the word was. (LL and SC: an event in between
/// breaks the link.)
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

/// What a message to an AM handler of <am.h>, a plain C function, has to name in place of the
/// function (docs/t1-abi.md, "Handlers"): am_short_request_2(node, AM_ENTRY(f), am_my_proc(), a).
#define AM_ENTRY(handler) ((void *)((char *)(handler)-8))

/// A send of main's is a poll where AM_ASYNC is 0 (von Eicken's thesis, 4.3.5.1: CMAM_4 looks for
/// what has arrived), but not in a hold.
AM_INLINE void am_poll_with_send_(unsigned bits) {
    if (!AM_ASYNC && __xnet_holds == 1) am_serve_(bits);
}

// One of each for 1 to 5 words; the network's refusal is the slow path.
#define AM_SENDS_(n, parameters, ...)                                                              \
    AM_INLINE void am_short_request_##n##_ parameters {                                            \
        while (!__builtin_xnet_send##n((uint32_t)dest, handler, __VA_ARGS__))                      \
            if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);                                       \
        am_poll_with_send_(AM_LOW_ | AM_HIGH_);                                                    \
    }                                                                                              \
    /* A reply waits for nothing but replies. */                                                   \
    AM_INLINE void am_short_reply_##n##_ parameters {                                              \
        while (!__builtin_xnet_send##n##h((uint32_t)dest, handler, __VA_ARGS__))                   \
            if (__xnet_holds) am_serve_(AM_HIGH_);                                                 \
        am_poll_with_send_(AM_HIGH_);                                                              \
    }                                                                                              \
    AM_INLINE void am_short_answer_##n##_ parameters {                                             \
        while (!__builtin_xnet_send##n##h((uint32_t)dest, handler, __VA_ARGS__)) {                 \
        }                                                                                          \
    }
AM_SENDS_(1, (int dest, void *handler, uint32_t a), a)
AM_SENDS_(2, (int dest, void *handler, uint32_t a, uint32_t b), a, b)
AM_SENDS_(3, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c), a, b, c)
AM_SENDS_(4, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d), a, b, c, d)
AM_SENDS_(5, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e),
          a, b, c, d, e)
#undef AM_SENDS_

#define AM_WORD_(a) ((uint32_t)(a))

/// Sends a short request from main: `h(a, ...)` will run on node `dest`, which may be this one.
/// Words are integers or pointers.
#define am_short_request_1(dest, h, a) am_short_request_1_(dest, (void *)(h), AM_WORD_(a))
#define am_short_request_2(dest, h, a, b)                                                          \
    am_short_request_2_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b))
#define am_short_request_3(dest, h, a, b, c)                                                       \
    am_short_request_3_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_request_4(dest, h, a, b, c, d)                                                    \
    am_short_request_4_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))

/// The same with the source: `h(source, a, ...)`, 0 to 4 words.
#define am_short_request_0_from(dest, h)                                                           \
    am_short_request_1_(dest, (void *)(h), AM_WORD_(am_my_proc()))
#define am_short_request_1_from(dest, h, a)                                                        \
    am_short_request_2_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a))
#define am_short_request_2_from(dest, h, a, b)                                                     \
    am_short_request_3_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b))
#define am_short_request_3_from(dest, h, a, b, c)                                                  \
    am_short_request_4_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b),       \
                        AM_WORD_(c))
#define am_short_request_4_from(dest, h, a, b, c, d)                                               \
    am_short_request_5_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b),       \
                        AM_WORD_(c), AM_WORD_(d))

/// Sends a short reply, from a request handler or from main.
#define am_short_reply_1(dest, h, a) am_short_reply_1_(dest, (void *)(h), AM_WORD_(a))
#define am_short_reply_2(dest, h, a, b)                                                            \
    am_short_reply_2_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b))
#define am_short_reply_3(dest, h, a, b, c)                                                         \
    am_short_reply_3_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_reply_4(dest, h, a, b, c, d)                                                      \
    am_short_reply_4_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))
#define am_short_reply_0_from(dest, h) am_short_reply_1_(dest, (void *)(h), AM_WORD_(am_my_proc()))
#define am_short_reply_1_from(dest, h, a)                                                          \
    am_short_reply_2_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a))
#define am_short_reply_2_from(dest, h, a, b)                                                       \
    am_short_reply_3_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b))
#define am_short_reply_3_from(dest, h, a, b, c)                                                    \
    am_short_reply_4_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b),         \
                      AM_WORD_(c))
#define am_short_reply_4_from(dest, h, a, b, c, d)                                                 \
    am_short_reply_5_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b),         \
                      AM_WORD_(c), AM_WORD_(d))

/// The same from a short request handler. It is never in a hold, and so it has nothing to keep for
/// one.
#define am_short_answer_1(dest, h, a) am_short_answer_1_(dest, (void *)(h), AM_WORD_(a))
#define am_short_answer_2(dest, h, a, b)                                                           \
    am_short_answer_2_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b))
#define am_short_answer_3(dest, h, a, b, c)                                                        \
    am_short_answer_3_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_answer_4(dest, h, a, b, c, d)                                                     \
    am_short_answer_4_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))
#define am_short_answer_0_from(dest, h)                                                            \
    am_short_answer_1_(dest, (void *)(h), AM_WORD_(am_my_proc()))
#define am_short_answer_1_from(dest, h, a)                                                         \
    am_short_answer_2_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a))
#define am_short_answer_2_from(dest, h, a, b)                                                      \
    am_short_answer_3_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b))
#define am_short_answer_3_from(dest, h, a, b, c)                                                   \
    am_short_answer_4_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b),        \
                       AM_WORD_(c))
#define am_short_answer_4_from(dest, h, a, b, c, d)                                                \
    am_short_answer_5_(dest, (void *)(h), AM_WORD_(am_my_proc()), AM_WORD_(a), AM_WORD_(b),        \
                       AM_WORD_(c), AM_WORD_(d))

#if AM_MAX_WORDS >= 5
#define am_short_request_5(dest, h, a, b, c, d, e)                                                 \
    am_short_request_5_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d),     \
                        AM_WORD_(e))
#define am_short_reply_5(dest, h, a, b, c, d, e)                                                   \
    am_short_reply_5_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d),       \
                      AM_WORD_(e))
#define am_short_answer_5(dest, h, a, b, c, d, e)                                                  \
    am_short_answer_5_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d),      \
                       AM_WORD_(e))
#endif

/// A handler that runs when a bulk transfer is complete:
/// `AM_BULK_HANDLER void h(int proc, void *to, unsigned bytes, unsigned arg)`. What holds for short
/// ones holds for it. AM_BULK_ENTRY(f): in its place a plain C function, which the rules of AM
/// handlers hold for.
typedef void (*am_bulk_handler_t)(int proc, void *to, unsigned bytes, unsigned arg);
#if AM_ORDERED
#define AM_BULK_HANDLER AM_SHORT
#define AM_BULK_ENTRY(handler) AM_ENTRY(handler)
#else
#define AM_BULK_HANDLER
#define AM_BULK_ENTRY(handler) ((void *)(handler))
#endif

/// The most bytes of one transfer.
#define AM_MAX_BYTES (AM_ORDERED ? 1 << 30 : 12 << 24)

/// Copies `bytes` bytes from `from` here to `to` on node `dest`, which do not overlap; when all are
/// there, `h(source, to, bytes, arg)` runs on `dest` as a request handler. Any alignment, any
/// number of bytes, 0 too; no handler where h is 0. From main. Has read `from` when it returns. In
/// a hold it may let handlers run, as am_poll does.
#define am_bulk_request(dest, to, from, bytes, h, arg)                                             \
    am_bulk_request_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))

/// Asks node `dest` for `bytes` bytes at `from` there; when all have come to `to` here,
/// `h(dest, to, bytes, arg)` runs here as a reply handler. The rest as am_bulk_request; `from` is
/// read some time before h runs.
#define am_bulk_get(dest, to, from, bytes, h, arg)                                                 \
    am_bulk_get_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))

#if AM_ORDERED
/// Only the data: messages of this priority that are sent afterwards find them in place.
void am_bulk_data_(int dest, void *to, const void *from, unsigned bytes);
AM_INLINE void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h,
                                unsigned arg) {
    am_bulk_data_(dest, to, from, bytes);
    if (h) am_short_request_3_from(dest, h, to, bytes, arg);
}

// What is not much is asked for by one message: the length stands above the source.
enum { am_node_bits_ = 16, am_at_once_ = 512 };
void am_get_all_(int src_and_bytes, void *from, void *to, void *h, unsigned arg);
void am_get_parts_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
AM_INLINE void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h,
                            unsigned arg) {
    if (bytes <= am_at_once_ && h)
        am_short_request_5_(dest, AM_ENTRY(am_get_all_),
                            AM_WORD_(am_my_proc()) | bytes << am_node_bits_, AM_WORD_(from),
                            AM_WORD_(to), AM_WORD_(h), arg);
    else
        am_get_parts_(dest, to, from, bytes, h, arg);
}
#else
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
#endif

/// A block: `count` words, at most AM_BLOCK_WORDS, go to a C function, which finds them in memory
/// that is gone when it returns. The rules of AM handlers hold for it. am_block_request: from main.
/// am_block_reply: from request handlers too.
#define AM_BLOCK_WORDS 32
typedef void (*am_block_handler_t)(const uint32_t *words, int count);
void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count);
void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count);

#ifdef __cplusplus
}
#endif
