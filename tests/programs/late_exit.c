// run: --nodes 2
// status: 3
// A handler's exit counts after its node has exited (docs/t1-abi.md, "Host services").
#include <am.h>
#include <stdlib.h>

static void fail(int src, int status) {
    (void)src;
    exit(status);
}

static void wait(unsigned cycles) {
    const unsigned start = am_cycles();
    while (am_cycles() - start < cycles) {
    }
}

int main(void) {
    am_enable(AM_INTERRUPTS);
    if (am_my_proc() == 0) {
        wait(20000); // the other one has exited
        am_request_1(1, fail, 3);
    }
    return 0;
}
