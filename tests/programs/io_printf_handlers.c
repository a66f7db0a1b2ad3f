// run: --nodes 1 --io-nodes 1
// flags: -Wl,-u,__io_console
// expect: main begins
// expect: low 0 of 0
// expect: high 0 of 0
// expect: low 1 of 0
// expect: high 1 of 0
// expect: low 2 of 0
// expect: high 2 of 0
// expect: low 3 of 0
// expect: high 3 of 0
// expect: low 4 of 0
// expect: high 4 of 0
// expect: low 5 of 0
// expect: high 5 of 0
// expect: low 6 of 0
// expect: high 6 of 0
// expect: low 7 of 0
// expect: high 7 of 0
// expect: main ends
// printf in handlers of a machine with I/O nodes: complete lines, all of them, in the order of
// their completion.
#include "check.h"

#include <string.h>

enum { rounds = 4 };
static volatile int replied;

static void high(int src, int i) {
    printf("high %d of %d\n", i, src);
    ++replied;
}
static void low(int src, int i) {
    printf("low ");
    printf("%d of %d\n", i, src);
    am_reply_1(src, high, i);
}

int main(void) {
    printf("main ");
    for (int i = 0; i < rounds; ++i) am_request_1(0, low, i);
    am_wait(&replied, rounds);
    printf("begins\n");
    for (int i = 0; i < rounds; ++i) am_request_1(0, low, rounds + i);
    am_wait(&replied, rounds);
    printf("main ends");
}
