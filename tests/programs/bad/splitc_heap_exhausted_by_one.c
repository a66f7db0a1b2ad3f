// run: --nodes 2
// flags: -g
// expect-error: node 1, cycle
// expect-error: splitc_heap_exhausted_by_one.c:11): spread heap exhausted
// expect-error: spread heap exhausted: 5000000 bytes on every processor; of
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    if (MYPROC == 1)
        for (int i = 0; i < 2; ++i) spread_malloc(2, 5000000);
    return 0;
}
