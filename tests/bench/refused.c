// All nodes send to node 0, whose handler computes for long. The network is full, and SENDs are
// refused again and again. argv[1]: messages of each node; argv[2]: iterations of the handler.
#include <am.h>
#include <stdlib.h>

static volatile int received, iterations;

static void count(int src, int value) {
    (void)src;
    for (int i = 0; i < iterations; ++i) __asm__ volatile("");
    received += value;
}

int main(int argc, char **argv) {
    const int each = argc > 1 ? atoi(argv[1]) : 100;
    iterations = argc > 2 ? atoi(argv[2]) : 2000;
    for (int i = 0; i < each; ++i) am_request_1(0, count, 1);
    if (am_my_proc() == 0) am_wait(&received, each * am_procs());
    return 0;
}
