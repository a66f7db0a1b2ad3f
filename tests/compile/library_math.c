// needs: math.h
//
// The mathematical library, to as many digits as good implementations agree on; exact where
// functions are exact.
#include "show.h"

#include <math.h>

static void show(const char *name, double v) { printf("%s %.11g\n", name, v); }

int main(void) {
    for (int i = 1; i < 6; ++i) {
        const double x = OPAQUE(double, i * 0.7);
        show("sin", sin(x)), show("cos", cos(x)), show("tan", tan(x)), show("atan", atan(x)),
            show("atan2", atan2(x, -1.3));
        show("exp", exp(x)), show("log", log(x)), show("log10", log10(x)), show("pow", pow(x, 2.3)),
            show("sinh", sinh(x));
        show("asin", asin(x / 4)), show("cbrt", cbrt(x)), show("hypot", hypot(x, 3));
        show_double("sqrt", sqrt(x)), show_double("floor", floor(-x)), show_double("ceil", ceil(x)),
            show_double("round", round(x * 1.5));
        show_double("trunc", trunc(-x)), show_double("fmod", fmod(x * 10, 3)),
            show_double("fabs", fabs(-x)), show_double("ldexp", ldexp(x, 7));
        int e;
        show_double("frexp", frexp(x, &e));
        printf("%d\n", e);
    }
    printf("%d %d %d\n", isnan(OPAQUE(double, NAN)) != 0, isinf(OPAQUE(double, INFINITY)) != 0,
           signbit(OPAQUE(double, -0.0)) != 0);
    return 0;
}
