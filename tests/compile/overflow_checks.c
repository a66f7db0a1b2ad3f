// Arithmetic with overflow checks, in all widths and signs, and saturation based on it.
#include "show.h"

#define TRY(type, a, b)                                                                            \
    do {                                                                                           \
        const type x_ = OPAQUE(type, a), y_ = OPAQUE(type, b);                                     \
        type r_;                                                                                   \
        int o_ = __builtin_add_overflow(x_, y_, &r_);                                              \
        sum = mix(sum, (uint32_t)r_ + (uint32_t)((uint64_t)r_ >> 32));                             \
        o_ = o_ << 1 | __builtin_sub_overflow(x_, y_, &r_);                                        \
        sum = mix(sum, (uint32_t)r_ + (uint32_t)((uint64_t)r_ >> 32));                             \
        o_ = o_ << 1 | __builtin_mul_overflow(x_, y_, &r_);                                        \
        sum = mix(sum, (uint32_t)r_ + (uint32_t)((uint64_t)r_ >> 32));                             \
        printf("%d", o_);                                                                          \
    } while (0)

static int32_t saturated(int32_t a, int32_t b) {
    int32_t r;
    return __builtin_add_overflow(a, b, &r) ? (a < 0 ? INT32_MIN : INT32_MAX) : r;
}

int main(void) {
    static const int64_t values[] = {
        0,     1,     -1,        2,         127,        -128,       255,       32767,    -32768,
        65535, 46341, INT32_MAX, INT32_MIN, 4294967295, 3037000500, INT64_MAX, INT64_MIN};
    for (int i = 0; i < 17; ++i) {
        uint32_t sum = 0;
        for (int j = 0; j < 17; ++j) {
            TRY(int8_t, (int8_t)values[i], (int8_t)values[j]);
            TRY(uint8_t, (uint8_t)values[i], (uint8_t)values[j]);
            TRY(int16_t, (int16_t)values[i], (int16_t)values[j]);
            TRY(int32_t, (int32_t)values[i], (int32_t)values[j]);
            TRY(uint32_t, (uint32_t)values[i], (uint32_t)values[j]);
            TRY(int64_t, values[i], values[j]);
            TRY(uint64_t, (uint64_t)values[i], (uint64_t)values[j]);
            printf(" ");
        }
        show_hex("sum", sum);
    }
    printf("%d %d %d\n", (int)saturated(2000000000, 2000000000),
           (int)saturated(-2000000000, -2000000000), (int)saturated(5, -7));
    return 0;
}
