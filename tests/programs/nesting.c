// run: --nodes 3
// expect: ok nesting
// A high handler interrupts a low one (CSD-94-823 A.9): node 1's low handler spins until a message
// that node 2 sends at high priority, later, has been handled; its own words and locals survive.
#include "check.h"

static volatile int in_low, go, seen_low, low_done;
static volatile unsigned state_main, state_low, state_high;

#define LEVELS (XNET_NISTAT_EE | XNET_NISTAT_LPEE)

static void release(int src, int a, int b, int c, int d) {
    state_high = xnet_cfc2(XNET_NI_NISTAT) & LEVELS;
    seen_low = in_low;
    CHECK_EQUAL(src, 2);
    CHECK_EQUAL(a + b + c + d, -10);
    volatile int words[100]; // on the other stack
    for (int i = 0; i < 100; ++i) words[i] = -1;
    go = words[99] == -1;
}

static void low(int src, int a, int b, int c, int d) {
    volatile int words[100];
    for (int i = 0; i < 100; ++i) words[i] = i * d;
    state_low = xnet_cfc2(XNET_NI_NISTAT) & LEVELS;
    CHECK_EQUAL(go, 0);
    in_low = 1;
    while (!go) {
    }
    in_low = 0;
    CHECK_EQUAL(src, 0);
    CHECK_EQUAL(a, 1);
    CHECK_EQUAL(b, 2);
    CHECK_EQUAL(c, 3);
    CHECK_EQUAL(d, 4);
    for (int i = 0; i < 100; ++i) CHECK_EQUAL(words[i], i * d);
    CHECK_EQUAL(xnet_cfc2(XNET_NI_NISTAT) & LEVELS, state_low);
    ++low_done;
}

// As above with a raw low handler, which has no frame.
static XNET_HANDLER void raw_low(int a, int b, int c, int d, int e) {
    in_low = 1;
    while (!go) {
    }
    in_low = 0;
    CHECK_EQUAL(a * 10000 + b * 1000 + c * 100 + d * 10 + e, 12345);
    ++low_done;
}

int main(void) {
    for (int round = 0; round < 20; ++round) {
        go = seen_low = low_done = 0;
        barrier();
        if (am_my_proc() == 0) {
            if (round % 2)
                XNET_UNTIL_SENT(xnet_send5(1, raw_low, 1, 2, 3, 4, 5));
            else
                am_request_4(1, low, 1, 2, 3, 4);
        }
        if (am_my_proc() == 2) {
            delay(10000 + 7 * round); // the low handler is in its loop by then
            am_reply_4(1, release, -1, -2, -3, -4);
        }
        if (am_my_proc() == 1) {
            state_main = xnet_cfc2(XNET_NI_NISTAT) & LEVELS;
            am_wait(&low_done, 1);
            CHECK(seen_low);
            CHECK_EQUAL(state_main, LEVELS);
            CHECK_EQUAL(state_high, XNET_NISTAT_EE & 0); // EE clear, LPEE as in the low handler
            if (round % 2 == 0) CHECK_EQUAL(state_low, XNET_NISTAT_EE);
        }
        barrier();
    }
    return finish("nesting");
}
