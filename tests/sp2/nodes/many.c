// Every node sends requests to nodes at the distances 1, 2, 4 ..., of its board and of the farthest
// one, and each is answered. Argument: how many to each. Each arrives once, in the order of its
// pair, and so do the answers.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int next[512], answered[512], wrong, got, answers;

static void answer(int source, int number) {
    if (number != answered[source]) ++wrong;
    ++answered[source];
    ++answers;
}
static void ask(int source, int number) {
    if (number != next[source]) ++wrong;
    ++next[source];
    ++got;
    am_reply_1(source, answer, number);
}

int main(int argc, char **argv) {
    const int me = am_my_proc(), nodes = am_procs(), times = argc > 1 ? atoi(argv[1]) : 1;
    int all = 0;
    am_enable(AM_POLLING);
    for (int far = 1; far < nodes; far *= 2, all += times)
        for (int i = 0; i < times; ++i) am_request_1((me + far) % nodes, ask, i);
    am_wait(&got, all);
    am_wait(&answers, all);
    if (wrong) printf("%d wrong\n", wrong);
    am_disable();
    if (me == 0) printf("%d nodes, each %d requests\n", nodes, all);
    return wrong != 0;
}
