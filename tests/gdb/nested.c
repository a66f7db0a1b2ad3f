// Nested handlers: main is in `outer` when a request arrives, and the request's handler in `help`
// when a reply arrives.
#include <am.h>

static volatile int asked, answered;

static void answer(int src) {
    (void)src;
    ++answered;
}

__attribute__((noinline)) static int help(int src, int turns) {
    int left = turns;
    am_reply_0(src, answer); // to the node itself
    while (left > 0 && !answered) --left;
    return left;
}

static void ask(int src) { asked += help(src, 1000); }

__attribute__((noinline)) static int outer(int turns) {
    int left = turns;
    am_request_0(am_my_proc(), ask);
    while (left > 0 && !asked) --left;
    return left;
}

int main(void) { return outer(1000) < 0; }
