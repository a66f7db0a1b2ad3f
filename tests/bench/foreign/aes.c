// AES-128 as the standard words it (FIPS 197): a state of bytes, a table of bytes, products in
// GF(2^8) by shifts. The first block is the standard's example.
#include <string.h>
typedef unsigned char byte;
enum { blocks = 300000 };

static byte box[256], schedule[176];

static byte doubled(byte x) { return (byte)(x << 1 ^ (x >> 7) * 0x1B); }

/// The inverse in GF(2^8) by a walk over both powers of 3, then an affine function.
static void make_box(void) {
    byte p = 1, q = 1;
    do {
        p = (byte)(p ^ doubled(p));
        q = (byte)(q ^ q << 1);
        q = (byte)(q ^ q << 2);
        q = (byte)(q ^ q << 4);
        if (q & 0x80) q ^= 9;
        const byte x = (byte)(q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^
                              (q << 4 | q >> 4));
        box[p] = x ^ 0x63;
    } while (p != 1);
    box[0] = 0x63;
}
static void make_schedule(const byte *key) {
    memcpy(schedule, key, 16);
    byte round = 1;
    for (int i = 16; i < 176; i += 4) {
        byte t[4];
        memcpy(t, schedule + i - 4, 4);
        if (i % 16 == 0) {
            const byte first = t[0];
            t[0] = box[t[1]] ^ round;
            t[1] = box[t[2]];
            t[2] = box[t[3]];
            t[3] = box[first];
            round = doubled(round);
        }
        for (int j = 0; j < 4; ++j) schedule[i + j] = schedule[i + j - 16] ^ t[j];
    }
}
static void add_key(byte *s, const byte *key) {
    for (int i = 0; i < 16; ++i) s[i] ^= key[i];
}
static void substitute_and_shift(byte *s) {
    byte t[16];
    for (int i = 0; i < 16; ++i) t[i] = box[s[(i + 4 * (i & 3)) & 15]];
    memcpy(s, t, 16);
}
static void mix(byte *s) {
    for (int i = 0; i < 16; i += 4, s += 4) {
        const byte all = s[0] ^ s[1] ^ s[2] ^ s[3], first = s[0];
        for (int j = 0; j < 3; ++j) s[j] ^= all ^ doubled(s[j] ^ s[j + 1]);
        s[3] ^= all ^ doubled(s[3] ^ first);
    }
}
static void encrypt(byte *s) {
    add_key(s, schedule);
    for (int round = 1; round < 10; ++round) {
        substitute_and_shift(s);
        mix(s);
        add_key(s, schedule + 16 * round);
    }
    substitute_and_shift(s);
    add_key(s, schedule + 160);
}

int main(void) {
    static const byte expected[16] = {0x69, 0xC4, 0xE0, 0xD8, 0x6A, 0x7B, 0x04, 0x30,
                                      0xD8, 0xCD, 0xB7, 0x80, 0x70, 0xB4, 0xC5, 0x5A};
    byte key[16], block[16];
    for (int i = 0; i < 16; ++i) key[i] = (byte)i, block[i] = (byte)(i * 0x11);
    make_box();
    make_schedule(key);
    encrypt(block);
    if (memcmp(block, expected, 16) != 0) return 1;
    for (int i = 0; i < blocks; ++i) encrypt(block);
    return (block[0] ^ block[7]) % 64 + 64;
}
