// run: --nodes 4
// expect: ok after_exit
// A node that has exited handles events, even if it exited in a hold or from a handler of either
// level.
#include "check.h"

#include <fetch_add.h>
#include <stdlib.h>

static volatile int memory = 100, exited;

static void note_exit(int src) {
    (void)src;
    ++exited;
}
static void low_exit(int src) {
    am_reply_0(src, note_exit);
    exit(0);
}
static void high_exit(int src) {
    (void)src;
    exit(0);
}
// From a high handler that has interrupted a low one.
static void both_exit(int src) {
    am_reply_0(am_my_proc(), high_exit);
    for (;;) __asm__ volatile("");
    (void)src;
}

int main(void) {
    switch (am_my_proc()) {
    case 1:
        am_hold();
        am_request_0(0, note_exit);
        return 0;
    case 2:
    case 3:
        for (;;) __asm__ volatile("");
    }
    am_request_0(2, low_exit);
    am_request_0(3, both_exit);
    am_wait(&exited, 2);
    for (int i = 0; i < 50; ++i)
        for (int to = 1; to < 4; ++to) CHECK_EQUAL(fetch_add(to, &memory, to), 100 + i * to);
    if (check_failures) return 1;
    puts("ok after_exit");
    return 0;
}
