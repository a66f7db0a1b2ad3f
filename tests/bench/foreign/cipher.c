// Rounds of a block cipher by tables: four look-ups of bytes by words, xored, as libraries of AES
// do it; the tables are not AES's.
typedef unsigned char byte;
typedef unsigned word;
enum { rounds = 10, blocks = 400000 };

static struct {
    byte last[256];
    word round[4][256];
} table;
static word keys[4 * (rounds + 1)];

static word little(const byte *at) {
    return (word)at[3] << 24 | (word)at[2] << 16 | (word)at[1] << 8 | at[0];
}
static void put(byte *at, word value) {
    for (int i = 0; i < 4; ++i) at[i] = (byte)(value >> 8 * i);
}
static word mixed(word a, word b, word c, word d, word key) {
    return table.round[0][a & 255] ^ table.round[1][b >> 8 & 255] ^ table.round[2][c >> 16 & 255] ^
           table.round[3][d >> 24] ^ key;
}
static word end(word a, word b, word c, word d, word key) {
    return (table.last[a & 255] | (word)table.last[b >> 8 & 255] << 8 |
            (word)table.last[c >> 16 & 255] << 16 | (word)table.last[d >> 24] << 24) ^
           key;
}

__attribute__((noinline)) static void encrypt(unsigned length, byte *to, const byte *from) {
    for (; length; length -= 16, to += 16, from += 16) {
        word w[4], t[4];
        for (int i = 0; i < 4; ++i) w[i] = little(from + 4 * i) ^ keys[i];
        for (int r = 1; r < rounds; ++r) {
            for (int i = 0; i < 4; ++i)
                t[i] = mixed(w[i], w[(i + 1) & 3], w[(i + 2) & 3], w[(i + 3) & 3], keys[4 * r + i]);
            for (int i = 0; i < 4; ++i) w[i] = t[i];
        }
        for (int i = 0; i < 4; ++i)
            put(to + 4 * i,
                end(w[i], w[(i + 1) & 3], w[(i + 2) & 3], w[(i + 3) & 3], keys[4 * rounds + i]));
    }
}

int main(void) {
    static byte block[64];
    word x = 1;
    for (int i = 0; i < 256; ++i) {
        table.last[i] = (byte)((x = x * 1664525 + 1013904223) >> 24);
        for (int j = 0; j < 4; ++j) table.round[j][i] = x = x * 1664525 + 1013904223;
    }
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; ++i)
        keys[i] = x = x * 1664525 + 1013904223;
    for (int i = 0; i < blocks; i += 4) encrypt(sizeof block, block, block);
    const word sum = little(block) ^ little(block + 20) ^ little(block + 40);
    return (int)((sum ^ sum >> 11) & 63) + 64;
}
