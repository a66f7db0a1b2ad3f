// 64-bit arithmetic, which a 32-bit processor does in pieces: every operator on every pair of
// interesting values.
#include "show.h"

static const uint64_t values[] = {0,
                                  1,
                                  2,
                                  3,
                                  7,
                                  0x7FFFFFFF,
                                  0x80000000,
                                  0xFFFFFFFF,
                                  0x100000000,
                                  0x100000001,
                                  0x123456789ABCDEF0,
                                  0x7FFFFFFFFFFFFFFF,
                                  0x8000000000000000,
                                  0x8000000000000001,
                                  0xFFFFFFFF00000000,
                                  0xFFFFFFFFFFFFFFFE,
                                  0xFFFFFFFFFFFFFFFF};
enum { COUNT = sizeof values / sizeof values[0] };

static uint64_t mix64(uint64_t sum, uint64_t v) {
    return (sum ^ v) * 0x9E3779B97F4A7C15u + (sum >> 29);
}

int main(void) {
    uint64_t unsigned_sum = 1, signed_sum = 1;
    for (int i = 0; i < COUNT; ++i) {
        for (int j = 0; j < COUNT; ++j) {
            const uint64_t a = OPAQUE(uint64_t, values[i]), b = OPAQUE(uint64_t, values[j]);
            unsigned_sum = mix64(unsigned_sum, a + b);
            unsigned_sum = mix64(unsigned_sum, a - b);
            unsigned_sum = mix64(unsigned_sum, a * b);
            unsigned_sum = mix64(unsigned_sum, (a & b) | (~a ^ b));
            if (b) {
                unsigned_sum = mix64(unsigned_sum, a / b);
                unsigned_sum = mix64(unsigned_sum, a % b);
            }
            const int64_t s = (int64_t)a, t = (int64_t)b;
            if (t && !(s == INT64_MIN && t == -1)) {
                signed_sum = mix64(signed_sum, (uint64_t)(s / t));
                signed_sum = mix64(signed_sum, (uint64_t)(s % t));
            }
            signed_sum = mix64(signed_sum, (uint64_t)((s < t) | (s <= t) << 1 | (a < b) << 2 |
                                                      (a >= b) << 3 | (s == t) << 4));
        }
        printf("%d ", i);
        show64("so far", unsigned_sum ^ signed_sum);
    }
    show64("unsigned", unsigned_sum);
    show64("signed", signed_sum);
    return 0;
}
