// tgamma, and lgamma of negative numbers, to less than an ulp: the product of the recurrence in 64
// bits of integers. newlib's exp(lgamma(x)) multiplies the error of lgamma by its value.
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

// The series of 1 / gamma(1 + t) at 0, times 2^62.
static const int64_t series[] = {
    0x4000000000000000LL,  0x24f119f8df6c31e9LL,  -0x29f9e804d5f45b9dLL, -0x02b02bd1f44e08f9LL,
    0x0aa891905a1fdf2fLL,  -0x02b35e207868124fLL, -0x009da5794241f10aLL, 0x0076467149fd82c6LL,
    -0x001317112ce3a2a8LL, -0x000386c9fcde2ac8LL, 0x00021914f19b3f3aLL,  -0x00005473a2bd1fabLL,
    -0x0000053eb507f0d4LL, 0x000004c094276f03LL,  -0x000000dccc333361LL, 0x00000006912dee89LL,
    0x000000055ef0ff0eLL,  -0x0000000144b4ceddLL, 0x000000001cae7676LL,  0x000000000223a0cbLL,
    -0x00000000010423bbLL, 0x000000000023e403LL,  -0x00000000000172ccLL, -0x0000000000006058LL,
    0x000000000000161aLL,  -0x0000000000000221LL, 0x0000000000000005LL,  0x0000000000000007LL,
    -0x0000000000000001LL,
};

// m * 2^e, bit 63 of m is set.
struct number {
    uint64_t m;
    int e;
};

static struct number normal(uint64_t m, int e) {
    const int n = __builtin_clzll(m);
    return (struct number){m << n, e - n};
}

static uint64_t high(uint64_t a, uint64_t b) {
    const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    const uint64_t middle = ah * bl + (al * bl >> 32), middle2 = al * bh + (uint32_t)middle;
    return ah * bh + (middle >> 32) + (middle2 >> 32);
}

static struct number times(struct number a, struct number b) {
    return normal(high(a.m, b.m), a.e + b.e + 64);
}

static struct number over(struct number a, struct number b) {
    uint64_t q = 0, rest = a.m;
    for (int i = 0; i < 64; ++i) {
        const int carry = i && rest >> 63;
        if (i) rest <<= 1;
        q <<= 1;
        if (carry || rest >= b.m) rest -= b.m, q |= 1;
    }
    return normal(q, a.e - b.e - 63);
}

// t * 2^-64
static struct number reciprocal_at(uint64_t t) {
    int64_t sum = 0;
    for (int i = (int)(sizeof series / sizeof *series) - 1; i >= 0; --i)
        sum = series[i] +
              (sum < 0 ? -(int64_t)high((uint64_t)-sum, t) : (int64_t)high((uint64_t)sum, t));
    return normal((uint64_t)sum, -62);
}

static struct number of(double x) { // > 0
    int e;
    return normal((uint64_t)(int64_t)scalbn(frexp(x, &e), 63), e - 63);
}

// |gamma(x)|, -200 < x < 200 and no pole: 1 + f in the series, the rest by gamma(x + 1) = x
// gamma(x).
static struct number absolute_gamma(double x) {
    const double whole = floor(x);
    const int n = (int)whole;
    uint64_t f; // x - n, times 2^64: a multiple of 2^12 if |x| >= 1
    if (n != -1)
        f = (uint64_t)scalbn(x - whole, 64);
    else
        f = -(uint64_t)scalbn(-x, 64);
    if (!f && n == -1) f = ~f;
    struct number above = {1ULL << 63, -63}, below = reciprocal_at(f);
    for (int k = 1; k < n; ++k) above = times(above, normal(((uint64_t)k << 56) + (f >> 8), -56));
    if (n == 0) below = times(below, of(x));
    if (n < 0) below = times(below, normal(f, -64));
    if (n == -1) below = times(below, of(-x));
    if (n < -1)
        for (int k = 1; k <= -n; ++k)
            below = times(below, normal(((uint64_t)k << 56) - (f >> 8), -56));
    return over(above, below);
}

static double value(struct number a) {
    int drop = 11;
    if (a.e + drop < -1074) drop = -1074 - a.e;
    if (drop > 64) return 0;
    uint64_t kept = drop == 64 ? 0 : a.m >> drop;
    kept += a.m >> (drop - 1) & 1; // an exact half is no value of gamma
    return scalbn((double)(int64_t)kept, a.e + drop);
}

double tgamma(double x) {
    if (isnan(x) || x == INFINITY) return x;
    if (x == 0) {
        errno = ERANGE;
        return 1 / x;
    }
    if (x < 0 && floor(x) == x) { // -INFINITY too
        errno = EDOM;
        return NAN;
    }
    const int negative = x < 0 && fmod(floor(x), 2) != 0;
    double y = x < -190              ? 0
               : x > 180             ? INFINITY
               : fabs(x) < 0x1p-1000 ? 1 / fabs(x)
                                     : value(absolute_gamma(x));
    if (isinf(y) || y == 0) errno = ERANGE;
    return negative ? -y : y;
}

float tgammaf(float x) {
    const double y = tgamma(x);
    const float result = (float)y;
    if ((isinf(result) && isfinite(y)) || (result == 0 && y != 0)) errno = ERANGE;
    return result;
}

// log(|gamma(x)|), -190 < x < 0: by the reflection formula it would lose all digits near its zeros.
double __lgamma_negative(double x, int *sign) {
    *sign = fmod(floor(x), 2) != 0 ? -1 : 1;
    if (x > -0x1p-60) return -log(-x);
    const struct number g = absolute_gamma(x);
    if (g.e == -64) return log1p(-scalbn((double)-g.m, -64)); // 1/2 to 1
    if (g.e == -63) return log1p(scalbn((double)(g.m << 1), -64));
    return log(scalbn((double)g.m, -63)) + (g.e + 63) * M_LN2;
}
