// run: --nodes 2
// flags: -g
// expect-error: (splitc_main, splitc_store_sync_too_little.c:
// expect-error: 8 bytes more have come by stores than store_sync waited for
// No call waits for the second double: it may or may not have arrived when it is used.
#include <splitc.h>

static double x[2];

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    store(toglobal(1 - MYPROC, &x[0]), 1.0);
    store(toglobal(1 - MYPROC, &x[1]), 1.0);
    store_sync(8);
    return 0;
}
