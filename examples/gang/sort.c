// Sorts: every node sends each of its keys to the node of the key's range, and then to all nodes a
// message that it was the last one. That relies on the order of messages between a pair of nodes.
#include "programs.h"

#include <stdio.h>
#include <xnet.h>

enum { own = 100, room = 4096, most_key = 1 << 20 };

static volatile unsigned came, keys[room], ended;
static volatile unsigned reports, all_keys, all_sum, all_wrong;

XNET_HANDLER void sort_key(unsigned key) {
    if (came < room) keys[came] = key;
    ++came;
}

XNET_HANDLER void sort_last(void) { ++ended; }

XNET_HANDLER void sort_report(unsigned count, unsigned sum, unsigned wrong) {
    all_keys += count;
    all_sum += sum;
    all_wrong += wrong;
    ++reports;
}

void sort_main(void) {
    const unsigned self = (unsigned)xnet_node(), nodes = (unsigned)xnet_nodes();
    const unsigned range = (most_key + nodes - 1) / nodes;
    unsigned random = self * 2654435761u + 12345;
    for (unsigned i = 0; i < own; ++i) {
        random = random * 1664525 + 1013904223;
        const unsigned key = random >> 12;
        XNET_UNTIL_SENT(xnet_send1(key / range, (void *)sort_key, key));
    }
    for (unsigned n = 0; n < nodes; ++n)
        XNET_UNTIL_SENT(xnet_send0((self + n) % nodes, (void *)sort_last));
    while (ended < nodes) {
    }
    unsigned wrong = 0, sum = 0;
    const unsigned count = came; // no key comes after the last message of its node
    for (unsigned i = 1; i < count; ++i) {
        const unsigned key = keys[i];
        unsigned at = i;
        for (; at && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (unsigned i = 0; i < count; ++i) {
        wrong += keys[i] / range != self || (i && keys[i - 1] > keys[i]);
        sum += keys[i];
    }
    wrong += came != count;
    XNET_UNTIL_SENT(xnet_send3(0, (void *)sort_report, count, sum, wrong));
    while (self == 0 && reports < nodes) {
    }
}

void sort_print(void) {
    printf("sort: %u keys on %d nodes, sum %x, %u wrong\n", all_keys, xnet_nodes(), all_sum,
           all_wrong);
}
