// run: --nodes 2
// expect-error: deadlock
// The message has arrived, but the hold keeps its handler from running.
#include <am.h>

static volatile int flag;

static void set(int src) {
    (void)src;
    flag = 1;
}

int main(void) {
    am_hold();
    am_request_0(1 - am_my_proc(), set);
    while (!flag) {
    }
}
