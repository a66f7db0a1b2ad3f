// Double precision: every operator on every pair of values, and chains in which each rounding
// counts.
#include "show.h"

static double divide(double a, double b) { return a / b; }

int main(void) {
    const double values[] = {0.0,
                             -0.0,
                             1.0,
                             -1.0,
                             1.5,
                             1.0 / 3.0,
                             0.1,
                             1e100,
                             -1e-100,
                             1.7976931348623157e308,
                             2.2250738585072014e-308,
                             4.9e-324,
                             -1e-310,
                             9007199254740993.0,
                             6.02214076e23,
                             4294967296.0};
    const int count = sizeof values / sizeof values[0];
    for (int i = 0; i < count; ++i) {
        uint32_t sum = 0;
        for (int j = 0; j < count; ++j) {
            const double a = OPAQUE(double, values[i]), b = OPAQUE(double, values[j]);
            const double results[] = {a + b, a - b, a * b, divide(a, b), -a};
            for (int k = 0; k < 5; ++k) {
                uint64_t bits;
                memcpy(&bits, &results[k], 8);
                if (results[k] != results[k]) bits = 0x7FF8000000000000u;
                sum = mix(mix(sum, (uint32_t)(bits >> 32)), (uint32_t)bits);
            }
            sum = mix(sum, (uint32_t)((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 |
                                      (a == b) << 4 | (a != b) << 5));
        }
        show_hex("sum", sum);
    }
    double x = OPAQUE(double, 1.0);
    for (int i = 1; i < 60; ++i) x = x * 1.0000001 + 1.0 / i - x / (i + 0.5);
    show_double("chain", x);
    return 0;
}
