// Values of the C library that were wrong once: C11 and IEEE 754 define each, so the computer's
// library has them too.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static double of(uint64_t u) {
    double d;
    memcpy(&d, &u, 8);
    return d;
}
static uint64_t bits(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    return u;
}
static uint32_t bits_f(float f) {
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static void printed(void) {
    // %g removes zeros where the digits that are cut are exactly a half (7.21.6.1).
    printf("%.2g %.2g %.2g %.3g %.1g\n", 105.0, 1005.0, 115.0, 1005.0, 25.0);
    printf("%.12g %.6g %g %G\n", 1000000000005.0, 1000000.5, 2000000.5, 3000005.0);
    printf("%.3g %.3g %.4g %#.2g\n", 0.50025, 10.05, 20.125, 105.0);
    printf("%.2e %.0e %.1f %.0f\n", 1.125, 2.5, 0.25, 2.5);
    printf("[%8.2g|%-8.2g|%08.2g]\n", 105.0, -105.0, 105.0);
}

static void integer(const char *text, int base) {
    char *end;
    const long l = strtol(text, &end, base);
    printf("%ld [%s]", l, end);
    const unsigned long long u = strtoull(text, &end, base);
    printf(" %llu [%s]", u, end);
    wchar_t wide[32], *rest;
    mbstowcs(wide, text, 32);
    printf(" %lld", wcstoll(wide, &rest, base));
    printf(" [%d]\n", (int)(rest - wide));
}

static void parsed(void) {
    integer("0xz", 16);
    integer("0x", 0);
    integer("0xg", 0);
    integer("0x1g", 0);
    integer(" -0X7fz", 16);
    // Rounded once: decimals just beside the middle of two floats.
    static const char *const decimals[] = {"1.00000005960464477539062500000001",
                                           "1.00000005960464477539062499999999",
                                           "1.000000059604644775390625",
                                           "7.00649232162408535461864791644958065640131e-46",
                                           "7.006492321624085e-46",
                                           "1e-50",
                                           "-1e50",
                                           "3.40282356779733661637539395458142568448e38",
                                           "3.40282356779733661637539395458142568447e38",
                                           "1.17549428e-38",
                                           "-1.1754942e-38",
                                           "16777217",
                                           "0x1.000001p0",
                                           "0x1.0000011p0",
                                           "nan",
                                           "-inf",
                                           "1e",
                                           "x"};
    for (unsigned i = 0; i < sizeof decimals / sizeof *decimals; ++i) {
        char *end;
        float scanned = 5;
        errno = 0;
        const float f = strtof(decimals[i], &end);
        const int error = errno;
        const int count = sscanf(decimals[i], "%f", &scanned);
        if (isnan(f))
            printf("nan [%s]\n", end);
        else
            printf("%08" PRIx32 " [%s] %d", bits_f(f), end, error == ERANGE);
        if (!isnan(f)) printf(" %d %08" PRIx32 "\n", count, bits_f(scanned));
    }
    double d = 0;
    int n = 0, used = 0;
    n = sscanf("0x1.8p3,-0X.8P-1 0x10z", "%lf,%lf %lf%n", &d, &d, &d, &used);
    printf("%d %g %d\n", n, d, used);
    n = sscanf("0x1.8p3", "%4lf", &d);
    printf("%d %g\n", n, d);
    n = sscanf("-0x1.8p3", "%lf", &d);
    printf("%d %g\n", n, d);
    wchar_t wide[] = L"0xAp1 7";
    n = swscanf(wide, L"%lf %d", &d, &used);
    printf("%d %g %d\n", n, d, used);
}

static void fused(void) {
    static const uint64_t t[][3] = {{0x0001ed98f3ff9315, 0x3e80000000000000, 0x001fffffffffffff},
                                    {0x00046ac6618987d5, 0x8010002000000000, 0},
                                    {0x000fffffffffffff, 0x3fefffffffffffff, 0x800fffffffffffff},
                                    {0x3ff0000000000001, 0x3ff0000000000001, 0xbff0000000000002},
                                    {0x7fe0000000000000, 0x4000000000000000, 0xffe0000000000000},
                                    {0x3ff0000000000000, 0x3ff0000000000000, 0xbff0000000000000},
                                    {0x8000000000000000, 0x3ff0000000000000, 0x8000000000000000},
                                    {0x7ff0000000000000, 0x3ff0000000000000, 0x3ff0000000000000},
                                    {0x7fe0000000000000, 0x7fe0000000000000, 0xfff0000000000000}};
    for (unsigned i = 0; i < sizeof t / sizeof *t; ++i)
        printf("%016" PRIx64 "\n", bits(fma(of(t[i][0]), of(t[i][1]), of(t[i][2]))));
    uint64_t seed = 88172645463325252, hash = 0;
    for (int i = 0; i < 3000; ++i) {
        uint64_t u[3];
        for (int k = 0; k < 3; ++k) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            u[k] = (seed & 0x800fffffffffffff) | (0x3c0 + (seed >> 52) % 128) << 52;
        }
        const double x = of(u[0]), y = of(u[1]), z = i % 3 ? of(u[2]) : -(x * y);
        hash = hash * 31 + bits(fma(x, y, z));
        hash = hash * 31 + bits_f(fmaf((float)x, (float)y, (float)z));
    }
    printf("hash %016" PRIx64 "\n", hash);
}

