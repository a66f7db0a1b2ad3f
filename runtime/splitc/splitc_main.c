// The main of a Split-C program.
#include "splitc_runtime.h"

int main(int argc, char **argv) {
    splitc_heap_start();
    barrier();
    const int status = splitc_main(argc, argv);
    splitc_finish();
    return status;
}
