// CRC-32, Adler-32, FNV-1a, MD5 and SHA-256 of texts whose hashes are known.
#include "check.h"

static uint32_t crc32(const unsigned char *p, unsigned n) {
    uint32_t crc = ~0u;
    while (n--) {
        crc ^= *p++;
        for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

static uint32_t adler32(const unsigned char *p, unsigned n) {
    uint32_t a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint64_t fnv1a(const unsigned char *p, unsigned n) {
    uint64_t h = 0xCBF29CE484222325;
    while (n--) h = (h ^ *p++) * 0x100000001B3;
    return h;
}

static uint32_t turn_left(uint32_t v, int n) { return v << n | v >> (32 - n); }

/// The message with its padding, in blocks of 64 bytes; the hash determines the length's order.
static unsigned padded(unsigned char *to, const unsigned char *p, unsigned n, int big) {
    const unsigned all = (n + 9 + 63) / 64 * 64;
    memset(to, 0, all);
    memcpy(to, p, n);
    to[n] = 0x80;
    for (int i = 0; i < 4; ++i)
        to[big ? all - 1 - (unsigned)i : all - 8 + (unsigned)i] = (unsigned char)(n * 8 >> 8 * i);
    return all;
}

static unsigned char buffer[256];

static uint32_t square_root(uint64_t v) { // of 32 bits
    uint64_t r = 0;
    for (uint64_t bit = 1ull << 31; bit; bit >>= 1)
        if ((r | bit) * (r | bit) <= v) r |= bit;
    return (uint32_t)r;
}

static void md5(const unsigned char *p, unsigned n) {
    // floor(2^32 |sin(i + 1)|) (RFC 1321)
    static const uint32_t k[64] = {
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613,
        0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193,
        0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
        0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
        0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122,
        0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
        0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244,
        0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
        0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
        0xeb86d391};
    static const int shifts[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t h[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    const unsigned all = padded(buffer, p, n, 0);
    for (unsigned at = 0; at < all; at += 64) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3];
        for (int i = 0; i < 64; ++i) {
            uint32_t f;
            int g;
            switch (i / 16) {
            case 0: f = (b & c) | (~b & d), g = i; break;
            case 1: f = (d & b) | (~d & c), g = (5 * i + 1) & 15; break;
            case 2: f = b ^ c ^ d, g = (3 * i + 5) & 15; break;
            default: f = c ^ (b | ~d), g = 7 * i & 15; break;
            }
            const unsigned char *m = buffer + at + 4 * g;
            const uint32_t word =
                (uint32_t)m[3] << 24 | (uint32_t)m[2] << 16 | (uint32_t)m[1] << 8 | m[0];
            const uint32_t t = a + f + k[i] + word;
            a = d, d = c, c = b;
            b += turn_left(t, shifts[i / 16][i % 4]);
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d;
    }
    for (int i = 0; i < 16; ++i) printf("%02x", h[i / 4] >> 8 * (i % 4) & 255);
}

static uint32_t rounds[64], start[8];

/// The first 32 bits of the fractional parts of square and cube roots of the first primes (FIPS
/// 180-4).
static void make_constants(void) {
    int found = 0;
    for (uint32_t p = 2; found < 64; ++p) {
        int prime = 1;
        for (uint32_t d = 2; d * d <= p; ++d) prime &= p % d != 0;
        if (!prime) continue;
        if (found < 8) {
            // floor(2^32 sqrt p) in two steps: 16 bits with room, then the rest.
            const uint64_t high = square_root((uint64_t)p << 32); // 2^16 sqrt p
            uint64_t root = high << 16;
            for (int i = 15; i >= 0; --i) {
                const uint64_t t = root | 1ull << i;
                // t^2 <= p 2^64, t < 2^37: compare in two halves
                const uint64_t a = t >> 16, b = t & 0xFFFF;
                const uint64_t top = a * a, middle = 2 * a * b + (b * b >> 16);
                if (top + (middle >> 16) < (uint64_t)p << 32) root = t;
            }
            start[found] = (uint32_t)root;
        }
        uint64_t cube = 0; // floor(2^32 cbrt p)
        for (int i = 34; i >= 0; --i) {
            const uint64_t t = cube | 1ull << i;
            // t^3 <= p 2^96, in words of 16 bits
            uint32_t w[8] = {1}, result[8];
            for (int turn = 0; turn < 3; ++turn) {
                memset(result, 0, sizeof result);
                for (int x = 0; x < 3; ++x) {
                    uint32_t carry = 0;
                    for (int y = 0; x + y < 8; ++y) {
                        const uint32_t sum =
                            result[x + y] + (uint32_t)(t >> 16 * x & 0xFFFF) * w[y] + carry;
                        result[x + y] = sum & 0xFFFF;
                        carry = sum >> 16;
                    }
                }
                memcpy(w, result, sizeof w);
            }
            const uint32_t whole = w[6] | w[7] << 16; // t^3 / 2^96
            if (whole < p) cube = t;
        }
        rounds[found++] = (uint32_t)cube;
    }
}

static uint32_t turn_right(uint32_t v, int n) { return v >> n | v << (32 - n); }

static void sha256(const unsigned char *p, unsigned n) {
    uint32_t h[8], w[64];
    memcpy(h, start, sizeof h);
    const unsigned all = padded(buffer, p, n, 1);
    for (unsigned at = 0; at < all; at += 64) {
        for (int i = 0; i < 16; ++i) {
            const unsigned char *m = buffer + at + 4 * i;
            w[i] = (uint32_t)m[0] << 24 | (uint32_t)m[1] << 16 | (uint32_t)m[2] << 8 | m[3];
        }
        for (int i = 16; i < 64; ++i) {
            const uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + (turn_right(a, 7) ^ turn_right(a, 18) ^ a >> 3) + w[i - 7] +
                   (turn_right(b, 17) ^ turn_right(b, 19) ^ b >> 10);
        }
        uint32_t v[8];
        memcpy(v, h, sizeof v);
        for (int i = 0; i < 64; ++i) {
            const uint32_t e = v[4], a = v[0];
            const uint32_t t1 = v[7] + (turn_right(e, 6) ^ turn_right(e, 11) ^ turn_right(e, 25)) +
                                ((e & v[5]) ^ (~e & v[6])) + rounds[i] + w[i];
            const uint32_t t2 = (turn_right(a, 2) ^ turn_right(a, 13) ^ turn_right(a, 22)) +
                                ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof *v);
            v[4] += t1;
            v[0] = t1 + t2;
        }
        for (int i = 0; i < 8; ++i) h[i] += v[i];
    }
    for (int i = 0; i < 8; ++i) printf("%08x", h[i]);
}

int main(void) {
    make_constants();
    const char *texts[] = {
        "",
        "a",
        "abc",
        "message digest",
        "The quick brown fox jumps over the lazy dog",
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; ++i) {
        const unsigned char *p = (const unsigned char *)texts[i];
        const unsigned n = (unsigned)strlen(texts[i]);
        printf("%08x %08x", crc32(p, n), adler32(p, n));
        print64(" ", fnv1a(p, n));
        printf("\n");
        md5(p, n);
        printf("\n");
        sha256(p, n);
        printf("\n");
    }
    return crc32((const unsigned char *)"123456789", 9) == 0xCBF43926 ? 0 : 1;
}
