// SHA-256 with its rounds written out: a few long blocks without a branch.
#include <stdint.h>

enum { turns = 220000 };

static uint32_t state[8];

static uint32_t right(uint32_t v, int by) { return v >> by | v << (32 - by); }

#define MIX(i)                                                                                     \
    (w[(i)&15] +=                                                                                  \
     (right(w[((i) + 14) & 15], 17) ^ right(w[((i) + 14) & 15], 19) ^ w[((i) + 14) & 15] >> 10) +  \
     w[((i) + 9) & 15] +                                                                           \
     (right(w[((i) + 1) & 15], 7) ^ right(w[((i) + 1) & 15], 18) ^ w[((i) + 1) & 15] >> 3))
#define ROUND(a, b, c, d, e, f, g, h, k, word)                                                     \
    h += (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + (g ^ (e & (f ^ g))) + k + (word);           \
    d += h;                                                                                        \
    h += (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) | (c & (a | b)));
#define EIGHT(word, i, k0, k1, k2, k3, k4, k5, k6, k7)                                             \
    ROUND(a, b, c, d, e, f, g, h, k0, word(i))                                                     \
    ROUND(h, a, b, c, d, e, f, g, k1, word(i + 1))                                                 \
    ROUND(g, h, a, b, c, d, e, f, k2, word(i + 2))                                                 \
    ROUND(f, g, h, a, b, c, d, e, k3, word(i + 3))                                                 \
    ROUND(e, f, g, h, a, b, c, d, k4, word(i + 4))                                                 \
    ROUND(d, e, f, g, h, a, b, c, k5, word(i + 5))                                                 \
    ROUND(c, d, e, f, g, h, a, b, k6, word(i + 6))                                                 \
    ROUND(b, c, d, e, f, g, h, a, k7, word(i + 7))
#define PLAIN(i) w[i]

static void block(const unsigned char *at) {
    uint32_t w[16];
    for (int i = 0; i < 16; ++i, at += 4)
        w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    EIGHT(PLAIN, 0, 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
          0x923f82a4, 0xab1c5ed5)
    EIGHT(PLAIN, 8, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
          0x9bdc06a7, 0xc19bf174)
    EIGHT(MIX, 16, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
          0x5cb0a9dc, 0x76f988da)
    EIGHT(MIX, 24, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
          0x06ca6351, 0x14292967)
    EIGHT(MIX, 32, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb,
          0x81c2c92e, 0x92722c85)
    EIGHT(MIX, 40, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624,
          0xf40e3585, 0x106aa070)
    EIGHT(MIX, 48, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
          0x5b9cca4f, 0x682e6ff3)
    EIGHT(MIX, 56, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb,
          0xbef9a3f7, 0xc67178f2)
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static void start(void) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int i = 0; i < 8; ++i) state[i] = first[i];
}

int main(void) {
    static unsigned char data[64] = {'a', 'b', 'c', 0x80, [63] = 24};
    start();
    block(data);
    if (state[0] != 0xba7816bf || state[7] != 0xf20015ad) return 1;
    for (int turn = 0; turn < turns; ++turn) {
        data[turn & 63] += (unsigned char)state[turn & 7];
        block(data);
    }
    return (int)(state[3] & 63) + 64;
}
