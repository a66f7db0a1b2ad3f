// Network instructions in the processors of machines beside T1, for C programs (cm5-clang -mxnet,
// sp2-clang -mxnet, ncube2-clang -mxnet): CSD-94-823, Appendix A, over <xnet_isa.h>'s registers,
// bits and one function per instruction (docs/cm5-xnet.md, docs/sp2-xnet.md, docs/ncube2-xnet.md).
// <am.h> is the convenient layer above.
#pragma once

#include <xnet_isa.h>

/// A raw message handler: `XNET_HANDLER void h(int a, ...)`, up to five one-word parameters, which
/// are the words of the message. The message enters it directly; it runs in the registers of its
/// level and ends in HRET. It calls only inlined functions; no floating point on a SPARC.
#define XNET_HANDLER __attribute__((xnet_handler))

/// As above with the level at which it runs: only messages of that priority may name it.
#define XNET_LOW_HANDLER __attribute__((xnet_handler("low")))
#define XNET_HIGH_HANDLER __attribute__((xnet_handler("high")))

/// Repeats a send until the network accepts it: XNET_UNTIL_SENT(xnet_send2(dest, h, a, b));
/// Not in a high handler; in a low handler for high priority only (CSD-94-823 A.10, "Active
/// Messages").
#define XNET_UNTIL_SENT(send)                                                                      \
    do {                                                                                           \
    } while (!(send))

#ifdef __sparc_xnet
/// Not in the specification: bytes from the interrupted stack pointer to a handler's.
#define XNET_NI_WFRAME 27
#endif

// Set by crt0 before main and before any event, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number: 0 to xnet_nodes() - 1.
XNET_INLINE int xnet_node(void) { return __xnet_node; }

/// How many nodes the machine has.
XNET_INLINE int xnet_nodes(void) { return __xnet_nodes; }

/// In a message handler: stores the message's vector and returns its length in words, 0 to 32.
/// Preserves the vector length register, which all levels share.
XNET_INLINE unsigned xnet_store_vector(volatile void *to) {
    const unsigned length = (xnet_get_nistat() & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT;
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr(length);
    xnet_swv(1, to);
    xnet_set_vlr(kept);
    return length;
}
