// The core of Active Messages on an SP-2 (docs/sp2.md, "The protocol"): the only part of the
// machine that <am.h>, Split-C, fetch&add, threads and the C library use. docs/runtime-port.md
// specifies each function.
//
// Requests and replies have separate windows (Chang, Czajkowski, von Eicken, Design and Performance
// of Active Messages on the IBM SP-2, 1996: 2.2). Handlers run in polls only: in am_poll, after
// each request of main outside a hold, and where a send of main waits.
//   main             may send requests and replies;
//   request handler  may send replies only;
//   reply handler    sends nothing.
// Messages of one kind between a pair of nodes are handled in the order in which they were sent.
#pragma once

#ifdef __powerpc_xnet // network instructions in the processor
#include <am_core_xnet.h>
#else

#include <am_core_base.h>

#define AM_ASYNC 0     ///< handlers do not run at any time
#define AM_MAX_WORDS 4 ///< of a short message, with or without source
#define AM_ORDERED 0   ///< no program may rely on order

#ifdef __cplusplus
extern "C" {
#endif

#include <am_core_polled.h>
#include <am_core_ppc.h>

/// 66 MHz (2.1).
#define AM_HERTZ 66000000

/// The most bytes of one transfer.
#define AM_MAX_BYTES 0x7FFFFFFF

// am_bulk_request returns when all bytes are acknowledged: until then it may have to resend them.
#include <am_core_bulk.h>
void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);
void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg);

/// As am_bulk_request, but returns when all bytes have been handed over; `end(dest, from, bytes,
/// endarg)` runs here, in a poll, when they are acknowledged and `from` may be reused. At most 16
/// transfers wait this way.
#define AM_BULK_ASYNC 1
typedef void (*am_bulk_end_t)(int dest, void *from, int bytes, void *arg);
void am_bulk_request_async(int dest, void *to, const void *from, unsigned bytes, void *h,
                           unsigned arg, am_bulk_end_t end, void *endarg);

#ifdef __cplusplus
}
#endif

#endif
