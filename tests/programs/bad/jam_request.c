// run: --nodes 16
// expect-error: deadlock: no node can make progress, and no message can move
// CSD-94-823 A.10 forbids this: a low handler that waits to send a low message.
#include <am.h>

static void again(int src, int hops) {
    const int next = (am_my_proc() * 7 + hops) % am_procs();
    XNET_UNTIL_SENT(xnet_send2(next, AM_ENTRY(again), am_my_proc(), hops + 1));
    XNET_UNTIL_SENT(xnet_send2(src, AM_ENTRY(again), am_my_proc(), hops + 2));
}

int main(void) {
    for (int i = 0;; ++i) am_request_1((am_my_proc() + i) % am_procs(), again, i);
}
