// fma and fmaf, rounded once: in integers, since the processors have no wider floating point that
// all of them share. PowerPC has an instruction.
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __PPC__
// Not __builtin_fma: with -fno-builtin it is a call of fma.
double fma(double x, double y, double z) {
    double result;
    __asm__("fmadd %0, %1, %2, %3" : "=f"(result) : "f"(x), "f"(y), "f"(z));
    return result;
}
float fmaf(float x, float y, float z) {
    float result;
    __asm__("fmadds %0, %1, %2, %3" : "=f"(result) : "f"(x), "f"(y), "f"(z));
    return result;
}
#else

// hi:lo * 2^exponent
struct wide {
    uint64_t hi, lo;
    int exponent;
};

static int zeros(uint64_t a) { return __builtin_clzll(a); }

static struct wide left(struct wide a, int by) {
    if (by >= 64) a.hi = a.lo, a.lo = 0, a.exponent -= 64, by -= 64;
    if (by) a.hi = a.hi << by | a.lo >> (64 - by), a.lo <<= by;
    a.exponent -= by;
    return a;
}

// Bits that leave are kept as one, the last.
static struct wide right(struct wide a, unsigned by) {
    uint64_t lost = 0;
    a.exponent += (int)by;
    if (by >= 128) {
        a.lo = (a.hi | a.lo) != 0;
        a.hi = 0;
        return a;
    }
    if (by >= 64) lost = a.lo, a.lo = a.hi, a.hi = 0, by -= 64;
    if (by) {
        lost |= a.lo << (64 - by);
        a.lo = a.lo >> by | a.hi << (64 - by);
        a.hi >>= by;
    }
    a.lo |= lost != 0;
    return a;
}

// So that bit 125 is the first.
static struct wide normal(struct wide a) {
    const int n = a.hi ? zeros(a.hi) : 64 + zeros(a.lo);
    return n >= 2 ? left(a, n - 2) : right(a, 2u - (unsigned)n);
}

static uint64_t fraction(double x, int *exponent) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    const int e = (int)(u >> 52 & 0x7ff);
    u &= 0xfffffffffffffULL;
    if (e) u |= 1ULL << 52;
    *exponent = (e ? e : 1) - 1075;
    return u;
}

static struct wide product(double x, double y) {
    int ex, ey;
    const uint64_t a = fraction(x, &ex), b = fraction(y, &ey);
    const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    const uint64_t low = al * bl, middle = ah * bl + (low >> 32),
                   middle2 = al * bh + (uint32_t)middle;
    return (struct wide){ah * bh + (middle >> 32) + (middle2 >> 32), middle2 << 32 | (uint32_t)low,
                         ex + ey};
}

// Of `bits` bits, none of less weight than 2^least: a double.
static double rounded(struct wide a, int negative, int bits, int least) {
    a = normal(a);
    int drop = 126 - bits;
    if (a.exponent + drop < least) drop = least - a.exponent;
    a = right(a, (unsigned)drop - 2); // two more bits: a half, and whether there is more
    uint64_t u = a.lo >> 2;
    const unsigned rest = a.lo & 3;
    u += rest > 2 || (rest == 2 && (u & 1));
    const double d = scalbn((double)(int64_t)u, a.exponent + 2);
    return negative ? -d : d;
}

static double fused(double x, double y, double z, int bits, int least) {
    const int negative = !signbit(x) != !signbit(y);
    struct wide p = normal(product(x, y));
    if (z == 0) return rounded(p, negative, bits, least);
    int e;
    struct wide s = {0, fraction(z, &e), 0};
    s.exponent = e;
    s = normal(s);
    int p_negative = negative, s_negative = !!signbit(z);
    // p is the greater one.
    if (s.exponent > p.exponent ||
        (s.exponent == p.exponent && (s.hi > p.hi || (s.hi == p.hi && s.lo > p.lo)))) {
        const struct wide other = p;
        p = s, s = other;
        p_negative = s_negative, s_negative = negative;
    }
    s = right(s, (unsigned)(p.exponent - s.exponent));
    if (p_negative == s_negative) {
        p.lo += s.lo;
        p.hi += s.hi + (p.lo < s.lo);
    } else {
        const uint64_t lo = p.lo;
        p.lo -= s.lo;
        p.hi -= s.hi + (lo < s.lo);
        if (!(p.hi | p.lo)) return 0;
    }
    return rounded(p, p_negative, bits, least);
}

double fma(double x, double y, double z) {
    if (!isfinite(x) || !isfinite(y) || x == 0 || y == 0) return x * y + z;
    if (!isfinite(z)) return z;
    return fused(x, y, z, 53, -1074);
}

float fmaf(float x, float y, float z) {
    if (!isfinite(x) || !isfinite(y) || x == 0 || y == 0) return x * y + z;
    if (!isfinite(z)) return z;
    return (float)fused(x, y, z, 24, -149);
}
#endif