static void near(const char *what, double got, double want) { // at most 2 units in the last place
    const int64_t d = (int64_t)(bits(got) - bits(want));
    if (d < -2 || d > 2) printf("%s: %a is not %a\n", what, got, want);
}

static void other(void) {
    volatile double m1 = -1, one = 1, inf = INFINITY, nan = NAN;
    volatile float f1 = 1;
    double i = 5;
    int q = 5;
    printf("%d %d %g\n", isnan(pow(m1, nan)), isnan(powf((float)m1, (float)nan)), pow(one, nan));
    modf(nan, &i);
    printf("%d\n", isnan(i));
    printf("%g %g %g %g %g\n", fdim(-inf, one), fdim(one, inf), fdim(inf, one), fdim(one, -inf),
           fdim(inf, inf));
    printf("%g %g %g\n", fdimf(-INFINITY, f1), fdimf(INFINITY, INFINITY), fdimf(3 * f1, f1));
    float r = remquof(-f1, f1, &q);
    printf("%g %d", r, q);
    r = remquof(5 * f1, -3 * f1, &q);
    printf(" %g %d", r, q);
    double s = remquo(-one, one, &q);
    printf(" %g %d\n", s, q);
    printf("%d %d %d\n", signbit(nextafterf(0, -0.0f)) != 0, signbit(nextafter(0, -0.0)) != 0,
           signbit(nextafterf(-0.0f, 0)) != 0);
    volatile double h = 0.5;
    near("tgamma(5.5)", tgamma(5 + h), 0x1.a2be0247739f2p+5);
    near("tgamma(20.5)", tgamma(20 + h), 0x1.e02bbbd549cbbp+58);
    near("tgamma(50.5)", tgamma(50 + h), 0x1.4dbec5a259b68p+211);
    near("tgamma(150.5)", tgamma(150 + h), 0x1.2f26c34c6c256p+869);
    near("tgamma(-2.5)", tgamma(-3 + h), -0x1.e3ff812e32183p-1);
    near("tgamma(-19.5)", tgamma(-20 + h), 0x1.acc78e15ada31p-58);
    near("lgamma(-2.5)", lgamma(-3 + h), -0x1.ccbf9f5ed0f16p-5);
    near("lgamma(-1.5)", lgamma(-2 + h), 0x1.b858151820f86p-1);
    near("lgamma(40.5)", lgamma(40 + h), 0x1.b1e46dca78c15p+6);
    double factorial = 1;
    for (int n = 1; n < 23; factorial *= n++) near("factorial", tgamma(n), factorial);
    printf("%d %g %g %g\n", isnan(tgamma(m1)), tgamma(0.0), tgamma(-0.0), tgamma(172.0));
    printf("%.6g %.6g %.6g %.6g\n", tgamma(-0.001), tgamma(1e-300), tgamma(-170.5), tgammaf(35.0f));
}

int main(void) {
    printed();
    parsed();
    fused();
    other();
}
