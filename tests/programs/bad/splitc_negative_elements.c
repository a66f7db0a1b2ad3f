// run: --nodes 2
// flags: -g
// expect-error: splitc_negative_elements.c:9): spread memory for -1 elements of 8 bytes
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    const int count = argc > 3 ? 4 : -1;
    all_spread_malloc((size_t)count, 8);
    return 0;
}
