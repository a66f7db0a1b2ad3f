// run: --nodes 2
// flags: -g
// expect-error: deadlock
// expect-error: splitc_sync_never.c:16), reads
// expect-error: (sync_done)
// Node 1 lets no handlers run, so no answer comes.
#include <splitc.h>

static int x;

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    while (MYPROC == 0 && get_cycles() < 3000) {
    }
    if (MYPROC == 0) put(toglobal(1, &x), 1);
    if (MYPROC == 0) sync();
    if (MYPROC == 1) {
        am_hold();
        for (volatile int *p = &x; *p == 0;) {
        }
    }
    return 0;
}
