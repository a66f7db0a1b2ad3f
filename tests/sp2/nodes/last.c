// Nodes 0 and 1 send one message each and end. If it is lost, only the keep-alive resends it; node
// 2 meanwhile sends to both, so that no poll finds nothing for a long time.
#include <am.h>
#include <stdio.h>

static volatile int from_peer, from_third;

static void peer(int source, int value) { (void)source, from_peer += value; }
static void third(int source) { (void)source, ++from_third; }

int main(void) {
    const int me = am_my_proc();
    if (me == 2) {
        for (int i = 0; i < 3000; ++i) am_request_0(i & 1, third);
        return 0;
    }
    if (me > 2) return 0;
    am_request_1(1 - me, peer, me + 1);
    while (from_peer == 0 || from_third < 1500) am_poll();
    printf("node %d: %d %d\n", me, from_peer, from_third);
    return 0;
}
