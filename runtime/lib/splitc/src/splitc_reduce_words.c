// Reductions and scans of integers of 32 bits.
#include "splitc_reduce.h"

SPLITC_INTEGERS(i, int, unsigned)
SPLITC_INTEGERS(u, unsigned, unsigned)
SPLITC_INTEGERS(l, long, unsigned long)
SPLITC_INTEGERS(ul, unsigned long, unsigned long)
