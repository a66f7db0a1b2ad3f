// What `inlet reproduce cs2` and `unet` run for Table 5 of 003: the overhead of a message at both
// ends, a round trip, and a long store. Node 0 prints "curve NAME X CYCLES BYTES"; X are bytes.
#include <am.h>
#include <stdio.h>

enum { turns = 100, most = 1000000, long_enough = 100000 }; // MB = 10^6 (003, footnote 1)

static char block[most] __attribute__((aligned(256))), sink[most] __attribute__((aligned(256)));
static volatile int flag, handling;

static void sender_h(int source, int value) { (void)source, flag = value; }
static void receiver_h(int source, int value) { am_reply_1(source, sender_h, value); }
static void taken_h(int source, int value) { (void)source, (void)value; }
static void told_h(int source, int value) { (void)source, handling = value; }
static void stored_h(int source, void *at, int bytes, void *arg) {
    (void)at, (void)bytes, (void)arg;
    am_reply_1(source, sender_h, 1);
}

static void pass(unsigned cycles) {
    for (const unsigned start = am_cycles(); am_cycles() - start < cycles;) {
    }
}

static void trips(int n) {
    for (int i = 0; i < n; ++i) {
        flag = 0;
        am_request_1(1, receiver_h, 1);
        while (!flag) am_poll();
    }
}

static unsigned poll_cycles(void) {
    const unsigned start = am_cycles();
    am_poll();
    return am_cycles() - start;
}

int main(void) {
    am_enable(AM_POLLING);
    if (am_my_proc() == 0) {
        unsigned start = am_cycles();
        am_request_1(1, taken_h, 1);
        const unsigned sending = am_cycles() - start;
        while (!handling) am_poll();
        printf("curve sending 4 %u 0\n", sending);
        printf("curve handling 4 %u 0\n", (unsigned)handling);
        printf("curve overhead 4 %u 0\n", sending + (unsigned)handling);
        trips(10);
        start = am_cycles();
        trips(turns);
        printf("curve trip 4 %u 0\n", am_cycles() - start);
        flag = 0;
        start = am_cycles();
        am_store(1, block, sink, most, stored_h, 0);
        while (!flag) am_poll();
        printf("curve store %d %u %d\n", most, am_cycles() - start, most);
    } else {
        pass(long_enough); // the message has arrived
        const unsigned found = poll_cycles(), empty = poll_cycles();
        am_request_1(0, told_h, (int)(found - empty));
    }
    am_disable();
    return 0;
}
