// Values of <math.h>, strtod and printf as bit patterns: the output on T1 is compared with that on
// the computer itself (tests/libm).
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double arguments[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    3.0,
    0.1,
    1e-3,
    -1e-3,
    1e-10,
    1e-300,
    4.9406564584124654e-324,
    2.2250738585072014e-308,
    1e10,
    1e300,
    1.7976931348623157e308,
    M_PI,
    M_PI / 2,
    -M_PI / 4,
    10.0,
    100.0,
    -7.25,
    709.5,
    -745.0,
    22.0,
    0.9999999999999999,
    1.0000000000000002,
    12345.678,
    -2.5,
    3.5,
    4503599627370497.5,
    INFINITY,
};
enum { count = sizeof arguments / sizeof arguments[0] };

static void show(const char *name, int a, int b, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value)) bits = 0x7ff8000000000000; // a NaN's sign and payload are not specified
    printf("%s %d %d %016llx\n", name, a, b, (unsigned long long)bits);
}
static void showf(const char *name, int a, int b, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value)) bits = 0x7fc00000;
    printf("%s %d %d %08lx\n", name, a, b, (unsigned long)bits);
}

#define ONE(fn)                                                                                    \
    for (int i = 0; i < count; ++i) {                                                              \
        show(#fn, i, 0, fn(arguments[i]));                                                         \
        showf(#fn "f", i, 0, fn##f((float)arguments[i]));                                          \
    }
#define TWO(fn)                                                                                    \
    for (int i = 0; i < count; ++i)                                                                \
        for (int k = i % 3; k < count; k += 3) {                                                   \
            show(#fn, i, k, fn(arguments[i], arguments[k]));                                       \
            showf(#fn "f", i, k, fn##f((float)arguments[i], (float)arguments[k]));                 \
        }

static void exact(void) {
    // clang-format off
    ONE(sqrt) ONE(floor) ONE(ceil) ONE(trunc) ONE(round) ONE(rint) ONE(fabs)
    TWO(fmod) TWO(remainder) TWO(copysign) TWO(fmax) TWO(fmin) TWO(fdim) TWO(nextafter)
        // clang-format on
        for (int i = 0; i < count; ++i) {
        int exponent = 0;
        double whole = 0;
        show("frexp", i, 0, frexp(arguments[i], &exponent));
        if (arguments[i] != INFINITY) printf("frexp_exponent %d %d\n", i, exponent);
        show("modf", i, 0, modf(arguments[i], &whole));
        show("modf_whole", i, 0, whole);
        show("ldexp", i, 0, ldexp(arguments[i], 7));
        show("fma", i, 0,
             fma(arguments[i], arguments[(i + 5) % count], arguments[(i + 11) % count]));
        if (fabs(arguments[i]) < 2e9)
            printf("lround %d %ld %lld\n", i, lround(arguments[i]), llrint(arguments[i]));
        // The compiler's library does arithmetic and conversions.
        const double a = arguments[i], b = arguments[(i + 7) % count];
        show("add", i, 0, a + b);
        show("mul", i, 0, a * b);
        show("div", i, 0, a / b);
        showf("narrow", i, 0, (float)a);
        if (fabs(a) < 9e18) printf("integer %d %lld\n", i, (long long)a);
        show("unsigned", i, 0, (double)((unsigned long long)i * 0x123456789abcdef));
        printf("compare %d %d%d%d%d\n", i, a < b, a <= b, a == b, isunordered(a, b));
    }
    static const char *const texts[] = {"0.1",
                                        "1e23",
                                        "-8.5e-320",
                                        "0x1.8p-3",
                                        "inf",
                                        "nan(7)",
                                        "123456789012345678901234567890",
                                        "2.2250738585072012e-308",
                                        "17976931348623159e292",
                                        "1.e",
                                        ".5e+1x",
                                        "  42"};
    for (int i = 0; i < (int)(sizeof texts / sizeof texts[0]); ++i) {
        char *end;
        show("strtod", i, 0, strtod(texts[i], &end));
        printf("strtod_end %d %d\n", i, (int)(end - texts[i]));
        showf("strtof", i, 0, strtof(texts[i], NULL));
    }
    for (int i = 0; i < count; ++i) {
        const double a = arguments[i];
        printf("printf %d %.3f|%e|%g|%G|%10.4f|%-12.2e|%+g|% g|%#g|%.0f|%.17g|%012.3f\n", i,
               fabs(a) < 1e20 ? a : 1.5, a, a, a, fabs(a) < 1e20 ? a : 1.5, a, a, a, a,
               fabs(a) < 1e20 ? a : 2.5, a, fabs(a) < 1e20 ? a : 1.5);
    }
    printf("hexadecimal %a %a %.3a\n", 1.0, -0.1, 3.14);
    printf(
        "integers %lld %llu %llx %hhd %hd %zu %td %jd %5.3d|%-5d|%+d|% d|%#x|%#o|%*d|%.*s|%c|%%\n",
        -1234567890123LL, 18446744073709551615ULL, 0xfedcba9876543210ULL, (signed char)-5,
        (short)-300, (size_t)7, (ptrdiff_t)-8, (intmax_t)9, 42, 42, 42, 42, 255, 8, 6, -42, 2,
        "abc", 'z');
    int a = 0, n = 0;
    double d = 0;
    char word[10];
    printf("scanf %d", sscanf("12 8.5 hello", "%d %lf %9s%n", &a, &d, word, &n));
    printf(" %d %g %s %d\n", a, d, word, n);
    const int64_t big = (int64_t)strtoll("-9223372036854775807", NULL, 10);
    const uint64_t large = strtoull("ffffffffffffffff", NULL, 16);
    printf("64 %lld %lld %llu %llu %lld\n", (long long)(big / 1000003), (long long)(big % 1000003),
           (unsigned long long)(large / 10), (unsigned long long)(large >> 13),
           (long long)(big * 3 >> 5));
}

static void close_to(void) {
    // clang-format off
    ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh)
    ONE(asinh) ONE(acosh) ONE(atanh) ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10)
    ONE(log1p) ONE(cbrt) ONE(erf) ONE(erfc) TWO(pow) TWO(atan2) TWO(hypot)
        // clang-format on
        const double complex z = csqrt(3.0 + 4.0 * I);
    show("csqrt", 0, 0, creal(z));
    show("csqrt", 0, 1, cimag(z));
    show("cabs", 0, 0, cabs(3.0 + 4.0 * I));
}

int main(void) {
    exact();
    puts("--- nearly");
    close_to();
}
