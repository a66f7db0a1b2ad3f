// run: --nodes 4
// flags: -g
// expect-error: splitc_sizes_differ.c:8): all_spread_malloc(
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    all_spread_malloc(100, MYPROC == 3 ? 4 : 8);
    return 0;
}
