// run: --nodes 2
// flags: -g
// expect-error: deadlock
// expect-error: splitc_main_not_all.c:11), reads
// expect-error: called from stores_arrived
// expect-error: from splitc_end_of_main
// One processor waits for a call that the other never makes; the other has reached the end.
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    if (MYPROC == 1) store_sync(4);
    return argc == 0 || argv == 0;
}
