// Every function of <math.h> over a grid: random values of all magnitudes and, for each function,
// of the range where it has most of its digits. A line has the function, the arguments and the
// result, as bit patterns; run compares them with those of this computer.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state;
static uint32_t draw(void) { // xorshift
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

static void start(const char *name) {
    state = 0x9e3779b97f4a7c15;
    while (*name) state = state * 31 + (uint64_t)*name++;
}

static double of_bits(uint64_t bits) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}
static uint64_t bits_of(double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return isnan(d) ? 0x7ff8000000000000 : bits; // sign and payload of a NaN are not specified
}
static uint32_t bits_of_f(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return isnan(f) ? 0x7fc00000 : bits;
}

/// A number of random digits with an exponent of 2 from `low` to `high`, of either sign.
static double number(int low, int high) {
    const uint64_t exponent = 1023 + (uint64_t)low + draw() % (uint32_t)(high - low + 1);
    const uint64_t digits = ((uint64_t)draw() << 32 | draw()) & 0xfffffffffffff;
    return of_bits(((uint64_t)draw() & 1) << 63 | exponent << 52 | digits);
}
static double at(int i, int low, int high) {
    return i % 4 == 3 ? number(-1022, 1023) : number(low, high);
}
static float at_f(int i, int low, int high) {
    return (float)(i % 4 == 3 ? number(-126, 127) : number(low, high));
}

static void line(const char *name, double x, double y, double result) {
    printf("%s %016llx %016llx %016llx\n", name, (unsigned long long)bits_of(x),
           (unsigned long long)bits_of(y), (unsigned long long)bits_of(result));
}
static void line_f(const char *name, float x, float y, float result) {
    printf("%s %08lx %08lx %08lx\n", name, (unsigned long)bits_of_f(x), (unsigned long)bits_of_f(y),
           (unsigned long)bits_of_f(result));
}

enum { points = 48 };

