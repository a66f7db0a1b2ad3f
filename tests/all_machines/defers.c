// A handler defers a function. It runs on main's level, in or after a poll.
#include <am.h>
#include <stdio.h>

static volatile int deferred;

static void later(void) { ++deferred; }

static void handler(int src) {
    (void)src;
    am_defer(later);
}

int main(void) {
    am_request_0((am_my_proc() + 1) % am_procs(), handler);
    while (!deferred) am_poll();
    printf("%d deferred\n", deferred);
}
