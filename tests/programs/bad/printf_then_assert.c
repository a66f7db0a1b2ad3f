// run: --nodes 2
// flags: -g
// expect-error: node 0, cycle
// expect-error: assertion failed: src == 7 (printf_then_assert.c:
// expect: a handler was here
// expect: and here
// Output of handlers is not lost when an assertion in a handler ends the run.
#include <am.h>
#include <assert.h>
#include <stdio.h>

static volatile int seen, never;

static void prints(int src) {
    printf("a handler was here\n");
    printf("and here"); // a line without an end
    ++seen;
    (void)src;
    assert(src == 7);
}

int main(void) {
    if (am_my_proc() == 0) am_request_0(0, prints);
    am_wait(&never, 1);
}
