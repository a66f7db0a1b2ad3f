// What `inlet reproduce sp2` runs on wide nodes for Table 4 of 003: a round trip of one word, and a
// store of 4 MB. Node 0 prints "curve NAME X CYCLES BYTES"; x of the round trip is bytes, too.
#include <am.h>
#include <stdio.h>

enum { turns = 100, most = 4000000 }; // MB = 10^6 (003, footnote 1)

static char block[most] __attribute__((aligned(256))), sink[most] __attribute__((aligned(256)));
static volatile int flag;

static void sender_h(int source, int value) { (void)source, flag = value; }
static void receiver_h(int source, int value) { am_reply_1(source, sender_h, value); }
static void stored_h(int source, void *at, int bytes, void *arg) {
    (void)at, (void)bytes, (void)arg;
    am_reply_1(source, sender_h, 1);
}

static void trips(int n) {
    for (int i = 0; i < n; ++i) {
        flag = 0;
        am_request_1(1, receiver_h, 1);
        while (!flag) am_poll();
    }
}

int main(void) {
    am_enable(AM_POLLING);
    if (am_my_proc() == 0) {
        trips(10);
        unsigned start = am_cycles();
        trips(turns);
        printf("curve wide_trip 4 %u 0\n", am_cycles() - start);
        flag = 0;
        start = am_cycles();
        am_store(1, block, sink, most, stored_h, 0);
        while (!flag) am_poll();
        printf("curve wide_store %d %u %d\n", most, am_cycles() - start, most);
    }
    am_disable();
    return 0;
}
