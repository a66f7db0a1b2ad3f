// A handler prints more than its output buffer for main holds, and a line that is longer.
#include <am.h>
#include <stdio.h>

static volatile int done;

static void lots(int src) {
    (void)src;
    for (int i = 0; i < 1000; ++i) printf("line %d of many\n", i);
    for (int i = 0; i < 9000; ++i) putchar('A' + i % 26);
    putchar('\n');
    done = 1;
}

int main(void) {
    am_request_0(0, lots);
    am_wait(&done, 1);
}
