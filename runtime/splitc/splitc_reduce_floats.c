// Reductions and scans of floats and doubles.
#include "splitc_reduce.h"

SPLITC_DEFINE(f, float, add, a + b)
SPLITC_DEFINE(f, float, max, a > b ? a : b)
SPLITC_DEFINE(f, float, min, a < b ? a : b)
SPLITC_DEFINE(d, double, add, a + b)
SPLITC_DEFINE(d, double, max, a > b ? a : b)
SPLITC_DEFINE(d, double, min, a < b ? a : b)
