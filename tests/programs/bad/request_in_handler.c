// run: --check-am=1000 --nodes 2
// expect-error: request_in_handler.c:9): request handler first sends a request
// flags: -g
// Two such nodes can block each other permanently (CSD-94-823 A.10, "Active Messages").
#include <am.h>

static void second(int src) { (void)src; }
static void first(int src) {
    am_request_0(src, second);
}

int main(void) {
    if (am_my_proc() == 0) am_request_0(1, first);
}
