// run: --nodes 2
// flags: -g
// expect-error: node 0, cycle
// expect-error: (main+
// expect-error: printf_then_fault.c:
// expect: a handler was here
// expect: and here
// Output of handlers is not lost when the run ends with an error: here by a fault.
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
    if (am_my_proc() == 0) {
        am_wait(&seen, 1);
        *(volatile int *)4 = never;
    }
    for (;;) am_poll();
}
