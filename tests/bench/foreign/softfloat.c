// Floating point written in integers: sums, products, quotients and roots of 24-bit numbers, each
// rounded; many branches that depend on data, and calls.
#include <stdint.h>

enum { turns = 45000 };
typedef uint32_t number; // like singles of IEEE 754, but without infinities and subnormals

static int leading_zeros(uint32_t v) {
    int n = 0;
    if (!v) return 32;
    if (v < 1u << 16) v <<= 16, n += 16;
    if (v < 1u << 24) v <<= 8, n += 8;
    if (v < 1u << 28) v <<= 4, n += 4;
    if (v < 1u << 30) v <<= 2, n += 2;
    if (v < 1u << 31) ++n;
    return n;
}

// A sign, an exponent, and a fraction whose bit 30 is 1; the lowest seven are rounded away.
static number rounded(uint32_t sign, int exponent, uint32_t fraction) {
    const uint32_t rest = fraction & 127;
    fraction = (fraction + 64) >> 7;
    if (rest == 64) fraction &= ~1u;
    if (!fraction) return sign;
    return sign + ((uint32_t)exponent << 23) + fraction;
}

static number normal(uint32_t sign, int exponent, uint32_t fraction) {
    const int shift = leading_zeros(fraction) - 1;
    return fraction ? rounded(sign, exponent - shift, fraction << shift) : sign;
}

static uint32_t shifted(uint32_t v, int by) {
    if (by == 0) return v;
    return by < 32 ? v >> by | (v << (-by & 31) != 0) : v != 0;
}

static int exponent_of(number a) { return (int)(a >> 23 & 255); }
static uint32_t fraction_of(number a) {
    return (a & 0x7FFFFF) | (uint32_t)(exponent_of(a) != 0) << 23;
}

static number sum(number a, number b) {
    if ((a & 0x7FFFFFFF) < (b & 0x7FFFFFFF)) {
        const number c = a;
        a = b;
        b = c;
    }
    const uint32_t sign = a & 0x80000000;
    const uint32_t x = fraction_of(a) << 6,
                   y = shifted(fraction_of(b) << 6, exponent_of(a) - exponent_of(b));
    if ((a ^ b) >> 31 == 0) {
        const uint32_t z = x + y;
        return z < 1u << 30 ? rounded(sign, exponent_of(a) - 1, z << 1)
                            : rounded(sign, exponent_of(a), z);
    }
    return normal(x == y ? 0 : sign, exponent_of(a), x - y);
}

static number product(number a, number b) {
    const uint32_t sign = (a ^ b) & 0x80000000;
    if (!exponent_of(a) || !exponent_of(b)) return sign;
    const int exponent = exponent_of(a) + exponent_of(b) - 127;
    const uint64_t z = (uint64_t)(fraction_of(a) << 7) * (fraction_of(b) << 8);
    uint32_t high = (uint32_t)(z >> 32) | ((uint32_t)z != 0);
    if (high < 1u << 30) return rounded(sign, exponent - 1, high << 1);
    return rounded(sign, exponent, high);
}

static number quotient(number a, number b) {
    const uint32_t sign = (a ^ b) & 0x80000000;
    if (!exponent_of(a)) return sign;
    int exponent = exponent_of(a) - exponent_of(b) + 126;
    uint32_t x = fraction_of(a), z = 0;
    const uint32_t y = fraction_of(b);
    if (x < y) --exponent, x <<= 1;
    for (int bit = 0; bit < 31; ++bit) {
        z <<= 1;
        if (x >= y) x -= y, z |= 1;
        x <<= 1;
    }
    return rounded(sign, exponent, z | (x != 0));
}

static number whole(int v) {
    const uint32_t sign = v < 0 ? 0x80000000 : 0;
    return normal(sign, 127 + 29, sign ? 0u - (uint32_t)v : (uint32_t)v);
}

static int truncated(number a) {
    const int shift = 150 - exponent_of(a);
    const uint32_t f = shift >= 32  ? 0
                       : shift >= 0 ? fraction_of(a) >> shift
                                    : fraction_of(a) << -shift;
    return a >> 31 ? -(int)f : (int)f;
}

static number root(number a) {
    number x = (a >> 1) + (127u << 22);
    for (int i = 0; i < 4; ++i) x = product(0x3F000000, sum(x, quotient(a, x)));
    return x;
}

int main(void) {
    if (sum(0x3FC00000, 0x40100000) != 0x40700000) return 1;      // 1.5 + 2.25
    if (product(0x40400000, 0xC0A00000) != 0xC1700000) return 2;  // 3 * -5
    if (quotient(0x3F800000, 0x40400000) != 0x3EAAAAAB) return 3; // 1 / 3
    if (truncated(root(whole(144))) != 12 || truncated(whole(-77)) != -77) return 4;
    number mixed = 0;
    for (int turn = 1; turn <= turns; ++turn) {
        const number step = quotient(whole(turn), whole(turns));
        number s = 0, term = step;
        for (int n = 1; n < 16; n += 2) { // a sine
            s = sum(s, term);
            term =
                quotient(product(product(term, step) ^ 0x80000000, step), whole((n + 1) * (n + 2)));
        }
        const number c = root(sum(0x3F800000, product(s, s) ^ 0x80000000));
        const number one = sum(product(s, s), product(c, c));
        if (one < 0x3F7FFFF0 || one > 0x3F800010) return 5;
        for (int i = 0; i < 20; ++i)
            mixed = sum(product(mixed, 0x3F700000), product(s, whole(i - 9)));
    }
    return (int)((mixed >> 3) & 63) + 64;
}
