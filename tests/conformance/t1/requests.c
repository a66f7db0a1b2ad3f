// sentences: A.10-20 A.10-21
// run: --nodes 6
// machine: network.receive_packets=1 network.injection_packets=1 network.router_packets=1
// machine: network.cycles_per_word=20
// Requests at low priority, answered at high priority by handlers that wait until the network
// accepts the answer: with room for one packet everywhere and requests between all nodes, no node
// blocks. blocked.c is the same with answers at low priority.
#include "conform.h"

enum { nodes = 6, requests = 60 };

static volatile uint32_t asked, answered, refused, wrong, told, all_refused;

static XNET_HANDLER void answer(uint32_t number) {
    ++answered;
    if (number >= requests) ++wrong;
}
static XNET_LOW_HANDLER void ask(uint32_t from, uint32_t number) {
    ++asked;
    while (!xnet_send1h(from, answer, number)) ++refused;
}
static XNET_HANDLER void tell(uint32_t count) {
    all_refused += count;
    ++told;
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    for (uint32_t number = 0; number < requests; ++number) {
        for (uint32_t step = 0; step < nodes; ++step)
            XNET_UNTIL_SENT(xnet_send2((me + step) % nodes, ask, me, number));
        if (number % 8 == me) { // takes nothing for a while
            set_mask(0);
            pass(400);
            set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
        }
    }
    while (asked < nodes * requests || answered < nodes * requests) {
    }
    pass(20000); // and no more
    EXPECT("A.10-20", asked, nodes * requests);
    EXPECT("A.10-20", answered, nodes * requests);
    EXPECT("A.10-20", wrong, 0);
    EXPECT("A.10-21", answered, nodes * requests);
    XNET_UNTIL_SENT(xnet_send1(0, tell, refused));
    if (me == 0) {
        while (told < nodes) {
        }
        HOLDS("A.10-21", all_refused > 100); // they did wait
    }
    return conform_end();
}
