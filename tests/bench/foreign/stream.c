// Two stream ciphers: one that swaps bytes of a table of 256, and ChaCha20, sums, exclusive ors and
// rotations of words in registers and on the stack. The first block is RFC 8439's, 2.3.2.
typedef unsigned char byte;
typedef unsigned word;

static struct { byte s[256], i, j; } swaps;

static void set_key(const byte *key, unsigned length) {
    byte j = 0;
    for (int i = 0; i < 256; ++i) swaps.s[i] = (byte)i;
    for (unsigned i = 0; i < 256; ++i) {
        const byte t = swaps.s[i];
        j = (byte)(j + t + key[i % length]);
        swaps.s[i] = swaps.s[j];
        swaps.s[j] = t;
    }
    swaps.i = swaps.j = 0;
}
static void swap_stream(byte *text, unsigned length) {
    byte i = swaps.i, j = swaps.j;
    for (; length; --length, ++text) {
        const byte a = swaps.s[++i];
        j = (byte)(j + a);
        const byte b = swaps.s[j];
        swaps.s[i] = b;
        swaps.s[j] = a;
        *text ^= swaps.s[(byte)(a + b)];
    }
    swaps.i = i, swaps.j = j;
}

static word left(word x, int n) { return x << n | x >> (32 - n); }
static void quarter(word *x, int a, int b, int c, int d) {
    x[a] += x[b], x[d] = left(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = left(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = left(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = left(x[b] ^ x[c], 7);
}
static void chacha(word *out, const word *in) {
    for (int i = 0; i < 16; ++i) out[i] = in[i];
    for (int i = 0; i < 10; ++i) {
        quarter(out, 0, 4, 8, 12), quarter(out, 1, 5, 9, 13);
        quarter(out, 2, 6, 10, 14), quarter(out, 3, 7, 11, 15);
        quarter(out, 0, 5, 10, 15), quarter(out, 1, 6, 11, 12);
        quarter(out, 2, 7, 8, 13), quarter(out, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; ++i) out[i] += in[i];
}

int main(void) {
    static byte text[4096];
    word in[16] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574}, out[16];
    for (word i = 0; i < 8; ++i) in[4 + i] = 0x03020100 + i * 0x04040404;
    in[12] = 1, in[13] = 0x09000000, in[14] = 0x4A000000, in[15] = 0;
    chacha(out, in);
    if (out[0] != 0xE4E7F110 || out[15] != 0x4E3C50A2) return 1;
    word sum = 0;
    for (int i = 0; i < 240000; ++i) {
        ++in[12];
        chacha(out, in);
        sum ^= out[i & 15];
    }
    set_key((const byte *)"Key", 3);
    swap_stream(text, 4);
    if (text[0] != 0xEB || text[1] != 0x9F || text[2] != 0x77 || text[3] != 0x81) return 2;
    for (int i = 0; i < 2400; ++i) swap_stream(text, sizeof text);
    for (unsigned i = 0; i < sizeof text; ++i) sum += text[i];
    return (int)((sum ^ sum >> 9) & 63) + 64;
}
