// Main prints continuously; a handler prints a line, and soon after it another one ends the run,
// while main is handling that line. The argument is the delay.
#include <am.h>
#include <fail.h>
#include <stdio.h>
#include <stdlib.h>

static void print(int src, int ends) {
    (void)src;
    if (ends) xnet_fail("the end");
    printf("%0300d of a handler\n", 0);
}

int main(int argc, char **argv) {
    const int soon = argc > 1 ? atoi(argv[1]) : 0;
    am_enable(AM_INTERRUPTS);
    if (am_my_proc() == 0)
        for (;;) puts("main");
    for (volatile int i = 0; i < 500; ++i) {
    }
    am_request_1(0, print, 0);
    for (volatile int i = 0; i < soon; ++i) {
    }
    am_request_1(0, print, 1);
    for (;;) am_poll();
}
