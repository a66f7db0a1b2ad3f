// Every node sends argv[1] requests to each other node in turn, as fast as the network permits.
#include <am.h>
#include <stdlib.h>

static volatile int received;

static void count(int src, int value) {
    (void)src;
    received += value;
}

int main(int argc, char **argv) {
    const int each = argc > 1 ? atoi(argv[1]) : 100, nodes = am_procs();
    int to = am_my_proc();
    for (int i = 0; i < each; ++i) {
        // Each node is at the same distance from its receiver, so each receives as many messages as
        // it sends.
        to += 7;
        while (to >= nodes) to -= nodes;
        am_request_1(to, count, 1);
    }
    am_wait(&received, each);
    return 0;
}
