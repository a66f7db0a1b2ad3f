// Bulk transfers and blocks. Part of <am_core.h>, within extern "C".
#pragma once

/// A handler that runs when a bulk transfer is complete: `AM_BULK_HANDLER void h(int proc, void
/// *to, unsigned bytes, unsigned arg)`. AM_BULK_ENTRY(f) passes a plain C function in its
/// place.
typedef void (*am_bulk_handler_t)(int proc, void *to, unsigned bytes, unsigned arg);
#ifndef AM_BULK_HANDLER
#define AM_BULK_HANDLER
#define AM_BULK_ENTRY(handler) ((void *)(handler))
#endif

/// Copies `bytes` bytes from `from` on this node to `to` on node `dest`, which do not overlap; when
/// all are in place, `h(source, to, bytes, arg)` runs on `dest` as a request handler. Any
/// alignment, 0 to AM_MAX_BYTES bytes; h = 0 means no handler. From main. `from` may be reused when
/// the call returns. In a hold it may let handlers run, as am_poll does.
#define am_bulk_request(dest, to, from, bytes, h, arg)                                             \
    am_bulk_request_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))

/// Asks node `dest` for `bytes` bytes at `from` on that node; when all have arrived at `to`,
/// `h(dest, to, bytes, arg)` runs on this node as a reply handler. Other rules as for
/// am_bulk_request; `from` is read some time before h runs.
#define am_bulk_get(dest, to, from, bytes, h, arg)                                                 \
    am_bulk_get_(dest, to, from, bytes, (void *)(h), AM_WORD_(arg))

/// A block: a C function gets `count` words, at most AM_BLOCK_WORDS, in memory that is valid until
/// it returns. The rules of AM handlers hold for it. am_block_request: from main. am_block_reply:
/// from request handlers too.
#define AM_BLOCK_WORDS 32
typedef void (*am_block_handler_t)(const uint32_t *words, int count);
void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count);
void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count);
