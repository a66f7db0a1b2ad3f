// Arithmetic that may be estimated: square roots in instructions that the processor has.
// flags: -ffast-math
#include "show.h"

#include <math.h>

int main(void) {
    volatile double two = 2, s = 0, small = 1e-300, zero = 0;
    volatile float three = 3;
    for (int i = 1; i < 100; ++i) s += sqrt(i * two) / i;
    printf("%.9f %.5f %.9f\n", sqrt(two), (double)sqrtf(three), s);
    printf("%.9f %.9f %.9f %.3f %.3f\n", 1 / sqrt(two), hypot(two, 1.5), fabs(-two),
           floor(2.5 * two), rint(2.6 * two));
    printf("%.6e %.1f %.6e %.5f\n", sqrt(small), sqrt(zero), sqrt(1 / small),
           (double)(1 / sqrtf(three)));
    return 0;
}
