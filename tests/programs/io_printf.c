// run: --nodes 3 --io-nodes 2
// flags: -Wl,-u,__io_console
// expect: node 0 of 3
// expect: node 1 of 3
// expect: node 2 of 3
// printf of a program without <io.h>, linked so that it uses I/O nodes.
#include "check.h"

static volatile int turn;
static void next(int src) {
    (void)src;
    turn = 1;
}

int main(void) {
    if (am_my_proc() > 0) am_wait(&turn, 1);
    printf("node %d of %d\n", am_my_proc(), am_procs());
    if (am_my_proc() + 1 < am_procs()) am_request_0(am_my_proc() + 1, next);
}
