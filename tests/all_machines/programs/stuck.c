// Node 1 takes no messages. The others send it as many as the argument says, and wait. It sends
// itself one before.
#include <am.h>
#include <stdlib.h>

static volatile int count, never;

static void give(int src, int value) {
    (void)src, (void)value;
    ++count;
}

int main(int argc, char **argv) {
    const int messages = argc > 1 ? atoi(argv[1]) : 1;
    if (am_my_proc() == 1) {
        am_hold();
        am_request_1(1, give, 0);
        while (!never) {
        }
    }
    for (int i = 0; i < messages; ++i) am_request_1(1, give, i);
    while (!never) {
    }
}
