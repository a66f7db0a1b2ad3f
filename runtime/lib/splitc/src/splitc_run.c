// Runs a Split-C program under another main.
#include "splitc_runtime.h"

int splitc_run(int argc, char **argv) { return splitc_whole(argc, argv); }
