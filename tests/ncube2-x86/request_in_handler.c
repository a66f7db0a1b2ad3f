// A handler that sends a request while main composes one does not take main's buffer: node 1 sends
// to node 0 from main and, for each message of node 0, to node 3 from a handler.
#include <am.h>
#include <stdio.h>

enum { times = 1000, apart = 200 };
static volatile int from_main, from_handler, wrong;

static AM_SHORT void main_came(int a, int b, int c, int d) {
    ++from_main;
    if (b != ~a || c != 3 * a || d != 5 * a) ++wrong;
}
static AM_SHORT void handler_came(int a, int b, int c, int d) {
    ++from_handler;
    if (b != ~a || c != 7 * a || d != 9 * a) ++wrong;
}
static AM_SHORT void forward(int a) { am_short_request_4(3, handler_came, a, ~a, 7 * a, 9 * a); }

static void wait(int turns) {
    for (int turn = 0; turn < turns; ++turn) __asm__ volatile("");
}

int main(void) {
    am_enable(AM_INTERRUPTS);
    for (int i = 0; i < times; ++i) {
        if (am_my_proc() == 0) am_short_request_1(1, forward, i);
        if (am_my_proc() == 1) am_short_request_4(0, main_came, i, ~i, 3 * i, 5 * i);
        // No code waits for a channel, and messages arrive at all points of main.
        wait(am_my_proc() == 0 ? apart + i % 17 : apart + i % 23);
    }
    while (am_my_proc() == 0 && from_main != times) am_poll();
    while (am_my_proc() == 3 && from_handler != times) am_poll();
    if (am_my_proc() % 3 == 0) printf("%d messages, %d wrong\n", from_main + from_handler, wrong);
    return wrong != 0;
}
