// run: --nodes 2
// flags: -g
// expect-error: (splitc_main+
// expect-error: splitc_no_processor.c:11): SEND to a node that is not there: 2
#include <splitc.h>

static int x;

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    return read(toglobal(PROCS, &x));
}
