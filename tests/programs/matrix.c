// run: --nodes 64
// expect: ok matrix
// Every node to every node on 64 nodes: each message arrives once, with its words, at its receiver.
#include "check.h"

static volatile int from[64], arrived;

static void take(int src, int to, int round, int check) {
    CHECK_EQUAL(to, am_my_proc());
    CHECK_EQUAL(check, src * 10000 + to * 10 + round);
    ++from[src];
    ++arrived;
}

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    for (int round = 0; round < 4; ++round)
        for (int k = 0; k < n; ++k) {
            const int to = (me * 7 + k * 5 + round) % n; // 5 and n have no common factor
            am_request_3(to, take, to, round, me * 10000 + to * 10 + round);
        }
    am_wait(&arrived, 4 * n);
    for (int src = 0; src < n; ++src) CHECK_EQUAL(from[src], 4);
    return finish("matrix");
}
