// Single precision: every operator on every pair of values, with zeros, infinities and subnormal
// numbers.
#include "show.h"

int main(void) {
    const float values[] = {0.0f,      -0.0f,         1.0f,           -1.0f,
                            1.5f,      3.0f,          0.1f,           1e10f,
                            -1e-10f,   3.4028235e38f, 1.1754944e-38f, 1.4e-45f,
                            -5.9e-39f, 16777216.0f,   3e38f * 10.0f,  -3e38f * 10.0f};
    const int count = sizeof values / sizeof values[0];
    for (int i = 0; i < count; ++i) {
        uint32_t sum = 0;
        for (int j = 0; j < count; ++j) {
            const float a = OPAQUE(float, values[i]), b = OPAQUE(float, values[j]);
            const float results[] = {a + b, a - b, a * b, a / b, -a};
            for (int k = 0; k < 5; ++k) {
                uint32_t bits;
                memcpy(&bits, &results[k], 4);
                sum = mix(sum, results[k] == results[k] ? bits : 0x7FC00000u);
            }
            sum = mix(sum, (uint32_t)((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 |
                                      (a == b) << 4 | (a != b) << 5));
        }
        show_float("value", values[i]);
        show_hex("sum", sum);
    }
    return 0;
}
