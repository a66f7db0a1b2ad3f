// CRC-32 by a table, with Adler's and Fletcher's sums beside it: one byte per iteration, a load
// that the next address depends on.
enum { size = 4096, turns = 9000 };

static unsigned char data[size];
static unsigned table[256];

static unsigned crc(const unsigned char *at, unsigned length, unsigned value) {
    value = ~value;
    while (length--) value = table[(value ^ *at++) & 255] ^ value >> 8;
    return ~value;
}

static unsigned adler(const unsigned char *at, unsigned length) {
    unsigned a = 1, b = 0;
    for (unsigned i = 0; i < length; ++i) {
        a += at[i];
        if (a >= 65521) a -= 65521;
        b += a;
        if (b >= 65521) b -= 65521;
    }
    return b << 16 | a;
}

static unsigned fletcher(const unsigned char *at, unsigned length) {
    unsigned a = 0, b = 0;
    for (unsigned i = 0; i < length; ++i) {
        a += at[i];
        a = (a & 255) + (a >> 8);
        b += a;
        b = (b & 255) + (b >> 8);
    }
    return b << 8 | a;
}

int main(void) {
    for (unsigned i = 0; i < 256; ++i) {
        unsigned value = i;
        for (int bit = 0; bit < 8; ++bit) value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
        table[i] = value;
    }
    for (unsigned i = 0; i < size; ++i) data[i] = (unsigned char)(i * 7 + (i >> 3));
    unsigned value = 0;
    for (unsigned turn = 0; turn < turns; ++turn) {
        data[turn % size] ^= (unsigned char)value;
        value = crc(data, size, value);
        if (turn % 4 == 0) value ^= adler(data, size) + fletcher(data, size);
    }
    if (crc((const unsigned char *)"123456789", 9, 0) != 0xCBF43926u) return 1;
    return (int)((value ^ value >> 11) & 63) + 64;
}
