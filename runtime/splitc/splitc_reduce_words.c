// Reductions and scans of integers.
#include "splitc_reduce.h"

SPLITC_DEFINE(i, int, add, (int)((unsigned)a + (unsigned)b))
SPLITC_DEFINE(i, int, max, a > b ? a : b)
SPLITC_DEFINE(i, int, min, a < b ? a : b)
SPLITC_DEFINE(i, int, or, a | b)
SPLITC_DEFINE(i, int, and, a &b)
SPLITC_DEFINE(u, unsigned, add, a + b)
SPLITC_DEFINE(u, unsigned, max, a > b ? a : b)
SPLITC_DEFINE(u, unsigned, min, a < b ? a : b)
SPLITC_DEFINE(u, unsigned, or, a | b)
SPLITC_DEFINE(u, unsigned, and, a &b)
SPLITC_DEFINE(l, long, add, (long)((unsigned long)a + (unsigned long)b))
SPLITC_DEFINE(l, long, max, a > b ? a : b)
SPLITC_DEFINE(l, long, min, a < b ? a : b)
SPLITC_DEFINE(l, long, or, a | b)
SPLITC_DEFINE(l, long, and, a &b)
