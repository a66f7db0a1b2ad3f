// run: --nodes 3
// flags: -g
// expect-error: (splitc_main+
// expect-error: splitc_bulk_no_processor.c:12): bulk_put:
// expect-error: bulk_put: a global pointer to processor -1, but there are 3
#include <splitc.h>

static char x[100];

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    bulk_put(toglobal(-1, x), x, 50);
    sync();
    return 0;
}