#define EACH(name, low, high, result, result_f)                                                    \
    static void grid_##name(void) {                                                                \
        start(#name);                                                                              \
        for (int i = 0; i < points; ++i) {                                                         \
            const volatile double x = at(i, low, high), y = at(i / 2, low, high);                  \
            line(#name, x, y, (result));                                                           \
        }                                                                                          \
        for (int i = 0; i < points; ++i) {                                                         \
            const volatile float x = at_f(i, low, high), y = at_f(i / 2, low, high);               \
            line_f(#name "f", x, y, (result_f));                                                   \
        }                                                                                          \
    }
// With REFERENCE, this computer rounds what has more digits.
#ifdef REFERENCE
#define NEAR(name, low, high) EACH(name, low, high, (double)name##l(x), (float)name(x))
#define NEAR_2(name, low, high, a, b)                                                              \
    EACH(name, low, high, (double)name##l(a, b), (float)name(a, b))
#else
#define NEAR(name, low, high) EACH(name, low, high, name(x), name##f(x))
#define NEAR_2(name, low, high, a, b) EACH(name, low, high, name(a, b), name##f(a, b))
#endif
#define ONE(name, low, high) EACH(name, low, high, name(x), name##f(x))
#define TWO(name, low, high) EACH(name, low, high, name(x, y), name##f(x, y))

// clang-format off
NEAR(acos, -8, 0) NEAR(asin, -8, 0) NEAR(atan, -8, 8) NEAR(cos, -8, 8) NEAR(sin, -8, 8)
NEAR(tan, -8, 8) NEAR(acosh, 0, 20) NEAR(asinh, -8, 20) NEAR(atanh, -8, -1) NEAR(cosh, -8, 8)
NEAR(sinh, -8, 8) NEAR(tanh, -8, 4) NEAR(exp, -8, 8) NEAR(exp2, -8, 8) NEAR(expm1, -8, 8)
NEAR(log, -4, 4) NEAR(log10, -4, 4) NEAR(log1p, -8, 4) NEAR(log2, -4, 4) NEAR(cbrt, -8, 8)
NEAR(erf, -8, 2) NEAR(erfc, -8, 4) NEAR(tgamma, -4, 6) NEAR(lgamma, -8, 8)
NEAR_2(atan2, -4, 4, x, y) NEAR_2(hypot, -4, 4, x, y) NEAR_2(pow, -6, 6, fabs(x), y)
NEAR(j0, -4, 6) NEAR(j1, -4, 6) NEAR_2(jn, -2, 5, 3, x)
EACH(y0, -4, 6, y0(fabs(x)), y0f(fabsf(x))) EACH(y1, -4, 6, y1(fabs(x)), y1f(fabsf(x)))
EACH(yn, -2, 5, yn(3, fabs(x)), ynf(3, fabsf(x)))

// The standards define these exactly.
ONE(sqrt, -8, 8) ONE(fabs, -8, 8) ONE(ceil, -4, 30) ONE(floor, -4, 30) ONE(trunc, -4, 30)
ONE(round, -4, 30) ONE(rint, -4, 30) ONE(nearbyint, -4, 30) ONE(logb, -8, 8)
TWO(fmod, -4, 20) TWO(remainder, -4, 20) TWO(copysign, -4, 4) TWO(nextafter, -4, 4) TWO(fdim, -4, 4)
TWO(fmax, -4, 4) TWO(fmin, -4, 4) EACH(nexttoward, -4, 4, nexttoward(x, y), nexttowardf(x, y))
EACH(fma, -4, 4, fma(x, y, x), fmaf(x, y, x))
EACH(fma_small, -9, 9, fma(x, y, -(x * y)), fmaf(x, y, -(x * y)))
EACH(scalbn, -4, 4, scalbn(x, (int)(draw() % 2200) - 1100), scalbnf(x, (int)(draw() % 300) - 150))
EACH(scalbln, -4, 4, scalbln(x, (long)(draw() % 2200) - 1100),
     scalblnf(x, (long)(draw() % 300) - 150))
EACH(ldexp, -4, 4, ldexp(x, (int)(draw() % 2200) - 1100), ldexpf(x, (int)(draw() % 300) - 150))
EACH(ilogb, -4, 4, ilogb(x), (float)ilogbf(x))
EACH(lrint, -4, 30, (double)lrint(fmod(x, 0x1p30)), (float)lrintf(fmodf(x, 0x1p20f)))
EACH(lround, -4, 30, (double)lround(fmod(x, 0x1p30)), (float)lroundf(fmodf(x, 0x1p20f)))
EACH(llrint, -4, 50, (double)llrint(fmod(x, 0x1p60)), (float)llrintf(fmodf(x, 0x1p20f)))
EACH(llround, -4, 50, (double)llround(fmod(x, 0x1p60)), (float)llroundf(fmodf(x, 0x1p20f)))
    // clang-format on

    static double fraction(double x) {
    double whole;
    const double part = modf(x, &whole);
    return part + whole == x ? part : NAN;
}
static float fraction_f(float x) {
    float whole;
    const float part = modff(x, &whole);
    return part + whole == x ? part : NAN;
}
EACH(modf, -4, 30, fraction(x), fraction_f(x))

static double mantissa(double x) {
    int exponent;
    const double m = frexp(x, &exponent);
    return ldexp(m, exponent) == x ? m : NAN;
}
static float mantissa_f(float x) {
    int exponent;
    const float m = frexpf(x, &exponent);
    return ldexpf(m, exponent) == x ? m : NAN;
}
EACH(frexp, -4, 30, mantissa(x), mantissa_f(x))

// Of the quotient the last three bits and the sign are specified.
static double quotient(double x, double y) {
    int q;
    const double r = remquo(x, y, &q);
    return r * 8 + (q < 0 ? -(-q & 7) : q & 7);
}
static float quotient_f(float x, float y) {
    int q;
    const float r = remquof(x, y, &q);
    return r * 8 + (float)(q < 0 ? -(-q & 7) : q & 7);
}
EACH(remquo, -3, 3, quotient(x, y), quotient_f(x, y))

#define SPECIAL(name) line(#name, special[i], special[k], name(special[i]));
#define SPECIAL_2(name) line(#name, special[i], special[k], name(special[i], special[k]));
static void specials(void) {
    static const volatile double special[] = {0.0,       -0.0, 1,           -1,      0.5, INFINITY,
                                              -INFINITY, NAN,  DBL_MIN / 4, DBL_MAX, -3,  1e22};
    enum { count = sizeof special / sizeof *special };
    for (int i = 0; i < count; ++i) {
        const int k = 0;
        // clang-format off
        SPECIAL(acos) SPECIAL(asin) SPECIAL(atan) SPECIAL(cos) SPECIAL(sin) SPECIAL(tan) SPECIAL(acosh)
        SPECIAL(asinh) SPECIAL(atanh) SPECIAL(cosh) SPECIAL(sinh) SPECIAL(tanh) SPECIAL(exp) SPECIAL(exp2)
        SPECIAL(expm1) SPECIAL(log) SPECIAL(log10) SPECIAL(log1p) SPECIAL(log2) SPECIAL(logb) SPECIAL(cbrt)
        SPECIAL(erf) SPECIAL(erfc) SPECIAL(tgamma) SPECIAL(lgamma) SPECIAL(sqrt) SPECIAL(ceil)
        SPECIAL(floor) SPECIAL(trunc) SPECIAL(round) SPECIAL(rint) SPECIAL(nearbyint) SPECIAL(j0)
        SPECIAL(j1)
        // clang-format on
    }
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k) {
            // clang-format off
            SPECIAL_2(pow) SPECIAL_2(atan2) SPECIAL_2(hypot) SPECIAL_2(fmod) SPECIAL_2(remainder)
            SPECIAL_2(copysign) SPECIAL_2(nextafter) SPECIAL_2(fdim)
            // clang-format on
        }
}

int main(void) {
    // clang-format off
    grid_acos(); grid_asin(); grid_atan(); grid_cos(); grid_sin(); grid_tan(); grid_acosh(); grid_asinh(); grid_atanh();
    grid_cosh(); grid_sinh(); grid_tanh(); grid_exp(); grid_exp2(); grid_expm1(); grid_log(); grid_log10(); grid_log1p();
    grid_log2(); grid_cbrt(); grid_erf(); grid_erfc(); grid_tgamma(); grid_lgamma(); grid_atan2(); grid_hypot(); grid_pow();
    grid_j0(); grid_j1(); grid_y0(); grid_y1(); grid_jn(); grid_yn();
    puts("--- exact");
    grid_sqrt(); grid_fabs(); grid_ceil(); grid_floor(); grid_trunc(); grid_round(); grid_rint(); grid_nearbyint();
    grid_logb(); grid_fmod(); grid_remainder(); grid_copysign(); grid_nextafter(); grid_fdim(); grid_fmax(); grid_fmin();
    grid_nexttoward(); grid_fma(); grid_fma_small(); grid_scalbn(); grid_scalbln(); grid_ldexp(); grid_ilogb(); grid_lrint();
    grid_lround(); grid_llrint(); grid_llround(); grid_modf(); grid_frexp(); grid_remquo();
    // clang-format on
    puts("--- special");
    specials();
}
