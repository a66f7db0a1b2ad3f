// AES-128 (FIPS 197): the S-box computed in the field, the example of appendix C.1, and back again.
#include "show.h"

static uint8_t box[256], inverse[256];

static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t r = 0;
    for (; b; b >>= 1) {
        if (b & 1) r ^= a;
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1B : 0));
    }
    return r;
}
static void make_boxes(void) {
    for (int i = 0; i < 256; ++i) {
        uint8_t x = 0;
        for (int j = 1; i && j < 256; ++j)
            if (times((uint8_t)i, (uint8_t)j) == 1) x = (uint8_t)j;
        uint8_t s = 0x63;
        for (int k = 0; k < 5; ++k) s ^= (uint8_t)(x << k | x >> (8 - k));
        box[i] = s;
        inverse[s] = (uint8_t)i;
    }
}
static void expand(const uint8_t *key, uint8_t w[176]) {
    memcpy(w, key, 16);
    uint8_t round = 1;
    for (int i = 16; i < 176; i += 4) {
        uint8_t t[4] = {w[i - 4], w[i - 3], w[i - 2], w[i - 1]};
        if (i % 16 == 0) {
            const uint8_t first = t[0];
            t[0] = box[t[1]] ^ round, t[1] = box[t[2]], t[2] = box[t[3]], t[3] = box[first];
            round = times(round, 2);
        }
        for (int k = 0; k < 4; ++k) w[i + k] = w[i + k - 16] ^ t[k];
    }
}
static void add(uint8_t *s, const uint8_t *w) {
    for (int i = 0; i < 16; ++i) s[i] ^= w[i];
}
static void shift(uint8_t *s, int direction) {
    uint8_t t[16];
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r) t[c * 4 + r] = s[((c + direction * r + 4) % 4) * 4 + r];
    memcpy(s, t, 16);
}
static void mix_columns(uint8_t *s, const uint8_t m[4]) {
    for (int c = 0; c < 4; ++c) {
        uint8_t t[4];
        for (int r = 0; r < 4; ++r) {
            t[r] = 0;
            for (int k = 0; k < 4; ++k) t[r] ^= times(s[c * 4 + k], m[(k - r + 4) % 4]);
        }
        memcpy(s + c * 4, t, 4);
    }
}
static void print(const uint8_t *s) {
    for (int i = 0; i < 16; ++i) printf("%02x", s[i]);
    printf("\n");
}

int main(void) {
    static const uint8_t forth[4] = {2, 3, 1, 1}, back[4] = {14, 11, 13, 9};
    uint8_t key[16], s[16], w[176];
    make_boxes();
    for (int i = 0; i < 16; ++i) key[i] = (uint8_t)i, s[i] = (uint8_t)(i * 0x11);
    expand(key, w);
    print(s);
    add(s, w);
    for (int round = 1; round <= 10; ++round) {
        for (int i = 0; i < 16; ++i) s[i] = box[s[i]];
        shift(s, 1);
        if (round < 10) mix_columns(s, forth);
        add(s, w + round * 16);
        print(s);
    }
    for (int round = 10; round > 0; --round) {
        add(s, w + round * 16);
        if (round < 10) mix_columns(s, back);
        shift(s, -1);
        for (int i = 0; i < 16; ++i) s[i] = inverse[s[i]];
    }
    add(s, w);
    print(s);
    return 0;
}
