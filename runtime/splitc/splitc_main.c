// The main of a Split-C program.
#include "splitc_runtime.h"

// A program with neither this nor a main of its own is told so by t1.ld, which sees that this main
// was taken.
extern int splitc_main(int argc, char **argv) __attribute__((weak));
const char __xnet_splitc_is_main = 1;

int main(int argc, char **argv) {
    splitc_heap_start();
    barrier();
    const int status = splitc_main(argc, argv);
    splitc_end_of_main();
    return status;
}
