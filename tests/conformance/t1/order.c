// sentences: 3.3-1 A.1-15 A.1-19 A.10-1
// run: --nodes 6
// machine: network.receive_packets=1 network.injection_packets=1 network.router_packets=1
// Every node sends numbered messages of varying length to every other at both priorities, and
// sometimes takes none for a while.
#include "conform.h"

enum { nodes = 6, messages = 40 };

static volatile uint32_t came[2][nodes], wrong[2], total[2]; // by priority

static XNET_HANDLER void on_low(uint32_t from, uint32_t number) {
    if (number != came[0][from]) ++wrong[0];
    came[0][from] = number + 1;
    ++total[0];
}
static XNET_HANDLER void on_high(uint32_t from, uint32_t number) {
    if (number != came[1][from]) ++wrong[1];
    came[1][from] = number + 1;
    ++total[1];
}

static void send(uint32_t to, uint32_t number, uint32_t random) {
    const uint32_t me = (uint32_t)xnet_node();
    switch (random >> 8 & 3) {
    case 0: XNET_UNTIL_SENT(xnet_send2(to, on_low, me, number)); break;
    default: XNET_UNTIL_SENT(xnet_send5(to, on_low, me, number, 0, 0, 0)); break;
    }
    switch (random >> 10 & 3) {
    case 0: XNET_UNTIL_SENT(xnet_send5h(to, on_high, me, number, 0, 0, 0)); break;
    default: XNET_UNTIL_SENT(xnet_send2h(to, on_high, me, number)); break;
    }
}

int main(void) {
    uint32_t random = (uint32_t)xnet_node();
    for (uint32_t number = 0; number < messages; ++number)
        for (uint32_t step = 0; step < nodes; ++step) {
            random = random * 1664525u + 1013904223u;
            send(((uint32_t)xnet_node() + step) % nodes, number, random);
            if ((random >> 20 & 15) == 0) {
                set_mask(0);
                pass(300);
                set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
            }
        }
    while (total[0] < nodes * messages || total[1] < nodes * messages) {
    }
    pass(20000); // and no more
    EXPECT("A.1-19", wrong[0] + wrong[1], 0);
    EXPECT("3.3-1", wrong[0] + wrong[1], 0);
    EXPECT("A.10-1", wrong[0] + wrong[1], 0);
    EXPECT("A.1-15", total[0] + total[1], 2 * nodes * messages);
    for (int from = 0; from < nodes; ++from) {
        EXPECT("A.1-15", came[0][from], messages);
        EXPECT("A.1-15", came[1][from], messages);
    }
    return conform_end();
}
