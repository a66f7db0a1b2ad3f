// run: --nodes 2
// flags: -g
// expect-error: splitc_heap_exhausted.c:11): spread heap exhausted
// expect-error: spread heap exhausted: 1000000 bytes on every processor
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    for (int i = 0; i < 100; ++i)
        if (i % 2 == 0 || MYPROC == 1)
            i % 2 == 0 ? all_spread_malloc(2000, 1000) : spread_malloc(100, 10);
    return 0;
}
