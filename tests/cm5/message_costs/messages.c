// The cost of a message for its two nodes, in cycles, on any machine: the same source on cm5,
// cm5-cbus, cm5-xnet, t1 and sp2-xnet (docs/cm5-xnet.md has the table).
//
// Node 0 sends, node 1 computes meanwhile: the cycles that its computation loses to a message are
// the cost of receiving. Where handlers run in polls only, the computation polls.
#include <am.h>
#include <stdio.h>

#ifndef GAP
#define GAP 40 // loops between messages: -DGAP=90 where a link takes longer than that
#endif
enum { messages = 64, rounds = 2000, pings = 32 };

static volatile int counted, pongs, go;
static volatile unsigned entered; ///< start of the handler

static AM_SHORT void count(int a, int b, int c, int d) { counted += a + b + c + d; }
static AM_SHORT void nothing(int a, int b, int c, int d) { (void)a, (void)b, (void)c, (void)d; }
static AM_SHORT void look(int a, int b, int c, int d) {
    entered = am_cycles(); // its first instruction
    (void)a, (void)b, (void)c, (void)d;
}
static AM_SHORT void start(int unused) {
    (void)unused;
    ++go;
}
static AM_SHORT void pong(int unused) {
    (void)unused;
    ++pongs;
}
static AM_SHORT void ping(int src, int unused) { am_short_answer_1(src, pong, unused); }

/// The computation: it ignores messages except where it must poll.
static unsigned compute(int polls) {
    const unsigned from = am_cycles();
    for (int i = 0; i < rounds; ++i) {
        __asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop" ::: "memory");
        if (polls) am_poll();
    }
    return am_cycles() - from;
}

/// Messages between two adjacent reads of the clock, with a poll between them where handlers run
/// in polls: the maximum of the cycles from the first read to the handler, or to the second
/// read.
static unsigned between(int to_handler) {
    unsigned most = 0;
    const unsigned first = am_cycles();
    unsigned clock = am_cycles() - first; // of two reads with nothing between them
    for (int i = 0; i < 20 * rounds; ++i) {
        const unsigned before = am_cycles();
        if (!AM_ASYNC) am_poll();
        const unsigned after = am_cycles(), handler = entered;
#ifdef __powerpc__ // where another instruction is between the two reads above
        if (after - before < clock) clock = after - before;
#endif
        if (to_handler && handler - before > after - before) continue; // in none of them
        const unsigned passed = (to_handler ? handler : after) - before - clock;
        if (passed > most) most = passed;
    }
    return most;
}

static void wait_for(volatile int *what, int value) {
    while (*what < value) am_poll();
}

int main(void) {
    am_enable(AM_INTERRUPTS);
    if (am_my_proc() == 0) {
        const unsigned first = am_cycles(), clock = am_cycles() - first;
        // Far apart, so that the network accepts each immediately.
        unsigned send = 0;
        wait_for(&go, 1);
        for (int i = 0; i < messages; ++i) {
            const unsigned from = am_cycles();
            am_short_request_4(1, count, 1, 0, 0, 0);
            send += am_cycles() - from - clock;
            for (int wait = 0; wait < GAP; ++wait) __asm__ volatile("nop" ::: "memory");
        }
        // At many points of node 1's loops.
        for (int turn = 2; turn <= 3; ++turn) {
            wait_for(&go, turn);
            for (int i = 0; i < 4 * messages; ++i) {
                if (turn == 2)
                    am_short_request_4(1, look, 1, 0, 0, 0);
                else
                    am_short_request_4(1, nothing, 1, 0, 0, 0);
                for (int wait = 0; wait < 100 + i % 13; ++wait)
                    __asm__ volatile("nop" ::: "memory");
                if (i & 1) __asm__ volatile("nop\n\tnop\n\tnop" ::: "memory");
                if (i & 2) __asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop" ::: "memory");
            }
        }
        wait_for(&go, 4); // node 1 has computed: now it answers
        const unsigned from = am_cycles();
        for (int i = 0; i < pings; ++i) {
            am_short_request_1_from(1, ping, i);
            wait_for(&pongs, i + 1);
        }
        const unsigned trip = (am_cycles() - from) / pings;
        printf("send %u cycles\n", send / messages);
        printf("round trip %u cycles\n", trip);
    } else {
        const unsigned plain = compute(0), alone = compute(!AM_ASYNC);
        am_short_request_1(0, start, 0);
        const unsigned busy = compute(!AM_ASYNC);
        wait_for(&counted, messages);
        printf("poll %d cycles\n", (int)(alone - plain) / rounds);
        printf("receive %u cycles\n", (busy - alone) / messages);
        am_short_request_1(0, start, 0);
        const unsigned there = between(1);
        am_short_request_1(0, start, 0);
        const unsigned and_back = between(0);
        printf("to the handler %u cycles\n", there);
        printf("back %u cycles\n", and_back - there);
        am_short_request_1(0, start, 0);
    }
    return 0;
}
