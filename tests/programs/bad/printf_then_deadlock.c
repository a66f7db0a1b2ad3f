// run: --nodes 2
// expect-error: deadlock
// expect: a handler was here
// expect: and here
// Output of handlers is not lost when the run ends with an error: here no node answers.
#include <am.h>
#include <stdio.h>

static volatile int seen, never;

static void prints(int src) {
    printf("a handler was here\n");
    printf("and here"); // a line without an end
    ++seen;
    (void)src;
}

int main(void) {
    if (am_my_proc() == 0) am_request_0(0, prints);
    am_wait(&never, 1);
}
