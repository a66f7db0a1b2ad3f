// Bytes packed and unpacked: repeats found by hashes of three bytes (as LZ77), base 64, quoted
// text, runs.
#include <string.h>
typedef unsigned char byte;
enum { length = 6000 };

static byte text[length], packed[2 * length], again[length + 64], lines[4 * length];
static short last[1024];

static int pack(const byte *from, int n, byte *to) {
    byte *const start = to;
    byte *flags = to++;
    int bit = 1;
    *flags = 0;
    for (int i = 0; i < 1024; ++i) last[i] = -1;
    for (int i = 0; i < n;) {
        if (bit == 256) {
            flags = to++;
            *flags = 0;
            bit = 1;
        }
        int best = 0;
        if (i + 3 < n) {
            const unsigned h = (from[i] | from[i + 1] << 5 | from[i + 2] << 10) * 2654435761u >> 22;
            const int at = last[h];
            last[h] = (short)i;
            if (at >= 0 && i - at < 4096)
                while (best < 18 && i + best < n && from[at + best] == from[i + best]) ++best;
            if (best > 2) {
                const int back = i - at;
                *to++ = (byte)back;
                *to++ = (byte)(back >> 8 << 4 | (best - 3));
            }
        }
        if (best > 2) {
            *flags = (byte)(*flags | bit);
            i += best;
        } else {
            *to++ = from[i++];
        }
        bit <<= 1;
    }
    return (int)(to - start);
}
static int unpack(const byte *from, int n, byte *to) {
    const byte *const end = from + n;
    byte *const start = to;
    while (from < end) {
        unsigned flags = *from++ | 256u;
        for (; flags > 1 && from < end; flags >>= 1)
            if (flags & 1) {
                const int back = from[0] | from[1] >> 4 << 8;
                int more = (from[1] & 15) + 3;
                from += 2;
                for (; more--; ++to) *to = to[-back];
            } else {
                *to++ = *from++;
            }
    }
    return (int)(to - start);
}
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int to_64(const byte *from, int n, byte *to) {
    byte *const start = to;
    for (; n >= 3; n -= 3, from += 3) {
        const unsigned w = (unsigned)from[0] << 16 | from[1] << 8 | from[2];
        for (int shift = 18; shift >= 0; shift -= 6) *to++ = (byte)digits[w >> shift & 63];
    }
    return (int)(to - start);
}
static int from_64(const byte *from, int n, byte *to) {
    static signed char value[256];
    byte *const start = to;
    if (!value['B'])
        for (int i = 0; i < 64; ++i) value[(byte)digits[i]] = (signed char)i;
    for (; n >= 4; n -= 4, from += 4) {
        const int w =
            value[from[0]] << 18 | value[from[1]] << 12 | value[from[2]] << 6 | value[from[3]];
        *to++ = (byte)(w >> 16), *to++ = (byte)(w >> 8), *to++ = (byte)w;
    }
    return (int)(to - start);
}
static byte hex(unsigned x) { return (byte)(x < 10 ? '0' + x : 'A' + x - 10); }
static int quote(const byte *from, int n, byte *to) {
    byte *const start = to;
    while (n--) {
        const byte c = *from++;
        if ((c >= 'a' && c <= 'z') || c == ' ')
            *to++ = c;
        else
            *to++ = '%', *to++ = hex(c >> 4), *to++ = hex(c & 15);
    }
    return (int)(to - start);
}

int main(void) {
    unsigned x = 1, sum = 0;
    for (int turn = 0; turn < 400; ++turn) {
        for (int i = 0; i < length;) {
            x = x * 1664525 + 1013904223;
            int n = 1 + (x >> 28);
            if (i > 310 && x >> 20 & 3)
                for (const int from = i - 8 - (int)(x >> 8) % 300; n-- && i < length; ++i)
                    text[i] = text[from + (i & 7)];
            else
                text[i++] = (byte)('a' + (x >> 16) % 30);
        }
        const int n = pack(text, length, packed);
        if (n >= length || unpack(packed, n, again) != length || memcmp(text, again, length) != 0)
            return 1;
        const int m = to_64(text, length, lines);
        if (m != 4 * length / 3 || from_64(lines, m, again) != length ||
            memcmp(text, again, length) != 0)
            return 2;
        sum = sum * 3 + (unsigned)(n + m + quote(text, length, lines)) + packed[turn];
    }
    return (int)((sum ^ sum >> 8) & 63) + 64;
}
