// run: --machine t1-gang --nodes 4
// status: 139
// expect-part: gang kernel: program careless: SEND or MCST to 0x00000063, by the instruction at 0x
// expect-part: gang kernel: program stores: store to 0x00000001, by the instruction at 0x
// expect-part: neighbour: 4000 of 4000
// interlocked: the registers of gang scheduling are not for machines with exposed hazards
// Programs with an error, each on one node, end on all nodes. Their neighbour continues.
#include <gang.h>
#include <stdio.h>
#include <xnet.h>

enum { turns = 1000, nodes = 4 };

static volatile unsigned rounds, came;

static XNET_HANDLER void count_round(void) { ++rounds; }
static XNET_HANDLER void count(void) { ++came; }

/// Its nodes wait for one another, and so for the one that fails.
static void careless(void) {
    for (unsigned i = 0;; ++i) {
        XNET_UNTIL_SENT(xnet_send0((unsigned)(xnet_node() + 1) % nodes, (void *)count_round));
        if (xnet_node() == 1 && i == 100) (void)xnet_send0(99, (void *)count_round);
        while (rounds <= i) {
        }
    }
}

static void stores(void) {
    if (xnet_node() == 2) *(volatile int *)1 = 2;
    for (;;) {
    }
}

static void neighbour(void) {
    for (int i = 0; i < turns; ++i) XNET_UNTIL_SENT(xnet_send0(0, (void *)count));
    while (xnet_node() == 0 && came < turns * nodes) {
    }
}

static void done(const struct gang_totals *totals) {
    (void)totals;
    if (xnet_node() == 0) printf("neighbour: %u of %d\n", came, turns * nodes);
}

int main(void) {
    static const struct gang_program programs[] = {
        {"careless", careless}, {"neighbour", neighbour}, {"stores", stores}};
    gang_run(programs, 3, 2000, done);
}
