// `hits` counts breakpoints in this program: all nodes send to all, take handlers and read nistat
// at the same time, so that each instruction of the network waits for other nodes that reach the
// same breakpoints.
#include <am.h>
#include <xnet.h>

enum { rounds = 3 };

static volatile int received;

static void heard(int src, int round) {
    (void)src;
    (void)round;
    ++received;
}

int main(void) {
    const int me = am_my_proc(), nodes = am_procs();
    for (int round = 1; round <= rounds; ++round) {
        for (int i = 1; i < nodes; ++i) am_request_1((me + i) % nodes, heard, round);
        do (void)xnet_get_nistat();
        while (received < round * (nodes - 1));
    }
    return 0;
}
