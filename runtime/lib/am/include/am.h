// Active Messages on any machine, after CMAM (von Eicken's thesis, section 4.3.3): written over
// <am_core.h>, which has the rules for handlers.
//
// A message names a handler, a plain C function of the receiving node, and carries up to four words
// to it:
//
//     static void add(int src, int value) { sum += value; }      // runs on node 0
//     am_request_1(0, add, 42);
//
// `inlet run --check-am` names every handler that breaks the rules.
#pragma once

#include <am_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Messages name functions by pointers of these types. The compiler rejects a function that has no
/// entry for messages (docs/t1-abi.md, "Handlers").
#if defined(__mips_xnet)
#define AM_HANDLER __attribute__((annotate("xnet_entry")))
#else
#define AM_HANDLER
#endif
typedef void (*am_handler_0_t)(int src) AM_HANDLER;
typedef void (*am_handler_1_t)(int src, int a0) AM_HANDLER;
typedef void (*am_handler_2_t)(int src, int a0, int a1) AM_HANDLER;
typedef void (*am_handler_3_t)(int src, int a0, int a1, int a2) AM_HANDLER;
typedef void (*am_handler_4_t)(int src, int a0, int a1, int a2, int a3) AM_HANDLER;

typedef void (*am_handler_df_t)(int src, int a0, int a1, double a2);
typedef void (*am_handler_mem_t)(int src, void *address, int nbytes, void *arg) AM_HANDLER;

/// Sends a request: `handler(source, a0, ...)` will run on node `dest` at low priority. From main.
AM_INLINE void am_request_0(int dest, am_handler_0_t handler) {
    am_short_request_0_from(dest, AM_ENTRY(handler));
}
AM_INLINE void am_request_1(int dest, am_handler_1_t handler, int a0) {
    am_short_request_1_from(dest, AM_ENTRY(handler), a0);
}
AM_INLINE void am_request_2(int dest, am_handler_2_t handler, int a0, int a1) {
    am_short_request_2_from(dest, AM_ENTRY(handler), a0, a1);
}
AM_INLINE void am_request_3(int dest, am_handler_3_t handler, int a0, int a1, int a2) {
    am_short_request_3_from(dest, AM_ENTRY(handler), a0, a1, a2);
}
AM_INLINE void am_request_4(int dest, am_handler_4_t handler, int a0, int a1, int a2, int a3) {
    am_short_request_4_from(dest, AM_ENTRY(handler), a0, a1, a2, a3);
}

/// Sends a reply: as am_request, but at high priority. From main and from request handlers.
AM_INLINE void am_reply_0(int dest, am_handler_0_t handler) {
    am_short_reply_0_from(dest, AM_ENTRY(handler));
}
AM_INLINE void am_reply_1(int dest, am_handler_1_t handler, int a0) {
    am_short_reply_1_from(dest, AM_ENTRY(handler), a0);
}
AM_INLINE void am_reply_2(int dest, am_handler_2_t handler, int a0, int a1) {
    am_short_reply_2_from(dest, AM_ENTRY(handler), a0, a1);
}
AM_INLINE void am_reply_3(int dest, am_handler_3_t handler, int a0, int a1, int a2) {
    am_short_reply_3_from(dest, AM_ENTRY(handler), a0, a1, a2);
}
AM_INLINE void am_reply_4(int dest, am_handler_4_t handler, int a0, int a1, int a2, int a3) {
    am_short_reply_4_from(dest, AM_ENTRY(handler), a0, a1, a2, a3);
}

/// As above, with two words and a double (GAM's _df).
void am_request_df(int dest, am_handler_df_t handler, int a0, int a1, double a2);
void am_reply_df(int dest, am_handler_df_t handler, int a0, int a1, double a2);

// Bulk transfers, from main only: any alignment, 0 to am_max_size() bytes. A handler of 0 means no
// handler. A node that does not exist or a negative nbytes ends the run with a message.

/// The most bytes of one transfer. On T1 only a node's memory limits it.
AM_INLINE int am_max_size(void) { return AM_MAX_BYTES; }

/// Copies nbytes from `lva` on this node to `rva` on node `dest`; when all bytes are in place,
/// `handler(source, rva, nbytes, arg)` runs on `dest` as a request handler. am_store has read the
/// source when it returns: the caller may reuse it immediately. To its own node, source and target
/// may overlap; the handler runs as for any other message.
void am_store(int dest, const void *lva, void *rva, int nbytes, am_handler_mem_t handler,
              void *arg);

/// As am_store, and calls `endfunc(dest, lva, nbytes, endarg)` on this node, not as a handler, as
/// soon as the source may be reused: before am_store_async returns.
void am_store_async(int dest, const void *lva, void *rva, int nbytes, am_handler_mem_t handler,
                    void *arg, am_handler_mem_t endfunc, void *endarg);

/// Copies nbytes from `rva` on node `dest` to `lva` here, and returns before they arrive; when all
/// are in place, `handler(dest, lva, nbytes, arg)` runs here as a reply handler: it sends nothing.
/// The source is read some time in between; it must not change until the handler has run.
void am_get(int dest, const void *rva, void *lva, int nbytes, am_handler_mem_t handler, void *arg);

/// Selects when handlers run: at any time (the state before am_enable), or only in am_poll, am_wait
/// and sends (an am_hold for the whole program). Where AM_ASYNC is 0 both mean the latter.
enum { AM_INTERRUPTS, AM_POLLING };

/// The start and the end of Active Messages. Main of every node calls both; each waits for all
/// nodes. A program that wants interrupts and detects its own end needs neither.
void am_enable(int mode);
void am_disable(void);

#ifdef __cplusplus
}
#endif

#include <am_words.h>
