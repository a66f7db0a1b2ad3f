// run: --nodes 4 --machine t1-hardwired
// flags: -O2
// Are hard-wired handlers worth it? CSD-94-823 3.9: not unless they make the whole at least 1 %
// faster. Every node reads words of the others, with a little, some and more computation after
// each, first by a handler in software, then by the one in the network interface
// (docs/hardwired.md). What they cost is in the machine file.
#include <am.h>
#include <stdio.h>
#include <xnet.h>

enum { words = 64, reads = 200 };

static volatile unsigned table[words];
static volatile int back, last_value, barriers[2];

// Both ways end here; `value` is what was read.
static XNET_HANDLER void reply(unsigned value) {
    last_value = value;
    back = 1;
}

static XNET_LOW_HANDLER void read_word(volatile unsigned *address, int node) {
    XNET_UNTIL_SENT(xnet_send1h(node, reply, *address));
}

static XNET_HANDLER void here(int turn) { ++barriers[turn]; }

static void barrier(int turn) {
    for (int node = 0; node < am_procs(); ++node) XNET_UNTIL_SENT(xnet_send1(node, here, turn));
    while (barriers[turn] < am_procs()) {
    }
    barriers[turn] = 0;
}

// The sum of words of all other nodes; `work` steps of computation after each.
static unsigned sum(int hardwired, int work) {
    unsigned result = 0, at = am_my_proc();
    for (int i = 0; i < reads; ++i) {
        const int node = (am_my_proc() + 1 + i % (am_procs() - 1)) % am_procs();
        at = (at * 13 + 7) % words;
        back = 0;
        if (hardwired)
            XNET_UNTIL_SENT(
                xnet_send3(node, XNET_HARDWIRED_FETCH, (int)&table[at], am_my_proc(), (int)reply));
        else
            XNET_UNTIL_SENT(xnet_send2(node, read_word, (int)&table[at], am_my_proc()));
        while (!back) {
        }
        result += last_value;
        for (int w = 0; w < work; ++w) result = result << 1 ^ result >> 3;
    }
    return result;
}

int main(void) {
    static const int amounts[] = {0, 100, 1000};
    const int me = am_my_proc();
    if (am_procs() < 2) {
        puts("usage: hardwired, on at least 2 nodes");
        return 2;
    }
    for (int i = 0; i < words; ++i) table[i] = me * 1000 + i;
    if (me == 0) puts("steps after a read   software   hard-wired   faster by   worth it");
    for (int a = 0; a < 3; ++a) {
        unsigned cycles[2], sums[2];
        for (int hardwired = 0; hardwired < 2; ++hardwired) {
            barrier(0);
            const unsigned start = xnet_get_count();
            sums[hardwired] = sum(hardwired, amounts[a]);
            barrier(1);
            cycles[hardwired] = xnet_get_count() - start;
        }
        if (sums[0] != sums[1]) {
            printf("node %d: %u is not %u\n", me, sums[0], sums[1]);
            return 1;
        }
        if (me != 0) continue;
        const unsigned tenths = (cycles[0] - cycles[1]) / (cycles[0] / 1000);
        printf("%18d %10u %12u %8u.%u %%   %s\n", amounts[a], cycles[0], cycles[1], tenths / 10,
               tenths % 10, tenths >= 10 ? "yes" : "no");
    }
    return 0;
}
