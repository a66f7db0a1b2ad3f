// run: --nodes 2
// flags: -Wno-infinite-recursion
// expect-error: node 0, cycle
// expect-error: (deep
// expect-error: store to memory below the stack of high handlers, which is used up:
#include <am.h>

static volatile int depth;

static __attribute__((noinline)) int deep(int n) {
    volatile int frame[20];
    frame[n % 20] = n;
    ++depth;
    return deep(n + 1) + frame[n % 20];
}
static void reply(int src, int n) {
    (void)src;
    depth = deep(n);
}

static void request(int src, int n) { am_reply_1(src, reply, n); }

int main(void) {
    if (am_my_proc() == 0) am_request_1(1, request, 1);
    for (;;) am_poll();
}
