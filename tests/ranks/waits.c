// Each node computes a while, sends node 0 a message and waits for ever, most of them for long
// before the last one does. With arguments, node 0 computes for ever.
#include <am.h>

static volatile int came, never;
static void note(int src, int value) {
    (void)src, (void)value;
    ++came;
}

int main(int argc, char **argv) {
    (void)argv;
    for (volatile int turn = 0; turn < 3000 * am_my_proc(); ++turn) {
    }
    if (am_my_proc() != 0) am_request_1(0, note, 1);
    if (am_my_proc() == 0 && argc > 1)
        for (volatile int turn = 0;; ++turn) {
        }
    am_wait(&never, 1);
}
