// The core of Active Messages on T1: the only part of the machine that <am.h>, Split-C, fetch&add,
// threads and the C library use. Another machine provides another file of this name; the layers
// above it stay the same (docs/runtime-port.md specifies each function).
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
// Requests go out at low priority, replies at high priority. To prevent permanent blocking of any
// set of nodes (CSD-94-823 A.10, "Active Messages"):
//   main             may send requests and replies;
//   request handler  may send replies only; it may be interrupted by reply handlers;
//   reply handler    sends nothing, and nothing interrupts it.
//
// Two messages may be handled in any order, even between one pair of nodes. Handlers run
//   AM_ASYNC 1   as soon as their message arrives, between any two instructions of main;
//   AM_ASYNC 0   in am_poll, am_wait, bulk transfers and sends of main.
// In both cases they do not run between am_hold() and am_release(), except in am_poll() and in a
// send that the network refuses: otherwise no node could make progress (CMAM too polls when it
// sends). Data that main and handlers share is volatile, or accessed in a hold.
#pragma once

#include <am_core_base.h>
#include <xnet.h>

// T1's promises beyond these rules, for code that uses them. The library in lib/polled has AM_ASYNC
// 0, AM_MAX_WORDS 4, AM_ORDERED 0: a T1 with only the common promises, for tests.

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

/// A short handler: `AM_SHORT void h(int a, ...)`, one-word parameters. It is bounded, calls only
/// inlined functions and uses no floating point; the message enters it directly and it ends in
/// HRET, so its cost is that of its own instructions.
// Handlers that send run at low level: reply handlers send nothing, so no handler of high level has
// to preserve nicond.
#define AM_SHORT XNET_LOW_HANDLER

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return xnet_node(); }
AM_INLINE int am_procs(void) { return xnet_nodes(); }

/// The machine's clock, in cycles; it wraps.
AM_INLINE unsigned am_cycles(void) { return xnet_get_count(); }

/// The second of the C library and of Split-C, in cycles: the sources give T1 no clock rate.
#define AM_HERTZ 50000000

/// The visible set of $4-$9 and $29 identifies it (CSD-94-823 A.10, "Initialization of Event Set
/// Registers").
AM_INLINE int am_level(void) {
    const unsigned nistat = xnet_get_nistat();
    if (!(nistat & XNET_NISTAT_EE)) return AM_LEVEL_HIGH;
    return nistat & XNET_NISTAT_LPEE ? AM_LEVEL_MAIN : AM_LEVEL_LOW;
}

#define AM_LOW_ XNET_NISTAT_LPMM
#define AM_HIGH_ XNET_NISTAT_HPMM

/// Whether handlers run in polls only at this point: main in a hold, or always if AM_ASYNC is 0,
/// where main begins with one of __xnet_holds.
AM_INLINE int am_must_poll(void) { return __xnet_holds != 0; }

/// Keeps handlers from running until the matching am_release(). Holds nest.
AM_INLINE void am_hold(void) {
    // The count precedes the closed mask: a handler that interrupts here, with a hold of its own,
    // then opens nothing.
    ++__xnet_holds;
    xnet_ctc2(XNET_NI_NISTAT, xnet_cfc2(XNET_NI_NISTAT) & ~(AM_LOW_ | AM_HIGH_));
}

AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // the work of the hold is complete
    const int left = --__xnet_holds;
    if (__builtin_expect(left == 0, 1))
        xnet_ctc2(XNET_NI_NISTAT, xnet_cfc2(XNET_NI_NISTAT) | AM_LOW_ | AM_HIGH_);
    else // the emulator reports this trap: more releases than holds (no call: handlers stay short)
        __asm__ volatile("tlt %0, $zero, 0x2e1" : : "r"(left));
}

extern void __am_serve(void), __am_serve_replies(void);

/// In a hold: opens the mask's bits for a moment, so that the handlers of arrived messages run.
/// Written as a call with its own calling convention, so that a function that sends remains a leaf
/// and its sends remain short.
AM_INLINE void am_serve_(unsigned bits) {
    register unsigned mask __asm__("$2") = bits;
    __asm__ volatile(".set push\n\t.set noreorder\n\tjalr $3, %1\n\tnop\n\t.set pop"
                     : "+r"(mask)
                     : "r"(bits & AM_LOW_ ? __am_serve : __am_serve_replies)
                     : "$1", "$3", "$24", "$25", "memory");
}

/// From main: runs the handlers of the messages that have arrived, except those that have already
/// run. Polling instead of interrupts: am_hold() at the start, am_poll() where handlers may run. To
/// wait: `while (!condition) am_poll();`
AM_INLINE void am_poll_in_send_(void) {
    if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}
#if AM_ASYNC
AM_INLINE void am_poll(void) { am_poll_in_send_(); }

#define AM_DEFER_TIMELET ///< main's path to deferred functions (am_defer.c)
#define AM_TP_ XNET_NISTAT_TP
enum { am_ni_timeh_ = XNET_NI_TIMEH, am_ni_timec_ = XNET_NI_TIMEC, am_ni_nistat_ = XNET_NI_NISTAT };
#define am_read_ni_(number) xnet_cfc2(number)
#define am_write_ni_(number, value) xnet_ctc2(number, value)
#else
void __am_poll_deferred(void) __attribute__((weak)); // where am_defer is linked
AM_INLINE void am_poll(void) {
    am_poll_in_send_();
    if (__am_poll_deferred) __am_poll_deferred();
}
#endif

// LL and SC: an event in between breaks the link.
#include <am_core_atomic.h>

/// The word that a message to an AM handler of <am.h>, a plain C function, carries in place of the
/// function (docs/t1-abi.md, "Handlers"): am_short_request_2(node, AM_ENTRY(f), am_my_proc(), a).
#define AM_ENTRY(handler) ((void *)((char *)(handler)-8))

/// A send of main polls where AM_ASYNC is 0 (von Eicken's thesis, 4.3.5.1: CMAM_4 checks for
/// arrivals), except in a hold.
AM_INLINE void am_poll_with_send_(unsigned bits) {
    if (!AM_ASYNC && __xnet_holds == 1) am_serve_(bits);
}

// One of each for 1 to 5 words; a refusal by the network takes the slow path.
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

#include <am_core_words.h>

/// The rules for short handlers hold for those of bulk transfers.
#if AM_ORDERED
#define AM_BULK_HANDLER AM_SHORT
#define AM_BULK_ENTRY(handler) AM_ENTRY(handler)
#else
#define AM_BULK_HANDLER
#define AM_BULK_ENTRY(handler) ((void *)(handler))
#endif

/// The most bytes of one transfer.
#define AM_MAX_BYTES (AM_ORDERED ? 1 << 30 : 12 << 24)

#include <am_core_bulk.h>

#if AM_ORDERED
/// Only the data: messages of this priority that are sent afterwards find it in place.
void am_bulk_data_(int dest, void *to, const void *from, unsigned bytes);
AM_INLINE void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h,
                                unsigned arg) {
    am_bulk_data_(dest, to, from, bytes);
    if (h) am_short_request_3_from(dest, h, to, bytes, arg);
}

// One message requests a small amount: the length is in the bits above the source.
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

#ifdef __cplusplus
}
#endif
