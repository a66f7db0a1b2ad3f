// The network interface of a T1 node for C programs: CSD-94-823, Appendix A, over <xnet_isa.h>'s
// registers, bits and one function per instruction. <am.h> is the convenient layer above.
#pragma once

#include <xnet_isa.h>

/// A raw message handler: `XNET_HANDLER void h(int a, ...)`, up to five one-word parameters, which
/// are the words of the message. The message enters it directly and it ends in HRET
/// (docs/t1-abi.md, "Handlers").
#define XNET_HANDLER __attribute__((xnet_handler))

/// As above with the level at which it runs: only messages of that priority may name it. One of
/// high level may have interrupted a send before the sender tests the outcome (CSD-94-823 A.9.1):
/// if the handler sends, it restores `nicond`.
#define XNET_LOW_HANDLER __attribute__((xnet_handler("low")))
#define XNET_HIGH_HANDLER __attribute__((xnet_handler("high")))

/// Repeats a send until the network accepts it: XNET_UNTIL_SENT(xnet_send2(dest, h, a, b));
/// Not in a high handler; in a low handler for high priority only (CSD-94-823 A.10, "Active
/// Messages").
#define XNET_UNTIL_SENT(send)                                                                      \
    do {                                                                                           \
    } while (!(send))

// Hard-wired handlers of a machine that has them (docs/hardwired.md): the handler arguments of
// xnet_send3 and its family, and the words of the message.
#define XNET_HARDWIRED_FETCH ((void (*)())0xFFFF0000)   ///< address, node, handler, ...
#define XNET_HARDWIRED_STORE ((void (*)())0xFFFF0004)   ///< address, word, ...
#define XNET_HARDWIRED_FORWARD ((void (*)())0xFFFF0008) ///< node, handler, ...

// Set by crt0 before main and before any event, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number: 0 to xnet_nodes() - 1.
XNET_INLINE int xnet_node(void) { return __xnet_node; }

/// How many nodes the machine has.
XNET_INLINE int xnet_nodes(void) { return __xnet_nodes; }

// Also from crt0: the main stack before main uses it. The page above holds the arguments and, in
// its last word, what the network's grid is (docs/t1-abi.md, "Memory of a node").
extern const unsigned __xnet_stack;
enum { xnet_argument_bytes_ = 4096, xnet_caller_frame_ = 16 };
XNET_INLINE unsigned xnet_grid_(void) {
    return *(const unsigned *)(__xnet_stack + xnet_caller_frame_ + xnet_argument_bytes_ - 4);
}

/// Columns of the grid: node n is in row n / xnet_columns(). The last row may be shorter.
XNET_INLINE int xnet_columns(void) { return (int)(xnet_grid_() & 0xffff); }

/// Whether each row is a ring: a cylinder (CSD-94-823 3.2).
XNET_INLINE int xnet_rows_are_rings(void) { return (int)(xnet_grid_() >> 16 & 1); }

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
