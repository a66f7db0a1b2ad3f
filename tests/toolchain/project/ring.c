// A sum travels around all nodes: each adds twice its number and passes it on.
#include "sums.h"

#include <am.h>
#include <stdio.h>

static volatile int arrived, sum;
static void arrive(int src, int value) {
    (void)src;
    sum = value;
    arrived = 1;
}

int main(void) {
    const int me = am_my_proc(), next = (me + 1) % am_procs();
    if (me == 0) am_request_1(next, arrive, 0);
    while (!arrived) am_poll();
    if (me == 0)
        printf("sum of all nodes: %d (%d)\n", sum, 2 * sum_to(am_procs() - 1));
    else
        am_request_1(next, arrive, sum + twice(me));
    return 0;
}
