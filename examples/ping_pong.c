// run: --nodes 2
// flags: -O2
// A message back and forth between nodes 0 and 1, K times (default 100); the time comes from the
// Count register, which all nodes share (CSD-94-823 A.2.3).
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int back;

static void pong(int src) {
    (void)src;
    ++back;
}

static void ping(int src) { am_reply_0(src, pong); }

int main(int argc, char **argv) {
    const int trips = argc > 1 ? atoi(argv[1]) : 100;
    if (am_procs() < 2 || trips < 1) {
        puts("usage: ping_pong [trips], on at least 2 nodes");
        return 2;
    }
    if (am_my_proc() != 0) return 0; // and serves pings

    const unsigned start = xnet_cfc2(XNET_NI_COUNT);
    for (int i = 0; i < trips; ++i) {
        am_request_0(1, ping);
        am_wait(&back, 1);
    }
    const unsigned cycles = xnet_cfc2(XNET_NI_COUNT) - start;
    printf("%d round trips, %u cycles, %u each\n", trips, cycles, cycles / trips);
}
