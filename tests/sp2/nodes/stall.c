// Node 0 waits for a message that no node sends or, with an argument, computes for that many
// iterations first and then sends to all others, which wait for it; no node does anything else.
// With a second argument it polls in each iteration.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int here;

static void request(int source, int value) { (void)source, here = value; }

static __attribute__((noinline)) void wait_for_message(void) {
    while (!here) am_poll();
}

int main(int argc, char **argv) {
    const int turns = argc > 1 ? atoi(argv[1]) : 0;
    if (am_my_proc() == 0 && turns) {
        for (volatile int i = 0; i < turns; ++i)
            if (argc > 2) am_poll();
        for (int n = 1; n < am_procs(); ++n) am_request_1(n, request, 1);
        here = 1;
    }
    if (am_my_proc() < 2 || turns) wait_for_message();
    printf("node %d goes on\n", am_my_proc());
    return 0;
}
