// The functions that Csmith's headers need from <math.h>, for a library that has none.
#pragma once

#define fabs __builtin_fabs
#define fabsf __builtin_fabsf

/// Times a power of two, in steps: each step is exact except the last one of a subnormal result.
static inline double ldexp(double v, int by) {
    for (; by > 0; --by) v *= 2;
    for (; by < 0; ++by) v /= 2;
    return v;
}
static inline float ldexpf(float v, int by) {
    for (; by > 0; --by) v *= 2;
    for (; by < 0; ++by) v /= 2;
    return v;
}
