// Names of <am_core.h> on both machines with x86 nodes, over one function for each number of words.
#pragma once

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

#define am_short_request_5(dest, h, a, b, c, d, e)                                                 \
    am_short_request_5_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d),     \
                        AM_WORD_(e))
#define am_short_reply_5(dest, h, a, b, c, d, e)                                                   \
    am_short_reply_5_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d),       \
                      AM_WORD_(e))
#define am_short_answer_5(dest, h, a, b, c, d, e)                                                  \
    am_short_answer_5_(dest, (void *)(h), AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d),      \
                       AM_WORD_(e))

/// A handler that runs when a bulk transfer is complete: a plain C function,
/// `void h(int proc, void *to, unsigned bytes, unsigned arg)`.
typedef void (*am_bulk_handler_t)(int proc, void *to, unsigned bytes, unsigned arg);
#define AM_BULK_HANDLER
#define AM_BULK_ENTRY(handler) ((void *)(handler))

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
