// Comparisons with NaN, in conditions, values and selections, and their negations.
#include "show.h"

static int relation(double a, double b) {
    int r = 0;
    if (a < b) r |= 1;
    if (!(a >= b)) r |= 2;
    if (a > b) r |= 4;
    if (!(a <= b)) r |= 8;
    if (a == b) r |= 16;
    if (a != b) r |= 32;
    r |= __builtin_isunordered(a, b) << 6;
    r |= __builtin_islessgreater(a, b) << 7;
    return r;
}

static float smaller(float a, float b) { return a < b ? a : b; }
static float larger(float a, float b) { return a > b ? a : b; }

int main(void) {
    const double zero = OPAQUE(double, 0.0), infinity = 1.0 / zero, nan = zero / zero;
    const double values[] = {zero, -zero, 1.0, -1.0, infinity, -infinity, nan};
    for (int i = 0; i < 7; ++i) {
        for (int j = 0; j < 7; ++j) printf("%d ", relation(values[i], values[j]));
        for (int j = 0; j < 7; ++j) printf("%d ", relation((float)values[i], (float)values[j]));
        printf("\n");
    }
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) {
            show_float("smaller", smaller((float)values[i], (float)values[j]));
            show_float("larger", larger((float)values[i], (float)values[j]));
        }
    printf("%d %d %d\n", !nan, !zero, nan ? 1 : 2);
    int n = 0;
    for (float f = 0.0f; f < 1.0f; f += 0.1f) ++n;
    printf("%d steps\n", n);
    return 0;
}
