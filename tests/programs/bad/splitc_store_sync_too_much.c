// run: --nodes 2
// flags: -g
// expect-error: deadlock
// expect-error: splitc_store_sync_too_much.c:14), reads
// expect-error: (store_sync_bytes)
// Eight bytes arrive, the call waits for twelve.
#include <splitc.h>

static double x;

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    store(toglobal(1 - MYPROC, &x), 1.0);
    store_sync(12);
    return 0;
}
