// The core of Active Messages on a CM-5, over CMAM: all that <am.h>, Split-C, fetch&add, threads
// and the C library know of the machine (docs/runtime-port.md says what each function promises).
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
// Two messages may be handled in any order, those of one pair of nodes too.
#pragma once

#ifdef __sparc_xnet // the network interface is in the coprocessor
#include <am_core_xnet.h>
#else

#include <cm5_ni.h>
#include <stdint.h>

#define AM_ASYNC 0     ///< handlers do not run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< no order between messages of a pair (000 4.3.2.3)

#ifdef __cplusplus
extern "C" {
#endif

// What is inlined has the line of the call, where a debugger and a message look for it.
#define AM_INLINE static inline __attribute__((always_inline, nodebug, unused))

/// A handler of short messages is a plain C function.
#define AM_SHORT

// Set by crt0 before main, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return __xnet_node; }
AM_INLINE int am_procs(void) { return __xnet_nodes; }

/// The machine's clock, in cycles; it wraps (NI_TIME of the network interface).
AM_INLINE unsigned am_cycles(void) { return *(volatile unsigned *)(NI_BASE + NI_TIME_O); }

/// 33 MHz (000 4.3.8).
#define AM_HERTZ 33000000

/// Whose code this is. The C library needs one state only: no handler runs between two of its
/// instructions.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };
AM_INLINE int am_level(void) { return AM_LEVEL_MAIN; }

/// am_hold()s that are open. Handlers leave it as they found it.
extern int __xnet_holds;

void __am_release_wrong(void) __attribute__((noreturn, cold));

AM_INLINE void am_hold(void) { ++__xnet_holds; }
AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // what was done in the hold is done
    if (__builtin_expect(--__xnet_holds < 0, 0)) __am_release_wrong();
}

/// Whether handlers run in polls only, here and now.
AM_INLINE int am_must_poll(void) { return 1; }

void CMAM_poll(void);
/// Runs the handlers of the messages that have arrived.
AM_INLINE void am_poll(void) { CMAM_poll(); }

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits.
void am_wait(volatile int *flag, int value);

/// On a word of this node, atomic against every handler. No handler comes in between, so these are
/// loads and stores (swap takes 30 cycles: 000 4.3.2.2).
AM_INLINE int am_atomic_add(volatile int *address, int increment) {
    const int was = *address;
    *address = was + increment;
    return was;
}
AM_INLINE int am_atomic_store(volatile int *address, int value) {
    const int was = *address;
    *address = value;
    return was;
}
AM_INLINE int am_atomic_swap(volatile int *address, int expected, int value) {
    const int was = *address;
    if (was == expected) *address = value;
    return was;
}

/// What a message to a handler of <am.h> names: the function itself.
#define AM_ENTRY(handler) ((void *)(handler))

// Functions of CMAM take a node, a handler and up to four words, whatever is given of them; the
// rest of the message is what the registers hold. _held: looks at what has arrived only when the
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

#define AM_WORD_(a) ((uint32_t)(a))
#define AM_CMAM_(send, dest, h, ...)                                                               \
    (__builtin_expect(__xnet_holds != 0, 0)                                                        \
         ? send##_held(dest, (void (*)(void))(h)__VA_OPT__(, ) __VA_ARGS__)                        \
         : send(dest, (void (*)(void))(h)__VA_OPT__(, ) __VA_ARGS__))
#define AM_CMAM_1_(send, dest, h, a) AM_CMAM_(send, dest, h, AM_WORD_(a))
#define AM_CMAM_2_(send, dest, h, a, b) AM_CMAM_(send, dest, h, AM_WORD_(a), AM_WORD_(b))
#define AM_CMAM_3_(send, dest, h, a, b, c)                                                         \
    AM_CMAM_(send, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define AM_CMAM_4_(send, dest, h, a, b, c, d)                                                      \
    AM_CMAM_(send, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))

/// Sends a short request from main: `h(a, ...)` will run on node `dest`, which may be this one.
/// Words are integers or pointers.
#define am_short_request_1(dest, h, a) AM_CMAM_1_(CMAM_4, dest, h, a)
#define am_short_request_2(dest, h, a, b) AM_CMAM_2_(CMAM_4, dest, h, a, b)
#define am_short_request_3(dest, h, a, b, c) AM_CMAM_3_(CMAM_4, dest, h, a, b, c)
#define am_short_request_4(dest, h, a, b, c, d) AM_CMAM_4_(CMAM_4, dest, h, a, b, c, d)

/// The same with the source: `h(source, a, ...)`, 0 to 4 words.
#define am_short_request_0_from(dest, h) AM_CMAM_(CMAM_4_from, dest, h)
#define am_short_request_1_from(dest, h, a) AM_CMAM_1_(CMAM_4_from, dest, h, a)
#define am_short_request_2_from(dest, h, a, b) AM_CMAM_2_(CMAM_4_from, dest, h, a, b)
#define am_short_request_3_from(dest, h, a, b, c) AM_CMAM_3_(CMAM_4_from, dest, h, a, b, c)
#define am_short_request_4_from(dest, h, a, b, c, d) AM_CMAM_4_(CMAM_4_from, dest, h, a, b, c, d)

/// Sends a short reply, from a request handler or from main.
#define am_short_reply_1(dest, h, a) AM_CMAM_1_(CMAM_reply_4, dest, h, a)
#define am_short_reply_2(dest, h, a, b) AM_CMAM_2_(CMAM_reply_4, dest, h, a, b)
#define am_short_reply_3(dest, h, a, b, c) AM_CMAM_3_(CMAM_reply_4, dest, h, a, b, c)
#define am_short_reply_4(dest, h, a, b, c, d) AM_CMAM_4_(CMAM_reply_4, dest, h, a, b, c, d)
#define am_short_reply_0_from(dest, h) AM_CMAM_(CMAM_reply_4_from, dest, h)
#define am_short_reply_1_from(dest, h, a) AM_CMAM_1_(CMAM_reply_4_from, dest, h, a)
#define am_short_reply_2_from(dest, h, a, b) AM_CMAM_2_(CMAM_reply_4_from, dest, h, a, b)
#define am_short_reply_3_from(dest, h, a, b, c) AM_CMAM_3_(CMAM_reply_4_from, dest, h, a, b, c)
#define am_short_reply_4_from(dest, h, a, b, c, d)                                                 \
    AM_CMAM_4_(CMAM_reply_4_from, dest, h, a, b, c, d)

/// The same from a short request handler.
#define am_short_answer_1 am_short_reply_1
#define am_short_answer_2 am_short_reply_2
#define am_short_answer_3 am_short_reply_3
#define am_short_answer_4 am_short_reply_4
#define am_short_answer_0_from am_short_reply_0_from
#define am_short_answer_1_from am_short_reply_1_from
#define am_short_answer_2_from am_short_reply_2_from
#define am_short_answer_3_from am_short_reply_3_from
#define am_short_answer_4_from am_short_reply_4_from

/// A handler that runs when a bulk transfer is complete: a plain C function,
/// `void h(int proc, void *to, unsigned bytes, unsigned arg)`.
typedef void (*am_bulk_handler_t)(int proc, void *to, unsigned bytes, unsigned arg);
#define AM_BULK_HANDLER
#define AM_BULK_ENTRY(handler) ((void *)(handler))

/// The most bytes of one transfer: an offset in a segment has 24 bits (000 4.3.3.2).
#define AM_MAX_BYTES ((1 << 24) - 8)

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

#endif // not __sparc_xnet
