// The main of a Split-C program.
// If a program has neither this nor a main of its own, t1.ld, which detects that this main was
// linked, reports the error.
extern int splitc_main(int argc, char **argv) __attribute__((weak));

#include "splitc_runtime.h"

const char __xnet_splitc_is_main = 1;

int main(int argc, char **argv) { return splitc_whole(argc, argv); }
