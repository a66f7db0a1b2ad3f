// Active Messages on T1, after CMAM (von Eicken's thesis, section 4.3.3) and CSD-94-823.
//
// A message names a handler, a plain C function of the receiving node, and carries up to four words
// to it:
//
//     static void add(int src, int value) { sum += value; }      // runs on node 0
//     am_request_1(0, add, 42);
//
// Requests go out at low priority, replies at high priority. So that no set of nodes can block for
// good (CSD-94-823 A.10, "Active Messages"):
//   main             may send requests and replies;
//   request handler  may send replies only; it may be interrupted by reply handlers;
//   reply handler    sends nothing, and nothing interrupts it.
// Compiled with -DAM_CHECK, a send that breaks this ends the program with a message.
//
// Handlers run as soon as their message arrives, between any two instructions of main, except
// between am_hold() and am_release(). What main and handlers share is volatile, or read and written
// in a hold. A send that the network refuses is repeated; in a hold it lets handlers run between
// two tries, as am_poll does, since nobody could make progress otherwise (CMAM too polls when it
// sends).
#pragma once

#include <xnet.h>

typedef void (*am_handler_0_t)(int src);
typedef void (*am_handler_1_t)(int src, int a0);
typedef void (*am_handler_2_t)(int src, int a0, int a1);
typedef void (*am_handler_3_t)(int src, int a0, int a1, int a2);
typedef void (*am_handler_4_t)(int src, int a0, int a1, int a2, int a3);

/// This node's number and the number of nodes.
static inline int am_my_proc(void) { return xnet_node(); }
static inline int am_procs(void) { return xnet_nodes(); }

#define AM_LOW_ XNET_NISTAT_LPMM
#define AM_HIGH_ XNET_NISTAT_HPMM

/// am_hold()s that are open. Handlers leave it as they found it.
extern int __xnet_holds;

/// Keeps handlers away from here to the am_release() that belongs to it. Holds nest.
static inline void am_hold(void) {
    // Counted before the mask closes: a handler that comes in between, with a hold of its own, then
    // opens nothing.
    ++__xnet_holds;
    xnet_ctc2(XNET_NI_NISTAT, xnet_cfc2(XNET_NI_NISTAT) & ~(AM_LOW_ | AM_HIGH_));
}

static inline void am_release(void) {
    __asm__ volatile("" ::: "memory"); // what was done in the hold is done
    if (--__xnet_holds == 0)
        xnet_ctc2(XNET_NI_NISTAT, xnet_cfc2(XNET_NI_NISTAT) | AM_LOW_ | AM_HIGH_);
}

/// In a hold: opens the mask's bits for a moment, so that the handlers of what has arrived run.
/// Written as a call with a convention of its own, so that a function that sends stays a leaf and
/// its sends stay short.
static inline void am_serve_(unsigned bits) {
    extern void __am_serve(void);
    register unsigned mask __asm__("$2") = bits;
    __asm__ volatile(".set push\n\t.set noreorder\n\tjalr $3, %1\n\tnop\n\t.set pop"
                     : "+r"(mask)
                     : "r"(__am_serve)
                     : "$1", "$3", "$24", "$25", "memory");
}

/// Runs the handlers of the messages that have arrived, in a hold. Outside a hold they have run
/// already. Polling instead of interrupts: am_hold() at the start, am_poll() where handlers may
/// run.
static inline void am_poll(void) {
    if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits. In a hold it
/// polls.
void am_wait(volatile int *flag, int value);

#ifdef AM_CHECK
/// Ends the program if the caller runs at a level that may not send this.
void am_check_(unsigned needed, const char *what);
#define AM_CHECK_(needed, what) am_check_(needed, what)
#else
#define AM_CHECK_(needed, what) ((void)0)
#endif

/// The address that a message to an AM handler carries (docs/t1-abi.md, "Handlers").
#define AM_ENTRY_(handler) ((void *)((char *)(handler)-8))

#define AM_SEND_(send, bits)                                                                       \
    while (!(send))                                                                                \
        if (__xnet_holds) am_serve_(bits)
#define AM_REQUEST_(send)                                                                          \
    AM_CHECK_(XNET_NISTAT_EE | XNET_NISTAT_LPEE, "am_request in a handler");                       \
    const int me = am_my_proc();                                                                   \
    AM_SEND_(send, AM_LOW_ | AM_HIGH_)
// A reply waits for nothing but replies.
#define AM_REPLY_(send)                                                                            \
    AM_CHECK_(XNET_NISTAT_EE, "am_reply in a reply handler");                                      \
    const int me = am_my_proc();                                                                   \
    AM_SEND_(send, AM_HIGH_)

/// Sends a request: `handler(source, a0, ...)` will run on node `dest` at low priority. From main.
static inline void am_request_0(int dest, am_handler_0_t handler) {
    AM_REQUEST_(xnet_send1(dest, AM_ENTRY_(handler), me));
}
static inline void am_request_1(int dest, am_handler_1_t handler, int a0) {
    AM_REQUEST_(xnet_send2(dest, AM_ENTRY_(handler), me, a0));
}
static inline void am_request_2(int dest, am_handler_2_t handler, int a0, int a1) {
    AM_REQUEST_(xnet_send3(dest, AM_ENTRY_(handler), me, a0, a1));
}
static inline void am_request_3(int dest, am_handler_3_t handler, int a0, int a1, int a2) {
    AM_REQUEST_(xnet_send4(dest, AM_ENTRY_(handler), me, a0, a1, a2));
}
static inline void am_request_4(int dest, am_handler_4_t handler, int a0, int a1, int a2, int a3) {
    AM_REQUEST_(xnet_send5(dest, AM_ENTRY_(handler), me, a0, a1, a2, a3));
}

/// Sends a reply: the same at high priority. From main and from request handlers.
static inline void am_reply_0(int dest, am_handler_0_t handler) {
    AM_REPLY_(xnet_send1h(dest, AM_ENTRY_(handler), me));
}
static inline void am_reply_1(int dest, am_handler_1_t handler, int a0) {
    AM_REPLY_(xnet_send2h(dest, AM_ENTRY_(handler), me, a0));
}
static inline void am_reply_2(int dest, am_handler_2_t handler, int a0, int a1) {
    AM_REPLY_(xnet_send3h(dest, AM_ENTRY_(handler), me, a0, a1));
}
static inline void am_reply_3(int dest, am_handler_3_t handler, int a0, int a1, int a2) {
    AM_REPLY_(xnet_send4h(dest, AM_ENTRY_(handler), me, a0, a1, a2));
}
static inline void am_reply_4(int dest, am_handler_4_t handler, int a0, int a1, int a2, int a3) {
    AM_REPLY_(xnet_send5h(dest, AM_ENTRY_(handler), me, a0, a1, a2, a3));
}
