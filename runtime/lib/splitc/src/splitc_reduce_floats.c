// Reductions and scans of floats and doubles.
#include "splitc_reduce.h"

// A NaN is ignored, as in fmax and fmin: so the order does not matter.
#define MAX(a, b) (b > a || a != a ? b : a)
#define MIN(a, b) (b < a || a != a ? b : a)

SPLITC_DEFINE(f, float, add, a + b)
SPLITC_DEFINE(f, float, max, MAX(a, b))
SPLITC_DEFINE(f, float, min, MIN(a, b))
SPLITC_DEFINE(d, double, add, a + b)
SPLITC_DEFINE(d, double, max, MAX(a, b))
SPLITC_DEFINE(d, double, min, MIN(a, b))
