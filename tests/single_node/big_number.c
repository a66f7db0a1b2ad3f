// Numbers of a thousand bits: factorials, powers, quotients, roots, powers modulo a prime.
#include "check.h"

enum { words = 40 };
struct big {
    uint32_t w[words];
};

static struct big of(uint32_t v) { return (struct big){{v}}; }

static int compare(const struct big *a, const struct big *b) {
    for (int i = words - 1; i >= 0; --i)
        if (a->w[i] != b->w[i]) return a->w[i] < b->w[i] ? -1 : 1;
    return 0;
}
static struct big plus(struct big a, const struct big *b) {
    uint64_t carry = 0;
    for (int i = 0; i < words; ++i) {
        carry += (uint64_t)a.w[i] + b->w[i];
        a.w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}
static struct big minus(struct big a, const struct big *b) {
    uint32_t borrow = 0;
    for (int i = 0; i < words; ++i) {
        const uint64_t d = (uint64_t)a.w[i] - b->w[i] - borrow;
        a.w[i] = (uint32_t)d;
        borrow = (uint32_t)(d >> 32) & 1;
    }
    return a;
}
static struct big times(const struct big *a, const struct big *b) {
    struct big r = of(0);
    for (int i = 0; i < words; ++i) {
        uint64_t carry = 0;
        if (!a->w[i]) continue;
        for (int j = 0; i + j < words; ++j) {
            carry += (uint64_t)a->w[i] * b->w[j] + r.w[i + j];
            r.w[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return r;
}
static uint32_t divide_small(struct big *a, uint32_t by) {
    uint64_t rest = 0;
    for (int i = words - 1; i >= 0; --i) {
        rest = rest << 32 | a->w[i];
        a->w[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    return (uint32_t)rest;
}
static int bits(const struct big *a) {
    for (int i = words - 1; i >= 0; --i)
        if (a->w[i]) return 32 * i + 32 - __builtin_clz(a->w[i]);
    return 0;
}
static struct big shifted(struct big a, int n) {
    for (; n >= 32; n -= 32) {
        memmove(a.w + 1, a.w, (words - 1) * sizeof *a.w);
        a.w[0] = 0;
    }
    if (n)
        for (int i = words - 1; i >= 0; --i)
            a.w[i] = a.w[i] << n | (i ? a.w[i - 1] >> (32 - n) : 0);
    return a;
}
static struct big divide(struct big a, const struct big *b, struct big *rest) {
    struct big q = of(0);
    for (int n = bits(&a) - bits(b); n >= 0; --n) {
        const struct big t = shifted(*b, n);
        if (compare(&a, &t) < 0) continue;
        a = minus(a, &t);
        q.w[n / 32] |= 1u << n % 32;
    }
    *rest = a;
    return q;
}
static void print(struct big a) {
    char digits[400], *at = digits + sizeof digits;
    *--at = 0;
    do *--at = (char)('0' + divide_small(&a, 10));
    while (bits(&a));
    printf("%s\n", at);
}

int main(void) {
    struct big f = of(1), power = of(1), rest;
    for (uint32_t i = 2; i <= 120; ++i) {
        const struct big b = of(i);
        f = times(&f, &b);
    }
    print(f);
    const struct big seven = of(7);
    for (int i = 0; i < 200; ++i) power = times(&power, &seven);
    print(power);
    const struct big q = divide(f, &power, &rest);
    print(q);
    print(rest);
    struct big back = times(&q, &power);
    back = plus(back, &rest);
    printf("%d\n", compare(&back, &f));
    struct big root = of(0); // of f, bit by bit
    for (int n = bits(&f) / 2; n >= 0; --n) {
        root.w[n / 32] |= 1u << n % 32;
        const struct big s = times(&root, &root);
        if (compare(&s, &f) > 0) root.w[n / 32] &= ~(1u << n % 32);
    }
    print(root);
    // 3^(p-1) modulo p = 2^127 - 1, which is 1 (Fermat)
    struct big p = shifted(of(1), 127), e, r = of(1), base = of(3);
    const struct big one = of(1);
    p = minus(p, &one);
    e = minus(p, &one);
    for (int i = 0, n = bits(&e); i < n; ++i) {
        if (e.w[i / 32] >> i % 32 & 1) {
            const struct big t = times(&r, &base);
            divide(t, &p, &r);
        }
        const struct big t = times(&base, &base);
        divide(t, &p, &base);
    }
    print(r);
    return (int)r.w[0];
}
