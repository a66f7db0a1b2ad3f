// Every node sends requests to its right neighbour, which replies; then all add to a sum on node 0,
// whose main computes in between.
#include <am.h>
#include <stdio.h>

static volatile int replies, sum, arrived, work;

static void answer(int src, int value) {
    replies += 1;
    (void)src, (void)value;
}
static void ask(int src, int value) { am_reply_1(src, answer, value + 1); }
static void add(int src, int value) {
    sum += value;
    ++arrived;
    (void)src;
}

int main(void) {
    const int me = am_my_proc(), nodes = am_procs();
    for (int i = 0; i < 12; ++i) {
        am_request_1((me + 1) % nodes, ask, i);
        am_wait(&replies, 1);
    }
    for (int i = 0; i < 300 * me; ++i) work += i;
    am_request_1(0, add, me);
    if (me == 0) {
        am_wait(&arrived, nodes);
        printf("sum %d\n", sum);
    }
    return 0;
}
