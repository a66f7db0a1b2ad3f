// run: --check-am=1000 --nodes 2
// expect-error: handler waits has not ended
// A handler that waits for another of its own priority waits forever.
#include <am.h>

static volatile int other_came;
static void other(int src) {
    (void)src;
    other_came = 1;
}
static void waits(int src) {
    (void)src;
    while (!other_came) {
    }
}

int main(void) {
    if (am_my_proc() == 0) {
        am_request_0(1, waits);
        am_request_0(1, other);
    }
}
