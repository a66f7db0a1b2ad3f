// sentences: A.10-20
// run: --nodes 6
// machine: network.receive_packets=1 network.injection_packets=1 network.router_packets=1
// expect-deadlock: no node can make progress, and no message can move
// As requests.c, but low handlers wait until the network accepts a low message: nodes block each
// other.
#include "conform.h"

enum { nodes = 6 };

static volatile uint32_t answered;

static XNET_HANDLER void answer(uint32_t number) {
    (void)number;
    ++answered;
}
static XNET_HANDLER void ask(uint32_t from, uint32_t number) {
    pass(500); // more arrive meanwhile
    XNET_UNTIL_SENT(xnet_send1(from, answer, number));
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    uint32_t random = me;
    for (uint32_t number = 0;; ++number) {
        random = random * 1664525u + 1013904223u;
        XNET_UNTIL_SENT(xnet_send2((random >> 16) % nodes, ask, me, number));
    }
}
