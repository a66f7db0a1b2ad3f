// The main of a Split-C program.
// A program with neither this nor a main of its own is told so by t1.ld, which sees that this main
// was taken.
extern int splitc_main(int argc, char **argv) __attribute__((weak));

#include "splitc_runtime.h"

const char __xnet_splitc_is_main = 1;

int main(int argc, char **argv) { return splitc_whole(argc, argv); }
