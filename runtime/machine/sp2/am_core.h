// The core of Active Messages on an SP-2 (docs/sp2.md, "Active Messages"): all that <am.h>,
// Split-C, fetch&add, threads and the C library know of the machine. docs/runtime-port.md says what
// each function promises.
//
// Requests and replies have windows of their own (Chang, Czajkowski, von Eicken, Design and
// Performance of Active Messages on the IBM SP-2, 1996: 2.2). Handlers run in polls and nowhere
// else: in am_poll, behind each request of main outside a hold, and where a send of main waits.
//   main             may send requests and replies;
//   request handler  may send replies only;
//   reply handler    sends nothing.
// Messages of one kind between a pair of nodes are handled in the order in which they were sent.
#pragma once

#ifdef __powerpc_xnet // network instructions in the processor
#include <am_core_xnet.h>
#else

#include <stdint.h>

#define AM_ASYNC 0     ///< handlers do not run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< nobody relies on order

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

/// The machine's clock, in cycles; it wraps (the lower half of the time base).
AM_INLINE unsigned am_cycles(void) {
    unsigned cycles;
    __asm__ volatile("mfspr %0, 268" : "=r"(cycles));
    return cycles;
}

/// 66 MHz (2.1).
#define AM_HERTZ 66000000

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

void __am_poll(void);
/// Runs the handlers of the messages that have arrived. Does nothing in a handler.
AM_INLINE void am_poll(void) { __am_poll(); }

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits.
void am_wait(volatile int *flag, int value);

/// On a word of this node, atomic against every handler: none comes in between, so these are loads
/// and stores.
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

// Bit 0 of the handler's address in a message: it gets the source first. By number of words.
#define AM_SENDS_(name)                                                                            \
    void name##_0(int dest, uint32_t handler);                                                     \
    void name##_1(int dest, uint32_t handler, uint32_t a);                                         \
    void name##_2(int dest, uint32_t handler, uint32_t a, uint32_t b);                             \
    void name##_3(int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c);                 \
    void name##_4(int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
AM_SENDS_(__am_request);
AM_SENDS_(__am_reply);

#define AM_WORD_(a) ((uint32_t)(a))
#define AM_PLAIN_(h) ((uint32_t)(uintptr_t)(void *)(h))
#define AM_FROM_(h) (AM_PLAIN_(h) | 1)
#define AM_0_(send, dest, h) send##_0(dest, h)
#define AM_1_(send, dest, h, a) send##_1(dest, h, AM_WORD_(a))
#define AM_2_(send, dest, h, a, b) send##_2(dest, h, AM_WORD_(a), AM_WORD_(b))
#define AM_3_(send, dest, h, a, b, c) send##_3(dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define AM_4_(send, dest, h, a, b, c, d)                                                           \
    send##_4(dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))

/// Sends a short request from main: `h(a, ...)` will run on node `dest`, which may be this one.
/// Words are integers or pointers.
#define am_short_request_1(dest, h, a) AM_1_(__am_request, dest, AM_PLAIN_(h), a)
#define am_short_request_2(dest, h, a, b) AM_2_(__am_request, dest, AM_PLAIN_(h), a, b)
#define am_short_request_3(dest, h, a, b, c) AM_3_(__am_request, dest, AM_PLAIN_(h), a, b, c)
#define am_short_request_4(dest, h, a, b, c, d) AM_4_(__am_request, dest, AM_PLAIN_(h), a, b, c, d)

/// The same with the source: `h(source, a, ...)`, 0 to 4 words.
#define am_short_request_0_from(dest, h) AM_0_(__am_request, dest, AM_FROM_(h))
#define am_short_request_1_from(dest, h, a) AM_1_(__am_request, dest, AM_FROM_(h), a)
#define am_short_request_2_from(dest, h, a, b) AM_2_(__am_request, dest, AM_FROM_(h), a, b)
#define am_short_request_3_from(dest, h, a, b, c) AM_3_(__am_request, dest, AM_FROM_(h), a, b, c)
#define am_short_request_4_from(dest, h, a, b, c, d)                                               \
    AM_4_(__am_request, dest, AM_FROM_(h), a, b, c, d)

/// Sends a short reply, from a request handler or from main.
#define am_short_reply_1(dest, h, a) AM_1_(__am_reply, dest, AM_PLAIN_(h), a)
#define am_short_reply_2(dest, h, a, b) AM_2_(__am_reply, dest, AM_PLAIN_(h), a, b)
#define am_short_reply_3(dest, h, a, b, c) AM_3_(__am_reply, dest, AM_PLAIN_(h), a, b, c)
#define am_short_reply_4(dest, h, a, b, c, d) AM_4_(__am_reply, dest, AM_PLAIN_(h), a, b, c, d)
#define am_short_reply_0_from(dest, h) AM_0_(__am_reply, dest, AM_FROM_(h))
#define am_short_reply_1_from(dest, h, a) AM_1_(__am_reply, dest, AM_FROM_(h), a)
#define am_short_reply_2_from(dest, h, a, b) AM_2_(__am_reply, dest, AM_FROM_(h), a, b)
#define am_short_reply_3_from(dest, h, a, b, c) AM_3_(__am_reply, dest, AM_FROM_(h), a, b, c)
#define am_short_reply_4_from(dest, h, a, b, c, d) AM_4_(__am_reply, dest, AM_FROM_(h), a, b, c, d)

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

/// The most bytes of one transfer.
#define AM_MAX_BYTES 0x7FFFFFFF

/// Copies `bytes` bytes from `from` here to `to` on node `dest`, which do not overlap; when all are
/// there, `h(source, to, bytes, arg)` runs on `dest` as a request handler. Any alignment, any
/// number of bytes, 0 too; no handler where h is 0. From main. Returns when all is acknowledged:
/// until then it may have to be sent again. In a hold it lets handlers run, as am_poll does.
#define am_bulk_request(dest, to, from, bytes, h, arg)                                             \
    am_bulk_request_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

/// The same, but returns when all has been handed over; `end(dest, from, bytes, endarg)` runs here,
/// in a poll, when it is acknowledged and `from` may be used again. At most 16 transfers wait so.
#define AM_BULK_ASYNC 1
typedef void (*am_bulk_end_t)(int dest, void *from, int bytes, void *arg);
void am_bulk_request_async(int dest, void *to, const void *from, unsigned bytes, void *h,
                           unsigned arg, am_bulk_end_t end, void *endarg);

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

#endif
