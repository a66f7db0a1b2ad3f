// SHA-256 (FIPS 180-4) of a few messages, CRC-32 and Adler-32.
#include "show.h"

static uint32_t k[64];
static uint32_t right(uint32_t v, int n) { return v >> n | v << (32 - n); }

// The constants are the first bits of the fractional parts of the cube roots of the primes; found
// by integers alone.
static uint32_t cube_root_fraction(uint32_t p) {
    uint64_t low = 0, high = (uint64_t)8 << 32;
    while (low + 1 < high) { // the largest r with r^3 <= p * 2^96, in 128 bits by halves
        const uint64_t r = low + (high - low) / 2, a = r >> 32, b = r & 0xFFFFFFFFu;
        const uint64_t square_low = b * b, middle = 2 * a * b, top = a * a;
        const uint64_t s_low = square_low + (middle << 32),
                       s_high = top + (middle >> 32) + (s_low < square_low);
        const uint64_t t0 = (s_low & 0xFFFFFFFFu) * b, t1 = (s_low >> 32) * b, t2 = s_high * b;
        const uint64_t u0 = (s_low & 0xFFFFFFFFu) * a, u1 = (s_low >> 32) * a, u2 = s_high * a;
        uint64_t w1 = (t0 >> 32) + (t1 & 0xFFFFFFFFu) + (u0 & 0xFFFFFFFFu);
        uint64_t w2 =
            (w1 >> 32) + (t1 >> 32) + (t2 & 0xFFFFFFFFu) + (u0 >> 32) + (u1 & 0xFFFFFFFFu);
        uint64_t w3 = (w2 >> 32) + (t2 >> 32) + (u1 >> 32) + u2;
        if (w3 >= p)
            high = r;
        else
            low = r;
    }
    return (uint32_t)low;
}

static void sha256(const char *text, uint32_t h[8]) {
    static const uint32_t start[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                      0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    memcpy(h, start, sizeof start);
    const size_t n = strlen(text), blocks = (n + 8) / 64 + 1;
    for (size_t block = 0; block < blocks; ++block) {
        uint32_t w[64];
        for (size_t i = 0; i < 16; ++i) {
            w[i] = 0;
            for (size_t b = 0; b < 4; ++b) {
                const size_t at = block * 64 + i * 4 + b;
                w[i] = w[i] << 8 | (at < n ? (unsigned char)text[at] : at == n ? 0x80u : 0u);
            }
        }
        if (block == blocks - 1) w[15] = (uint32_t)n * 8;
        for (int i = 16; i < 64; ++i)
            w[i] = w[i - 16] + w[i - 7] +
                   (right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ w[i - 15] >> 3) +
                   (right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ w[i - 2] >> 10);
        uint32_t v[8];
        memcpy(v, h, sizeof v);
        for (int i = 0; i < 64; ++i) {
            const uint32_t a = v[0], e = v[4];
            const uint32_t t1 = v[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
                                ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i];
            const uint32_t t2 = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) +
                                ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof *v);
            v[4] += t1, v[0] = t1 + t2;
        }
        for (int i = 0; i < 8; ++i) h[i] += v[i];
    }
}

int main(void) {
    for (uint32_t p = 2, n = 0; n < 64; ++p) {
        int prime = 1;
        for (uint32_t d = 2; d * d <= p; ++d) prime &= p % d != 0;
        if (prime) k[n++] = cube_root_fraction(p);
    }
    printf("%08x %08x\n", (unsigned)k[0], (unsigned)k[63]);
    const char *texts[] = {"", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                           "a text that is longer than one block of 64 bytes, so it takes two"};
    for (int t = 0; t < 4; ++t) {
        uint32_t h[8], crc = ~0u, a = 1, b = 0;
        sha256(texts[t], h);
        for (int i = 0; i < 8; ++i) printf("%08x", (unsigned)h[i]);
        for (const char *c = texts[t]; *c; ++c) {
            crc ^= (unsigned char)*c;
            for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
            a = (a + (unsigned char)*c) % 65521, b = (b + a) % 65521;
        }
        printf(" %08x %08x\n", (unsigned)~crc, (unsigned)(b << 16 | a));
    }
    return 0;
}
