/* Functions that LLVM's code for a Lanai calls: multiplication, division, memcpy, memset. */

unsigned __mulsi3(unsigned a, unsigned b) {
    unsigned product = 0;
    while (b != 0) {
        if (b & 1) product += a;
        a <<= 1;
        b >>= 1;
    }
    return product;
}

/* The quotient of a division by 0 has all bits set, and the remainder is the dividend. */
static unsigned divide(unsigned a, unsigned b, unsigned *rest) {
    unsigned quotient = 0, bit;
    if (b == 0) {
        *rest = a;
        return ~0u;
    }
    for (bit = 1; b <= a && !(b >> 31); bit <<= 1) b <<= 1;
    for (; bit != 0; bit >>= 1) {
        if (b <= a) {
            a -= b;
            quotient |= bit;
        }
        b >>= 1;
    }
    *rest = a;
    return quotient;
}

unsigned __udivsi3(unsigned a, unsigned b) {
    unsigned rest;
    return divide(a, b, &rest);
}

unsigned __umodsi3(unsigned a, unsigned b) {
    unsigned rest;
    divide(a, b, &rest);
    return rest;
}

static unsigned magnitude(int a) { return a < 0 ? 0 - (unsigned)a : (unsigned)a; }

int __divsi3(int a, int b) {
    unsigned rest, quotient = divide(magnitude(a), magnitude(b), &rest);
    return (int)((a < 0) != (b < 0) ? 0 - quotient : quotient);
}

int __modsi3(int a, int b) {
    unsigned rest;
    divide(magnitude(a), magnitude(b), &rest);
    return (int)(a < 0 ? 0 - rest : rest);
}

__attribute__((no_builtin)) void *memcpy(void *restrict to, const void *restrict from,
                                         __SIZE_TYPE__ bytes) {
    char *t = to;
    const char *f = from;
    while (bytes-- > 0) *t++ = *f++;
    return to;
}

__attribute__((no_builtin)) void *memset(void *to, int value, __SIZE_TYPE__ bytes) {
    char *t = to;
    while (bytes-- > 0) *t++ = (char)value;
    return to;
}
