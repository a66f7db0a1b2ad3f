// The network interface in the coprocessor of a CM-5's node for C programs (cm5-clang -mxnet):
// CSD-94-823, Appendix A, over <xnet_isa.h>'s registers, bits and one function per instruction, but
// for vectors and multicasts, which this machine has not (docs/cm5-xnet.md). <am.h> is the
// comfortable layer above.
#pragma once

#include <xnet_isa.h>

/// A raw message handler: `XNET_HANDLER void h(int a, ...)`, up to five one-word parameters, which
/// are the words of the message. It is entered directly, runs in the window of the dispatch and
/// ends in HRET. No floating point, and it calls only what is inlined.
#define XNET_HANDLER __attribute__((xnet_handler))

/// The same with the level at which it runs: its messages are of that priority only.
#define XNET_LOW_HANDLER __attribute__((xnet_handler("low")))
#define XNET_HIGH_HANDLER __attribute__((xnet_handler("high")))

/// Repeats a send until the network accepts it: XNET_UNTIL_SENT(xnet_send2(dest, h, a, b));
/// Not in a high handler; in a low handler for high priority only (CSD-94-823 A.10, "Active
/// Messages").
#define XNET_UNTIL_SENT(send)                                                                      \
    do {                                                                                           \
    } while (!(send))

/// Ours: bytes from the interrupted stack pointer to a handler's.
#define XNET_NI_WFRAME 27

// Set by crt0 before main and before any event, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number: 0 to xnet_nodes() - 1.
XNET_INLINE int xnet_node(void) { return __xnet_node; }

/// How many nodes the machine has.
XNET_INLINE int xnet_nodes(void) { return __xnet_nodes; }
