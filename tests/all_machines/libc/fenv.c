// Exception flags and rounding of <fenv.h>, where there are any: what IEEE 754 says of each
// operation.
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#pragma STDC FENV_ACCESS ON

static int wrong;
static void check(int holds, const char *what) {
    if (!holds) ++wrong, printf("wrong: %s\n", what);
}

#ifdef FE_INVALID
static volatile double one = 1, three = 3, zero = 0, largest = DBL_MAX, smallest = DBL_MIN,
                       infinite = INFINITY;
static volatile double result;
static volatile float result_f;

#define RAISES(expression, flags)                                                                  \
    do {                                                                                           \
        feclearexcept(FE_ALL_EXCEPT);                                                              \
        result = (expression);                                                                     \
        check(fetestexcept(FE_ALL_EXCEPT) == (flags), #expression);                                \
    } while (0)

static void flags(void) {
    RAISES(one + three, 0);
    RAISES(one / three, FE_INEXACT);
    RAISES(one / zero, FE_DIVBYZERO);
    RAISES(zero / zero, FE_INVALID);
    RAISES(infinite - infinite, FE_INVALID);
    RAISES(infinite * zero, FE_INVALID);
    RAISES(largest * largest, FE_OVERFLOW | FE_INEXACT);
    RAISES(smallest / 4, 0);
    feclearexcept(FE_ALL_EXCEPT);
    result_f = (float)(one / three);
    check(fetestexcept(FE_INEXACT) == FE_INEXACT, "a conversion");
    RAISES(sqrt(-one), FE_INVALID);

    feraiseexcept(FE_OVERFLOW | FE_INVALID);
    check(fetestexcept(FE_OVERFLOW) == FE_OVERFLOW, "feraiseexcept");
    fexcept_t kept;
    fegetexceptflag(&kept, FE_INVALID);
    feclearexcept(FE_INVALID);
    check(fetestexcept(FE_INVALID) == 0, "feclearexcept");
    fesetexceptflag(&kept, FE_INVALID);
    check(fetestexcept(FE_INVALID) == FE_INVALID, "fesetexceptflag");

    fenv_t environment;
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_OVERFLOW);
    feholdexcept(&environment);
    check(fetestexcept(FE_ALL_EXCEPT) == 0, "feholdexcept");
    result = one / zero;
    feupdateenv(&environment);
    check(fetestexcept(FE_ALL_EXCEPT) == (FE_OVERFLOW | FE_DIVBYZERO), "feupdateenv");
    fesetenv(FE_DFL_ENV);
    check(fetestexcept(FE_ALL_EXCEPT) == 0 && fegetround() == FE_TONEAREST, "FE_DFL_ENV");
}

static void rounding(void) {
    static const struct {
        int direction;
        double third, minus; // of 1/3 and -1/3
        double to_integer;   // of 2.5
    } all[] = {{FE_TONEAREST, 0x1.5555555555555p-2, -0x1.5555555555555p-2, 2},
               {FE_TOWARDZERO, 0x1.5555555555555p-2, -0x1.5555555555555p-2, 2},
               {FE_UPWARD, 0x1.5555555555556p-2, -0x1.5555555555555p-2, 3},
               {FE_DOWNWARD, 0x1.5555555555555p-2, -0x1.5555555555556p-2, 2}};
    volatile double half = 2.5;
    for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) {
        check(fesetround(all[i].direction) == 0, "fesetround");
        check(fegetround() == all[i].direction, "fegetround");
        result = one / three;
        check(result == all[i].third, "1 / 3");
        result = -one / three;
        check(result == all[i].minus, "-1 / 3");
        result = rint(half);
        check(result == all[i].to_integer, "rint");
    }
    fesetround(FE_TONEAREST);
    check(fesetround(99) != 0, "an unknown direction");
}
#else
static void flags(void) { check(FE_ALL_EXCEPT == 0 && fetestexcept(0) == 0, "no flags"); }
static void rounding(void) {
    check(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0, "to nearest");
    check(fesetround(FE_TONEAREST + 1) != 0, "another direction");
}
#endif

int main(void) {
    flags();
    rounding();
    printf("%d wrong\n", wrong);
}
