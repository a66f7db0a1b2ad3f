// run: --nodes 2 --max-cycles 5000
// flags: -g
// expect-error: node 1, cycle 5
// expect-error: (endless+
// expect-error: ): all nodes have exited, but a handler was not done when --max-cycles was reached
// expect-error: in a low handler, of message 0:1 from node 0
// Only a handler is left, and the message names it.
#include <am.h>

static void endless(int src) {
    (void)src;
    for (volatile int i = 0;; ++i) {
        if (i < 0) break;
    }
}

int main(void) {
    if (am_my_proc() == 1) return 0;
    while (am_cycles() < 2000) {
    }
    am_request_0(1, endless);
}
