// run: --nodes 2
// expect: assert.c:12: assertion failed: value == 1
// status: 134
// A failed assertion in a handler names its place and ends the node with status 134.
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
