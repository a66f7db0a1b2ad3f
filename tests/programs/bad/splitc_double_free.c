// run: --nodes 2
// flags: -g
// expect-error: splitc_double_free.c:11): 0x
// expect-error: is not spread memory in use: freed twice, or never allocated
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    const spread(void) p = all_spread_malloc(10, 8);
    all_spread_free(p);
    all_spread_free(p);
    return 0;
}
