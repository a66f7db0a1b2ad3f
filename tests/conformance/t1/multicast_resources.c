// sentences: A.8.1-2
// run: --nodes 1x8
// A multicast over two nodes takes no more of the network than one message to its end: it arrives
// there after as many cycles, and so does a message sent directly after it.
#include "conform.h"

enum { from = 1, last = 4, slot = 20000 };

static volatile uint32_t took[2], came;
/// `sent` is Count directly before the first of the two was sent.
static XNET_HANDLER void first(uint32_t sent) {
    took[0] = xnet_get_count() - sent;
    ++came;
}
static XNET_HANDLER void second(uint32_t sent) {
    took[1] = xnet_get_count() - sent;
    ++came;
}

static void wait_until(uint32_t cycle) {
    while ((int32_t)(xnet_get_count() - cycle) < 0) {
    }
}

#define TWO(send, other)                                                                           \
    __asm__ volatile(".set push\n\t.set noreorder\n\tcfc2 $4, $9\n\t" send " %0, %2\n\t" other     \
                     " %1, %2\n\t.set pop"                                                         \
                     :                                                                             \
                     : "r"((void *)first), "r"((void *)second), "r"((void *)last)                  \
                     : "$4", "memory")

/// The cycles at which the two messages reach the last node.
static void times(uint32_t me, uint32_t multicast, uint32_t high, uint32_t start, uint32_t *out) {
    came = took[0] = took[1] = 0;
    wait_until(start);
    if (me == from) {
        if (multicast && high) TWO("mcst5h", "send1h");
        if (multicast && !high) TWO("mcst5", "send1");
        if (!multicast && high) TWO("send5h", "send1h");
        if (!multicast && !high) TWO("send5", "send1");
    }
    wait_until(start + slot / 2);
    out[0] = took[0], out[1] = took[1];
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    for (uint32_t high = 0; high < 2; ++high) {
        uint32_t one[2], all[2];
        times(me, 0, high, (2 * high + 1) * slot, one);
        times(me, 1, high, (2 * high + 2) * slot, all);
        if (me == last) {
            HOLDS("A.8.1-2", one[0] > 0 && one[1] > one[0]);
            // An instruction of several cycles may delay an event; a link takes 7 or more for a
            // message of five words.
            HOLDS("A.8.1-2", all[0] + 3 - one[0] < 7);
            HOLDS("A.8.1-2", all[1] + 3 - one[1] < 7);
        } else if (me > from && me < last) {
            EXPECT("A.8.1-2", came, 1);
        }
    }
    return me == last || (me > from && me < last) ? conform_end() : 0;
}
