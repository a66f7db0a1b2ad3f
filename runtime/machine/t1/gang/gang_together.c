// Sums over all nodes, along a tree: node n has the children 2n + 1 and 2n + 2.
#include "gang_kernel.h"

#include <xnet.h>

static volatile unsigned reports, reported, absent;   ///< of the children: bits that one lacks
static volatile unsigned verdicts, total, total_mask; ///< from the parent

static XNET_HANDLER void up(unsigned value, unsigned mask) {
    reported += value;
    absent |= ~mask;
    ++reports;
}

static XNET_HANDLER void down(unsigned value, unsigned mask) {
    total = value;
    total_mask = mask;
    ++verdicts;
}

unsigned __gang_together(unsigned (*value)(void), unsigned *mask) {
    const int node = xnet_node(), nodes = xnet_nodes();
    const int children = (2 * node + 1 < nodes) + (2 * node + 2 < nodes);
    while (reports < (unsigned)children) {
    }
    // No child reports again before this node has answered it.
    const unsigned sum = reported + value(), bits = *mask & ~absent;
    reports = reported = absent = 0;
    if (node) {
        XNET_UNTIL_SENT(xnet_send2((unsigned)(node - 1) / 2, (void *)up, sum, bits));
        while (!verdicts) {
        }
    } else {
        total = sum;
        total_mask = bits;
    }
    verdicts = 0;
    for (int child = 2 * node + 1; child <= 2 * node + 2 && child < nodes; ++child)
        XNET_UNTIL_SENT(xnet_send2((unsigned)child, (void *)down, total, total_mask));
    *mask = total_mask;
    return total;
}

unsigned __gang_nothing(void) { return 0; }

void __gang_meet(void) {
    unsigned mask = 0;
    __gang_together(__gang_nothing, &mask);
}
