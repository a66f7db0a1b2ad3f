// More messages than the receive queues and the miss queue hold: firmware keeps them, and each
// comes once, in order, while replies pass. Every node sends `times` requests to node 0, which does
// not poll for a while.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int answered;
static int next[32], wrong;

static void answer(int src) {
    (void)src;
    ++answered;
}
static void ask(int src, int number, int check) {
    if (number != next[src]++ || check != number * 7) ++wrong;
    am_reply_0(src, answer);
}

int main(int argc, char **argv) {
    const int times = argc > 1 ? atoi(argv[1]) : 100, me = am_my_proc();
    if (me == 0) {
        for (volatile int i = 0; i < 20000; ++i) {
        }
        for (int n = 1; n < am_procs(); ++n)
            while (next[n] < times) am_poll();
        printf("%d nodes, %d requests each: %d wrong\n", am_procs() - 1, times, wrong);
        return 0;
    }
    for (int i = 0; i < times; ++i) am_request_2(0, ask, i, i * 7);
    while (answered < times) am_poll();
    return answered != times;
}
