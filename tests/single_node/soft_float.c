// Floating point by the compiler's library (T1 has none): series, roots, conversions, comparisons,
// as bits.
#include "check.h"

static uint64_t bits(double v) {
    uint64_t u;
    memcpy(&u, &v, sizeof u);
    return u;
}
static uint32_t bits_single(float v) {
    uint32_t u;
    memcpy(&u, &v, sizeof u);
    return u;
}

static double root(double v) {
    double r = v > 1 ? v : 1;
    for (int i = 0; i < 60; ++i) r = (r + v / r) / 2;
    return r;
}
static double exponential(double x) {
    double term = 1, sum = 1;
    for (int i = 1; i < 40; ++i) sum += term *= x / i;
    return sum;
}
static double sine(double x) {
    double term = x, sum = x;
    for (int i = 3; i < 40; i += 2) sum += term *= -x * x / (i * (i - 1));
    return sum;
}

int main(void) {
    for (int i = 1; i < 8; ++i) {
        const double x = i * 0.7 - 2;
        print64("", bits(root(i)));
        print64(" ", bits(exponential(x)));
        print64(" ", bits(sine(x)));
        printf(" %08x %d %d\n", bits_single((float)(x / 3)), (int)(x * 1000),
               (int)(float)(x * -77.7F));
    }
    float single = 1;
    for (int i = 0; i < 30; ++i) single = single * 1.5F - 0.25F / single;
    printf("%08x\n", bits_single(single));
    const double edges[] = {0.0,          -0.0,          1e308, 5e-324,         -1.5,
                            4294967295.0, -2147483648.0, 1e19,  __builtin_inf()};
    enum { count = sizeof edges / sizeof *edges };
    for (int i = 0; i < count; ++i) {
        unsigned order = 0;
        for (int j = 0; j < count; ++j)
            order = order << 2 | (unsigned)((edges[i] < edges[j]) | (edges[i] == edges[j]) << 1);
        print64("", bits(edges[i] * edges[i]));
        print64(" ", bits(edges[i] + edges[(i + 1) % count]));
        printf(" %08x %08x\n", order, bits_single((float)edges[i]));
    }
    print64("", (uint64_t)(long long)-1e15);
    print64(" ", (uint64_t)1.5e19);
    print64(" ", bits((double)0x123456789ABCDEFll));
    printf(" %08x %08x\n", bits_single((float)~0ull), bits_single((float)-0x12345678));
    return (int)(exponential(1) * 10);
}
