// Reductions and scans of integers of 64 bits.
#include "splitc_reduce.h"

SPLITC_INTEGERS(ll, long long, unsigned long long)
SPLITC_INTEGERS(ull, unsigned long long, unsigned long long)
