// The core of Active Messages on an nCUBE/2 with x86 processors, over the kernel's traps and
// interrupts: the only part of the machine that <am.h>, Split-C, fetch&add, threads and the C
// library use (docs/runtime-port.md specifies each function).
//
// A short message is a handler and 1 to 5 words, as they are, without the source, or with it as the
// handler's first parameter:
//
//     AM_SHORT void put(volatile int *to, int value) { *to = value; }
//     am_short_request_2(node, put, &x, 42);
//
//     AM_SHORT void ask(int src, volatile int *what) { am_short_answer_1(src, take, *what); }
//     am_short_request_1_from(node, ask, &x);
//
// Requests and replies share the wires. Handlers run as soon as their message arrives, between any
// two instructions of main; between am_hold() and am_release() they run only in am_poll() and in
// sends whose channel is busy.
//   main             may send requests and replies;
//   request handler  may send replies only; while one waits for its channel other handlers run, of
//                    requests too, on the same stack (000 4.2.2.4, 4.2.7: nothing bounds how deep);
//   reply handler    sends nothing.
#pragma once

#include <am_core_base.h>
#include <ncube2_kernel.h>

#define AM_ASYNC 1     ///< handlers run at any time
#define AM_MAX_WORDS 5 ///< words of a short message without source; with it always 4
#define AM_ORDERED 1   ///< messages of a pair are handled in the order of their sends

#ifdef __cplusplus
extern "C" {
#endif

/// A handler of short messages is a plain C function of one-word parameters: the dispatch puts
/// three of them into registers, two on the stack (-mregparm=3).
#define AM_SHORT

/// The machine's clock, in cycles; it wraps. A trap.
AM_INLINE unsigned am_cycles(void) { return ncube2_info(NCUBE2_CYCLES); }

/// 20 MHz (000 4.2.5).
#define AM_HERTZ 20000000

/// A handler that waits for its reply's channel, and that other handlers interrupt, is not inside
/// the C library.
AM_INLINE int am_level(void) {
    return __ncube2_shared.flags & NCUBE2_IN_HANDLER ? AM_LEVEL_LOW : AM_LEVEL_MAIN;
}

/// Runs the handlers of waiting messages, if this is main.
void __am_serve(void) __attribute__((cold));

AM_INLINE void am_close_(void) { ncube2_set_flags(NCUBE2_IN_CRITICAL); }
AM_INLINE void am_open_(void) {
    if (__builtin_expect(ncube2_clear_flags(NCUBE2_IN_CRITICAL), 0)) __am_serve();
}
#include <am_core_holds.h>

/// From main: runs the handlers of the messages that have arrived, except those that have already
/// run. To wait: `while (!condition) am_poll();`
AM_INLINE void am_poll(void) {
    if (__ncube2_shared.flags & NCUBE2_MSG_PENDING) __am_serve();
}
AM_INLINE void am_poll_in_send_(void) { am_poll(); }

#include <am_core_atomic.h>

/// The word that a message to a handler of <am.h> carries: the function itself.
#define AM_ENTRY(handler) ((void *)(handler))

/// The first word of short requests, and of short replies: pass the other words to a handler
/// (stub.S).
extern const char __am_short[], __am_short_reply[];

// Retries a send after other handlers have run. 1: the buffer is another one.
void __am_send_again(int dest, unsigned bytes);
int __am_reply_failed(void);

// One of each for 1 to 5 words, composed in the buffer that is sent. `in_main`: a reply from main
// is a send, since main has no message whose buffer it could use. A request from a handler is a
// reply: the handler may have interrupted main while main composes a message.
#define AM_IN_HANDLER_(n, kind, ...)                                                               \
    do {                                                                                           \
        const uint32_t words[] = {__VA_ARGS__};                                                    \
        do {                                                                                       \
            uint32_t *const to = __ncube2_shared.inbuf;                                            \
            to[0] = (uint32_t)kind;                                                                \
            to[1] = (uint32_t)handler;                                                             \
            for (unsigned i = 0; i < n; ++i) to[2 + i] = words[i];                                 \
        } while (__builtin_expect(ncube2_reply(dest, 8 + 4 * n), 0) && __am_reply_failed());       \
    } while (0)
#define AM_IN_MAIN_(n, kind, ...)                                                                  \
    do {                                                                                           \
        const uint32_t words[] = {__VA_ARGS__};                                                    \
        uint32_t *const to = __ncube2_shared.outbuf;                                               \
        to[0] = (uint32_t)kind;                                                                    \
        to[1] = (uint32_t)handler;                                                                 \
        for (unsigned i = 0; i < n; ++i) to[2 + i] = words[i];                                     \
        if (__builtin_expect(ncube2_send(dest, 8 + 4 * n), 0)) __am_send_again(dest, 8 + 4 * n);   \
    } while (0)
#define AM_SENDS_(n, parameters, ...)                                                              \
    AM_INLINE void am_short_answer_##n##_ parameters {                                             \
        AM_IN_HANDLER_(n, __am_short_reply, __VA_ARGS__);                                          \
    }                                                                                              \
    AM_INLINE void am_short_request_##n##_ parameters {                                            \
        if (__builtin_expect(__ncube2_shared.flags & NCUBE2_IN_HANDLER, 0))                        \
            AM_IN_HANDLER_(n, __am_short, __VA_ARGS__);                                            \
        else                                                                                       \
            AM_IN_MAIN_(n, __am_short, __VA_ARGS__);                                               \
    }                                                                                              \
    AM_INLINE void am_short_reply_##n##_ parameters {                                              \
        if (__ncube2_shared.flags & NCUBE2_IN_HANDLER)                                             \
            AM_IN_HANDLER_(n, __am_short_reply, __VA_ARGS__);                                      \
        else                                                                                       \
            AM_IN_MAIN_(n, __am_short_reply, __VA_ARGS__);                                         \
    }
AM_SENDS_(1, (int dest, void *handler, uint32_t a), a)
AM_SENDS_(2, (int dest, void *handler, uint32_t a, uint32_t b), a, b)
AM_SENDS_(3, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c), a, b, c)
AM_SENDS_(4, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d), a, b, c, d)
AM_SENDS_(5, (int dest, void *handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e),
          a, b, c, d, e)
#undef AM_SENDS_
#undef AM_IN_HANDLER_
#undef AM_IN_MAIN_

#include <am_core_words.h>

/// The most bytes of one transfer.
#define AM_MAX_BYTES (1 << 30)

#include <am_core_bulk.h>
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

/// Only the data: messages that are sent afterwards find it in place.
void am_bulk_data_(int dest, void *to, const void *from, unsigned bytes);
/// The data, whose messages add their bytes to `*counter` of that node: a message costs more here
/// than its count. A macro, since machines without it send the count by itself.
#define AM_BULK_STORE(dest, to, from, bytes, counter) am_bulk_store_(dest, to, from, bytes, counter)
void am_bulk_store_(int dest, void *to, const void *from, unsigned bytes,
                    volatile unsigned *counter);
AM_INLINE void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h,
                                unsigned arg) {
    am_bulk_data_(dest, to, from, bytes);
    if (h) am_short_request_3_from(dest, h, to, bytes, arg);
}

#ifdef __cplusplus
}
#endif
