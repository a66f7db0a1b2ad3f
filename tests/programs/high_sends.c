// run: --nodes 3
// expect: ok high sends
// Handlers of high level that send preserve the outcome of the send that they interrupted
// (CSD-94-823 A.9.1): each message that node 0 takes for sent arrives.
#include "check.h"

enum { messages = 400 };

static volatile int arrived, accepted, stop, pests, sinks;

static XNET_LOW_HANDLER void slow(int a) {
    for (volatile int i = 0; i < 10; ++i) (void)a;
    ++arrived;
}
static XNET_HANDLER void sink(void) { ++sinks; }
static XNET_HIGH_HANDLER void high(int back) {
    ++pests;
    (void)xnet_send0h(back, sink);
}
static void told(int src, int n) {
    (void)src;
    accepted = n;
}
static void no_more(int src) {
    (void)src;
    stop = 1;
}

int main(void) {
    switch (xnet_node()) {
    case 0: {
        int n = 0;
        while (n < messages) n += xnet_send1(1, slow, n);
        am_request_1(1, told, n);
        am_request_0(2, no_more);
        CHECK(pests > 20);
        break;
    }
    case 1:
        am_wait(&accepted, messages);
        CHECK_EQUAL(arrived, messages);
        break;
    case 2:
        while (!stop) {
            (void)xnet_send1h(0, high, 2);
            for (volatile int i = 0; i < 25; ++i) {}
        }
        break;
    }
    barrier();
    return finish("high sends");
}
