// run: --nodes 2 --io-nodes 1
// flags: -g -Wl,-u,__io_console
// expect-error: host service on a node that is no I/O node
// expect-error: io_printf_after_exit.c:10)
// expect-error: in a low handler, of message 1:1 from node 1
// No code writes a handler's output after main has exited.
#include <am.h>
#include <stdio.h>

static void late(int src) { printf("late, from %d\n", src); }

int main(void) {
    if (am_my_proc() == 0) return 0;
    while (am_cycles() < 20000) {
    }
    am_request_0(0, late);
}
