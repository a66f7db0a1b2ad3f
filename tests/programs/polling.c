// run: --nodes 8
// expect: ok polling
// Polling instead of interrupts: a hold for the whole program, handlers only in polls, waits and
// sends.
#include "check.h"

#include <fetch_add.h>

enum { each = 20 };

static volatile int counter, handled;

static void count(int src) {
    (void)src;
    am_hold(); // inside a poll a handler may hold as always
    ++handled;
    am_release();
}

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    am_hold();
    for (int i = 0; i < each; ++i) {
        const int before = handled;
        delay(200);
        CHECK_EQUAL(handled, before); // nothing arrives by itself
        am_poll();
        for (int to = 0; to < n; ++to)
            am_request_0(to, count); // all nodes send, none waits: sends poll
        fetch_add((me + i) % n, &counter, 1);
    }
    while (handled < n * each) am_poll();
    barrier();

    // One poll handles all arrivals.
    for (int i = 0; i < 3; ++i) am_request_0(me, count);
    delay(200);
    CHECK_EQUAL(handled, n * each);
    am_poll();
    CHECK_EQUAL(handled, n * each + 3);

    const int before = handled;
    barrier();
    CHECK_EQUAL(handled, before);
    CHECK_EQUAL(counter, each);
    CHECK_EQUAL(__xnet_holds, 1);
    CHECK_EQUAL(xnet_get_nistat() & (XNET_NISTAT_HPMM | XNET_NISTAT_LPMM), 0);
    const int status = finish("polling");
    am_release();
    return status;
}
