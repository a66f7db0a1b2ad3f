// run: --nodes 2
// expect-error: node 1, cycle
// expect-error: (handler+
// expect-error: assertion failed: value == 1 (assert.c:13, handler)
// A failed assertion in a handler names its place and ends the run.
#include <am.h>
#include <assert.h>

static volatile int done;

static void handler(int src, int value) {
    (void)src;
    assert(value == 1);
    done = value;
}

int main(void) {
    if (am_my_proc() == 0) am_request_1(1, handler, 2);
    if (am_my_proc() == 1) am_wait(&done, 1);
    return 0;
}
