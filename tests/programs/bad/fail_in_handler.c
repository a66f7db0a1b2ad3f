// run: --nodes 2
// expect-error: node 1, cycle
// expect-error: (reply+
// expect-error: reply of a wrong word: 7
// The function that blames its caller, at high level, while main waits and a low handler is
// interrupted.
#include <am.h>
#include <fail.h>

static __attribute__((noinline)) void check_word(int word) {
    if (word == 7) xnet_fail_at(__builtin_return_address(0), "reply of a wrong word: %d", word);
}

void reply(int src, int word) {
    (void)src;
    check_word(word);
    check_word(word + 1);
}
void request(int src, int word) { am_reply_1(src, reply, word); }

int main(void) {
    if (am_my_proc() == 1) am_request_1(0, request, 7);
    static volatile int never;
    while (!never) am_poll();
}
