// run: --nodes 8
// expect: ok order
// Messages of one sender to one receiver at one priority arrive in the order of the sends
// (CSD-94-823 A.10), also if the receiver sometimes holds events off.
#include "check.h"

enum { messages = 60 };

static volatile int next_low[64], next_high[64], arrived;

static void low(int src, int number) {
    CHECK_EQUAL(number, next_low[src]);
    next_low[src] = number + 1;
    ++arrived; // high handlers count in another variable: they would interrupt this
}

static volatile int arrived_high;

static void high(int src, int number) {
    CHECK_EQUAL(number, next_high[src]);
    next_high[src] = number + 1;
    ++arrived_high;
}

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    unsigned random = (unsigned)me;
    for (int i = 0; i < messages; ++i) {
        for (int k = 0; k < n; ++k) {
            const int to = (me + k) % n;
            am_request_1(to, low, i);
            am_reply_1(to, high, i);
        }
        if (random_below(&random, 4) == 0) {
            am_hold();
            delay(random_below(&random, 500));
            am_release();
        }
    }
    am_wait(&arrived, n * messages);
    am_wait(&arrived_high, n * messages);
    for (int src = 0; src < n; ++src) {
        CHECK_EQUAL(next_low[src], messages);
        CHECK_EQUAL(next_high[src], messages);
    }
    return finish("order");
}
