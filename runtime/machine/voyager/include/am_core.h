// The core of Active Messages on StarT-Voyager (docs/voyager.md, "The runtime"): the only part of
// the machine that <am.h>, Split-C, fetch&add, threads and the C library use. docs/runtime-port.md
// specifies each function.
//
// A message without words is an Express message, and so is one of one word to a handler with the
// mark AM_EXPRESS; others are Basic messages. Requests have low priority, replies high. Handlers
// run in polls only: in am_poll, after each request of main outside a hold, and where a send of
// main waits.
//   main             may send requests and replies;
//   request handler  may send replies only;
//   reply handler    sends nothing.
// Express messages and Basic messages overtake each other.
#pragma once

/// An Express message has space for one word and five bits: the place of the marked handler in a
/// table that the linker makes. Every node runs the same program, so the places are the same. The
/// first 31 marks count; messages to other handlers are Basic ones.
#define AM_EXPRESS(h) AM_EXPRESS_(h, 1)
#define AM_EXPRESS_SHORT(h) AM_EXPRESS_(h, 0)
#define AM_EXPRESS_(h, from)                                                                       \
    __attribute__((section("am_express"), used)) static const char *const __am_express_##h =       \
        (const char *)(h) + (from)

#include <am_core_base.h>

#define AM_ASYNC 0     ///< handlers do not run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< no program may rely on order

#ifdef __cplusplus
extern "C" {
#endif

#include <am_core_polled.h>
#include <am_core_ppc.h>

/// 140 MHz (Ang, Chiou, Rudolph, Arvind 5).
#define AM_HERTZ 140000000

/// The most bytes of one transfer.
#define AM_MAX_BYTES 0x7FFFFFFF

#include <am_core_bulk.h>
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

#ifdef __cplusplus
}
#endif
