// More live values than registers, across calls and loops, so that they are spilled, reloaded and
// recomputed.
#include "show.h"

__attribute__((noinline)) static uint32_t outside(uint32_t a) { return a * 2654435761u + 1; }

__attribute__((noinline)) static uint32_t many(const uint32_t *v) {
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7],
             i = v[8], j = v[9], k = v[10], l = v[11];
    uint32_t m = v[12], n = v[13], o = v[14], p = v[15], q = v[16], r = v[17], s = v[18], t = v[19],
             u = v[20], w = v[21], x = v[22], y = v[23];
    for (int round = 0; round < 20; ++round) {
        a += b ^ c, d -= e & f, g ^= h + i, j += k * l, m ^= n << (round & 7), o += p >> 3,
            q -= r ^ s, t ^= u + w, x += y;
        const uint32_t carried = outside(a ^ d ^ g ^ j);
        b += m + carried, e ^= o, h += q, k -= t, n += x, p ^= a, r += d, u -= g, w ^= j, y += b;
        c = c * 3 + y, f = f * 5 + w, i = i * 7 + u, l = l * 9 + r, s += p;
    }
    return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l ^ m ^ n ^ o ^ p ^ q ^ r ^ s ^ t ^ u ^ w ^
           x ^ y;
}

__attribute__((noinline)) static int twenty(int a, int b, int c, int d, int e, int f, int g, int h,
                                            int i, int j, int64_t k, int l, double m, int n,
                                            float o, int p, char q, short r, unsigned char s,
                                            int64_t t) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 +
           (int)(k >> 3) + l * 12 + (int)(m * 13) + n * 14 + (int)(o * 15) + p * 16 + q * 17 +
           r * 18 + s * 19 + (int)(t % 1000);
}

__attribute__((noinline)) static double reals(const double *v) {
    double a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    for (int i = 0; i < 10; ++i)
        a += b * 0.5, c -= d * 0.25, e += f - g, h = h * 0.5 + a, b = c - e, d += h, f -= a * 0.125,
                                                 g += 1;
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h;
}

int main(void) {
    uint32_t state = 1, v[24];
    for (int turn = 0; turn < 4; ++turn) {
        for (int i = 0; i < 24; ++i) v[i] = next_random(&state);
        show_hex("many", many(v));
    }
    printf("%d\n", twenty(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1234567890123, 12, 13.5, 14, 15.25f, 16,
                          'q', -18, 250, -9876543210));
    const double w[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    show_double("reals", reals(w));
    return 0;
}
