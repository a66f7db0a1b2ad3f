// Names of short messages by their number of words. Part of <am_core.h>, which defines how to send
// each; `kind` is request, reply or answer:
//   AM_SHORT_(kind, n, dest, h, ...)           n words, as they are
//   AM_SHORT_FROM_(kind, n, m, dest, h, ...)   n words behind the source; m is n + 1
#pragma once

/// Sends a short request from main: `h(a, ...)` will run on node `dest`, which may be this one.
/// Words are integers or pointers.
#define am_short_request_1(dest, h, a) AM_SHORT_(request, 1, dest, h, AM_WORD_(a))
#define am_short_request_2(dest, h, a, b) AM_SHORT_(request, 2, dest, h, AM_WORD_(a), AM_WORD_(b))
#define am_short_request_3(dest, h, a, b, c)                                                       \
    AM_SHORT_(request, 3, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_request_4(dest, h, a, b, c, d)                                                    \
    AM_SHORT_(request, 4, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))

/// As above with the source: `h(source, a, ...)`, 0 to 4 words.
#define am_short_request_0_from(dest, h) AM_SHORT_FROM_(request, 0, 1, dest, h)
#define am_short_request_1_from(dest, h, a) AM_SHORT_FROM_(request, 1, 2, dest, h, AM_WORD_(a))
#define am_short_request_2_from(dest, h, a, b)                                                     \
    AM_SHORT_FROM_(request, 2, 3, dest, h, AM_WORD_(a), AM_WORD_(b))
#define am_short_request_3_from(dest, h, a, b, c)                                                  \
    AM_SHORT_FROM_(request, 3, 4, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_request_4_from(dest, h, a, b, c, d)                                               \
    AM_SHORT_FROM_(request, 4, 5, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))

/// Sends a short reply, from a request handler or from main.
#define am_short_reply_1(dest, h, a) AM_SHORT_(reply, 1, dest, h, AM_WORD_(a))
#define am_short_reply_2(dest, h, a, b) AM_SHORT_(reply, 2, dest, h, AM_WORD_(a), AM_WORD_(b))
#define am_short_reply_3(dest, h, a, b, c)                                                         \
    AM_SHORT_(reply, 3, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_reply_4(dest, h, a, b, c, d)                                                      \
    AM_SHORT_(reply, 4, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))
#define am_short_reply_0_from(dest, h) AM_SHORT_FROM_(reply, 0, 1, dest, h)
#define am_short_reply_1_from(dest, h, a) AM_SHORT_FROM_(reply, 1, 2, dest, h, AM_WORD_(a))
#define am_short_reply_2_from(dest, h, a, b)                                                       \
    AM_SHORT_FROM_(reply, 2, 3, dest, h, AM_WORD_(a), AM_WORD_(b))
#define am_short_reply_3_from(dest, h, a, b, c)                                                    \
    AM_SHORT_FROM_(reply, 3, 4, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_reply_4_from(dest, h, a, b, c, d)                                                 \
    AM_SHORT_FROM_(reply, 4, 5, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))

/// As above from a short request handler. Such a handler is never in a hold, so it preserves
/// nothing for one.
#define am_short_answer_1(dest, h, a) AM_SHORT_(answer, 1, dest, h, AM_WORD_(a))
#define am_short_answer_2(dest, h, a, b) AM_SHORT_(answer, 2, dest, h, AM_WORD_(a), AM_WORD_(b))
#define am_short_answer_3(dest, h, a, b, c)                                                        \
    AM_SHORT_(answer, 3, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_answer_4(dest, h, a, b, c, d)                                                     \
    AM_SHORT_(answer, 4, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))
#define am_short_answer_0_from(dest, h) AM_SHORT_FROM_(answer, 0, 1, dest, h)
#define am_short_answer_1_from(dest, h, a) AM_SHORT_FROM_(answer, 1, 2, dest, h, AM_WORD_(a))
#define am_short_answer_2_from(dest, h, a, b)                                                      \
    AM_SHORT_FROM_(answer, 2, 3, dest, h, AM_WORD_(a), AM_WORD_(b))
#define am_short_answer_3_from(dest, h, a, b, c)                                                   \
    AM_SHORT_FROM_(answer, 3, 4, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c))
#define am_short_answer_4_from(dest, h, a, b, c, d)                                                \
    AM_SHORT_FROM_(answer, 4, 5, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d))

#if AM_MAX_WORDS >= 5
#define am_short_request_5(dest, h, a, b, c, d, e)                                                 \
    AM_SHORT_(request, 5, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d), AM_WORD_(e))
#define am_short_reply_5(dest, h, a, b, c, d, e)                                                   \
    AM_SHORT_(reply, 5, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d), AM_WORD_(e))
#define am_short_answer_5(dest, h, a, b, c, d, e)                                                  \
    AM_SHORT_(answer, 5, dest, h, AM_WORD_(a), AM_WORD_(b), AM_WORD_(c), AM_WORD_(d), AM_WORD_(e))
#endif
