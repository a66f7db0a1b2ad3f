// Large integers: factorials, powers, Fibonacci numbers and the decimals of pi and e.
#include "show.h"

enum { WORDS = 70 };
typedef struct {
    uint32_t w[WORDS];
} big;

static void multiply(big *b, uint32_t by) {
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; ++i)
        carry += (uint64_t)b->w[i] * by, b->w[i] = (uint32_t)carry, carry >>= 32;
}
static uint32_t divide(big *b, uint32_t by) {
    uint64_t rest = 0;
    for (int i = WORDS; i-- > 0;) {
        rest = rest << 32 | b->w[i];
        b->w[i] = (uint32_t)(rest / by), rest %= by;
    }
    return (uint32_t)rest;
}
static big add(big a, big b) {
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; ++i)
        carry += (uint64_t)a.w[i] + b.w[i], a.w[i] = (uint32_t)carry, carry >>= 32;
    return a;
}
static int zero(const big *b) {
    for (int i = 0; i < WORDS; ++i)
        if (b->w[i]) return 0;
    return 1;
}
static void print(const char *name, big b) {
    char digits[WORDS * 10], *at = digits + sizeof digits;
    *--at = 0;
    do *--at = (char)('0' + divide(&b, 10));
    while (!zero(&b));
    printf("%s %s\n", name, at);
}

int main(void) {
    big f = {{1}};
    for (uint32_t i = 2; i <= 100; ++i) multiply(&f, i);
    print("100!", f);
    big p = {{1}};
    for (int i = 0; i < 100; ++i) multiply(&p, 3);
    print("3^100", p);
    big a = {{0}}, b = {{1}};
    for (int i = 0; i < 300; ++i) {
        const big c = add(a, b);
        a = b, b = c;
    }
    print("fibonacci 300", a);
    // A spigot for pi (S. Rabinowitz, S. Wagon, 1995).
    static int r[400];
    for (int i = 0; i < 400; ++i) r[i] = 2;
    int held = 0, nines = 0;
    printf("pi ");
    for (int d = 0; d < 100; ++d) {
        int carry = 0;
        for (int i = 399; i > 0; --i) {
            const int x = r[i] * 10 + carry * (i + 1);
            r[i] = x % (2 * i + 1), carry = x / (2 * i + 1);
        }
        const int x = r[0] * 10 + carry;
        r[0] = x % 10;
        const int q = x / 10;
        if (q == 9)
            ++nines;
        else {
            if (d) printf("%d", held + q / 10);
            for (; nines; --nines) printf("%d", q == 10 ? 0 : 9);
            held = q % 10;
        }
    }
    printf("\n");
    return 0;
}
