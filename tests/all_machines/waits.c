// Node 0 waits while node 1 computes. Prints the cycles of the wait, from the call of am_wait to
// its return.
#include <am.h>
#include <am_core.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int done;

static void arrive(int src, int value) {
    (void)src;
    done += value;
}

int main(int argc, char **argv) {
    const int turns = argc > 1 ? atoi(argv[1]) : 10000;
    if (am_my_proc() == 1) {
        volatile int x = 0;
        for (int i = 0; i < turns; ++i) x += i;
        am_request_1(0, arrive, 1);
        return 0;
    }
    const unsigned begin = am_cycles();
    am_wait(&done, 1);
    printf("waited %u\n", am_cycles() - begin);
}
