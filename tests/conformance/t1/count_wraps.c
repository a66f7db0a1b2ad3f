// sentences: A.1-22 A.2.3-3 A.2.3-4
// run: --nodes 2
// machine: count_start=4294963200
// Count starts 4096 cycles before it wraps, on all nodes, and a timelet waits beyond.
#include "conform.h"

static volatile unsigned rung, at, heard, there;

static XNET_HANDLER void ring(void) {
    at = xnet_get_count();
    rung = 1;
}
static XNET_HANDLER void hear(unsigned count) {
    there = count;
    heard = 1;
}

int main(void) {
    const uint32_t start = xnet_get_count();
    HOLDS("A.2.3-4", start > 0xFFFFF000);
    xnet_set_timeh((uint32_t)ring);
    xnet_set_timec(100);
    EXPECT("A.2.3-4", xnet_get_nistat() & XNET_NISTAT_TP, 0);
    set_mask(XNET_NISTAT_TM | XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    while (!rung) {
    }
    HOLDS("A.1-22", at - 100 < 20);
    HOLDS("A.2.3-4", at < start);
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    // The other node's Count, after the wrap.
    XNET_UNTIL_SENT(xnet_send1(1u - (unsigned)xnet_node(), hear, at));
    while (!heard) {
    }
    EXPECT("A.2.3-3", there, at);

    uint32_t last = xnet_get_count(); // and never decreases
    for (int i = 0; i < 200; ++i) {
        const uint32_t now = xnet_get_count();
        HOLDS("A.2.3-4", now - last < 10000);
        last = now;
    }
    return conform_end();
}
