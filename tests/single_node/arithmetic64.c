// 64-bit arithmetic: carries, products, quotients of all sizes and signs, shifts by every amount,
// comparisons.
#include "check.h"

static const uint64_t values[] = {
    0,          1,          2,           3,           10,
    0x7F,       0x80,       0xFFFF,      0x10000,     0x7FFFFFFF,
    0x80000000, 0xFFFFFFFF, 0x100000000, 0x100000001, 0x123456789ABCDEF0,
    ~0ull >> 1, 1ull << 63, ~0ull - 1,   ~0ull,       1000000007ull * 998244353,
};
enum { count = sizeof values / sizeof *values };

static uint64_t sum;
static void take(uint64_t v) { sum = (sum << 7 | sum >> 57) ^ v * 0x9E3779B97F4A7C15; }

static int order(int64_t a, int64_t b) { return (a > b) - (a < b); }
static int order_unsigned(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

int main(void) {
    for (int i = 0; i < count; ++i) {
        sum = 0;
        for (int j = 0; j < count; ++j) {
            const uint64_t a = values[i], b = values[j];
            const int64_t x = (int64_t)a, y = (int64_t)b;
            take(a + b), take(a - b), take(a * b), take(a & b), take(a | b), take(a ^ b);
            if (b) take(a / b), take(a % b);
            if (y && !(x == INT64_MIN && y == -1)) take((uint64_t)(x / y)), take((uint64_t)(x % y));
            take((uint64_t)(order(x, y) * 3 + order_unsigned(a, b)));
            take((uint64_t)(uint32_t)a * (uint32_t)b);
            take((uint64_t)((int64_t)(int32_t)a * (int32_t)b));
            take(-a), take(~a), take(a == b), take(!a);
        }
        for (int n = 0; n < 64; ++n)
            take(values[i] << n), take(values[i] >> n), take((uint64_t)((int64_t)values[i] >> n));
        print64("", values[i]);
        print64(" ", sum);
        printf("\n");
    }
    uint64_t a = 0, b = 1; // Fibonacci, until it overflows
    int n = 0;
    for (; a + b >= b; ++n) {
        const uint64_t next = a + b;
        a = b;
        b = next;
    }
    printf("%d ", n);
    decimal64(b);
    printf("\n");
    return (int)(sum & 63);
}
