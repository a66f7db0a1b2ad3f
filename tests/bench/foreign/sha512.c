// SHA-512 (FIPS 180-4): 64-bit sums, rotations and logic. The constants are computed: the first 64
// bits of the fractions of cube roots and square roots of primes.
#include <string.h>
typedef unsigned char byte;
typedef unsigned long long number;
enum { blocks = 20000 };

static number k[80], state[8];

/// Whether x^n, of numbers with 64 places behind the point and `whole` before it, is at most p. By
/// products of 32-bit words.
static int at_most(unsigned whole, number fraction, int n, unsigned p) {
    unsigned x[3] = {(unsigned)fraction, (unsigned)(fraction >> 32), whole};
    unsigned power[9] = {x[0], x[1], x[2]};
    for (int turn = 1; turn < n; ++turn) {
        unsigned next[9] = {0};
        for (int i = 0; i < 6; ++i) {
            number carry = 0;
            for (int j = 0; j < 3; ++j) {
                carry += next[i + j] + (number)power[i] * x[j];
                next[i + j] = (unsigned)carry;
                carry >>= 32;
            }
            for (int j = i + 3; j < 9; ++j) {
                carry += next[j];
                next[j] = (unsigned)carry;
                carry >>= 32;
            }
        }
        memcpy(power, next, sizeof power);
    }
    return power[2 * n] < p;
}
static number root_fraction(unsigned p, int n) {
    unsigned whole = 1;
    while (at_most(whole + 1, 0, n, p)) ++whole;
    number fraction = 0;
    for (number bit = 1ull << 63; bit; bit >>= 1)
        if (at_most(whole, fraction | bit, n, p)) fraction |= bit;
    return fraction;
}

static number right(number x, int n) { return x >> n | x << (64 - n); }

static void block(const byte *at) {
    number w[80], s[8];
    for (int i = 0; i < 16; ++i) {
        w[i] = 0;
        for (int j = 0; j < 8; ++j) w[i] = w[i] << 8 | *at++;
    }
    for (int i = 16; i < 80; ++i) {
        const number a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (right(a, 1) ^ right(a, 8) ^ a >> 7) +
               (right(b, 19) ^ right(b, 61) ^ b >> 6);
    }
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 80; ++i) {
        const number e = s[4], a = s[0];
        const number one = s[7] + (right(e, 14) ^ right(e, 18) ^ right(e, 41)) +
                           ((e & s[5]) ^ (~e & s[6])) + k[i] + w[i];
        const number two = (right(a, 28) ^ right(a, 34) ^ right(a, 39)) +
                           ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; --j) s[j] = s[j - 1];
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; ++i) state[i] += s[i];
}

int main(void) {
    unsigned p = 2;
    for (int i = 0; i < 80; ++p) {
        unsigned d = 2;
        while (d * d <= p && p % d) ++d;
        if (d * d <= p) continue;
        if (i < 8) state[i] = root_fraction(p, 2);
        k[i++] = root_fraction(p, 3);
    }
    if (k[79] != 0x6C44198C4A475817ull) return 1;
    byte text[128] = "abc\x80";
    text[127] = 24;
    block(text);
    if (state[0] != 0xDDAF35A193617ABAull || state[7] != 0x2A9AC94FA54CA49Full) return 2;
    for (int i = 0; i < blocks; ++i) {
        text[i & 127] ^= (byte)i;
        block(text);
    }
    return (int)((state[0] ^ state[0] >> 40) & 63) + 64;
}
