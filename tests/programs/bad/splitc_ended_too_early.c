// run: --nodes 2
// flags: -g
// expect-error: is the end of splitc_main
// expect-error: barrier
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    if (MYPROC == 1) barrier();
    return 0;
}
