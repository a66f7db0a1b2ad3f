// Active Messages on any machine, after CMAM (von Eicken's thesis, section 4.3.3): written over
// <am_core.h>, which has the rules for handlers.
//
// A message names a handler, a plain C function of the receiving node, and carries up to four words
// to it:
//
//     static void add(int src, int value) { sum += value; }      // runs on node 0
//     am_request_1(0, add, 42);
//
// Compiled with -DAM_CHECK, a send that breaks the rules ends the program with a message.
#pragma once

#include <am_core.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*am_handler_0_t)(int src);
typedef void (*am_handler_1_t)(int src, int a0);
typedef void (*am_handler_2_t)(int src, int a0, int a1);
typedef void (*am_handler_3_t)(int src, int a0, int a1, int a2);
typedef void (*am_handler_4_t)(int src, int a0, int a1, int a2, int a3);

#ifdef AM_CHECK
/// Ends the program if the caller runs at a level that may not send this.
void am_check_(unsigned needed, const char *what);
#define AM_MAY_REQUEST_ am_check_(XNET_NISTAT_EE | XNET_NISTAT_LPEE, "am_request in a handler")
#define AM_MAY_REPLY_ am_check_(XNET_NISTAT_EE, "am_reply in a reply handler")
#else
#define AM_MAY_REQUEST_ ((void)0)
#define AM_MAY_REPLY_ ((void)0)
#endif

/// Sends a request: `handler(source, a0, ...)` will run on node `dest` at low priority. From main.
static inline void am_request_0(int dest, am_handler_0_t handler) {
    AM_MAY_REQUEST_;
    am_short_request_1(dest, AM_ENTRY(handler), am_my_proc());
}
static inline void am_request_1(int dest, am_handler_1_t handler, int a0) {
    AM_MAY_REQUEST_;
    am_short_request_2(dest, AM_ENTRY(handler), am_my_proc(), a0);
}
static inline void am_request_2(int dest, am_handler_2_t handler, int a0, int a1) {
    AM_MAY_REQUEST_;
    am_short_request_3(dest, AM_ENTRY(handler), am_my_proc(), a0, a1);
}
static inline void am_request_3(int dest, am_handler_3_t handler, int a0, int a1, int a2) {
    AM_MAY_REQUEST_;
    am_short_request_4(dest, AM_ENTRY(handler), am_my_proc(), a0, a1, a2);
}
static inline void am_request_4(int dest, am_handler_4_t handler, int a0, int a1, int a2, int a3) {
    AM_MAY_REQUEST_;
    am_short_request_5(dest, AM_ENTRY(handler), am_my_proc(), a0, a1, a2, a3);
}

/// Sends a reply: the same at high priority. From main and from request handlers.
static inline void am_reply_0(int dest, am_handler_0_t handler) {
    AM_MAY_REPLY_;
    am_short_reply_1(dest, AM_ENTRY(handler), am_my_proc());
}
static inline void am_reply_1(int dest, am_handler_1_t handler, int a0) {
    AM_MAY_REPLY_;
    am_short_reply_2(dest, AM_ENTRY(handler), am_my_proc(), a0);
}
static inline void am_reply_2(int dest, am_handler_2_t handler, int a0, int a1) {
    AM_MAY_REPLY_;
    am_short_reply_3(dest, AM_ENTRY(handler), am_my_proc(), a0, a1);
}
static inline void am_reply_3(int dest, am_handler_3_t handler, int a0, int a1, int a2) {
    AM_MAY_REPLY_;
    am_short_reply_4(dest, AM_ENTRY(handler), am_my_proc(), a0, a1, a2);
}
static inline void am_reply_4(int dest, am_handler_4_t handler, int a0, int a1, int a2, int a3) {
    AM_MAY_REPLY_;
    am_short_reply_5(dest, AM_ENTRY(handler), am_my_proc(), a0, a1, a2, a3);
}

#ifdef __cplusplus
}
#endif
