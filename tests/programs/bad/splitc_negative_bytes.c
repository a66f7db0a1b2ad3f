// run: --nodes 2
// flags: -g
// expect-error: splitc_negative_bytes.c:11): bulk_get: -4 bytes
#include <splitc.h>

static char x[8];

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    const int bytes = argc > 3 ? 4 : -4;
    bulk_get(x, toglobal(1 - MYPROC, x), bytes);
    sync();
    return 0;
}
