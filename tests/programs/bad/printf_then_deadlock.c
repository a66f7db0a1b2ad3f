// run: --nodes 2
// expect-error: deadlock
// expect: a handler was here
// expect: and here
// What handlers have printed is not lost when the run ends badly: here nobody answers.
#include <am.h>
#include <stdio.h>

static volatile int seen, never;

static void prints(int src) {
    printf("a handler was here\n");
    printf("and here"); // a line that has no end
    ++seen;
    (void)src;
}

int main(void) {
    if (am_my_proc() == 0) am_request_0(0, prints);
    am_wait(&never, 1);
}
