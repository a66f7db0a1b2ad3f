// CMAM: Active Messages of the CM-5 (von Eicken's thesis, 000 4.3.3). Requests go over the left
// data network, replies over the right one. Handlers run in polls and in sends, never between other
// instructions: a sequence without either is atomic.
#pragma once

#include "cm5_ni.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Runs with the four words of its message; it may declare fewer, of any type that fits an integer
/// register.
typedef void CMAM_handler(int w1, int w2, int w3, int w4);

/// Sends `fun` and up to four words to `node`, and handles arrivals meanwhile. CMAM_4: a request,
/// from main; serves both networks. CMAM_reply_4: a reply, from main or from a request's handler;
/// serves only the network of replies. A reply's handler sends nothing.
void CMAM_4(int node, void (*fun)(), ...);
void CMAM_reply_4(int node, void (*fun)(), ...);

/// Handles arrivals: on both networks, or on one. CMAM_wait: until *flag >= value, then subtracts
/// value.
void CMAM_poll(void);
void CMAM_request_poll(void);
void CMAM_reply_poll(void);
void CMAM_wait(volatile int *flag, int value);

/// Called when a segment has all its bytes. Returns the number of further bytes, or 0 to close it.
typedef int CMAM_segment_end(void *info, void *base);

/// Opens a segment of this node: other nodes may store `bytes` bytes from `base` on. Returns its
/// identifier, which encodes number and alignment, or -1 if no segment is free (256 in all; the
/// highest free one is taken).
int CMAM_open_segment(void *base, int bytes, CMAM_segment_end *end, void *info);
/// The segment gets `bytes` bytes fewer than announced. Ends it if no bytes remain.
void CMAM_shorten_segment(int segment, int bytes);
/// Sets the info of the segment's end.
void CMAM_set_segment_info(int segment, void *info);
/// Closes a segment before its end. Call it only when no message to the segment is in the network:
/// the node would store later data in memory that the segment no longer owns.
void CMAM_close_segment(int segment);

/// Stores four words, or `bytes` bytes, in a segment of `node`: `segment` + offset, with offsets
/// below 2^24 - 7. Alignment is the segment's; `offset` of the 4i forms is a multiple of 8 from an
/// aligned base.
void CMAM_xfer_4i(int node, int segment, unsigned offset, int d1, int d2, int d3, int d4);
void CMAM_xfer(int node, int segment_and_offset, const void *from, int bytes);
void CMAM_reply_xfer_4i(int node, int segment, unsigned offset, int d1, int d2, int d3, int d4);
void CMAM_reply_xfer(int node, int segment_and_offset, const void *from, int bytes);

/// The global barrier of the control network. Handles messages while it waits.
void CMAM_barrier(void);

/// Fills the tables of tag handlers, before any constructor runs.
void CMAM_start(void);

#ifdef __cplusplus
}
#endif
