// run: --nodes 2
// expect: ok send outcomes
// The outcome of a send, compared in every way that C offers.
#include "check.h"

static volatile int came, enough;

static XNET_HANDLER void count(void) { ++came; }
static void all(int src, int n) {
    (void)src;
    enough = n;
}

#define MANY 40
#define WAY(expression)                                                                            \
    for (int i = 0; i < MANY; ++i) sent += (expression) ? 1 : 0

static int by_switch(void) {
    switch (xnet_send0(1, count)) {
    case 1: return 1;
    case 0: return 0;
    default: return 100;
    }
}
static int by_switch_of_zero(void) {
    switch (xnet_send0(1, count)) {
    case 0: return 0;
    default: return 1;
    }
}

int main(void) {
    if (xnet_node() == 0) {
        int sent = 0;
        WAY(xnet_send0(1, count));
        WAY(xnet_send0(1, count) == 1);
        WAY(xnet_send0(1, count) != 0);
        WAY(xnet_send0(1, count) > 0);
        WAY(xnet_send0(1, count) >= 1);
        WAY(!(xnet_send0(1, count) < 1));
        WAY(!(xnet_send0(1, count) == 0));
        WAY(!!xnet_send0(1, count));
        WAY(xnet_send0(1, count) * 2 == 2);
        WAY((_Bool)xnet_send0(1, count));
        WAY(xnet_send0(1, count) && i >= 0);
        WAY(i < 0 || xnet_send0(1, count));
        WAY(by_switch());
        WAY(by_switch_of_zero());
        int stored[4] = {xnet_send0(1, count), xnet_send0(1, count) + 1, -xnet_send0(1, count),
                         xnet_send0(1, count) << 4};
        sent += stored[0] + stored[1] - 1 - stored[2] + (stored[3] >> 4);
        CHECK(sent > 100);
        am_request_1(1, all, sent);
    } else {
        while (enough == 0) __asm__ volatile("" ::: "memory");
        CHECK_EQUAL(came, enough);
    }
    barrier();
    return finish("send outcomes");
}
