// LZW compression of a text that repeats itself, with twelve-bit codes, and decompression.
#include "show.h"

static short prefix[4096], length[4096];
static unsigned char suffix[4096], input[3000], output[3000];
static unsigned short stream[3000];

static int find(int from, unsigned char c, int codes) {
    for (int i = 256; i < codes; ++i)
        if (prefix[i] == from && suffix[i] == c) return i;
    return -1;
}
static int unpack(unsigned char *to, int code) {
    const int n = code < 256 ? 1 : length[code];
    for (int i = n - 1; i >= 0; --i) {
        to[i] = code < 256 ? (unsigned char)code : suffix[code];
        code = code < 256 ? 0 : prefix[code];
    }
    return n;
}

int main(void) {
    uint32_t state = 5;
    for (int i = 0; i < 3000; ++i)
        input[i] = i >= 40 && next_random(&state) % 9
                       ? input[i - 1 - (int)(state >> 8) % 40]
                       : (unsigned char)('a' + next_random(&state) % 6);
    int codes = 256, n = 0, current = input[0];
    for (int i = 1; i < 3000; ++i) {
        const int longer = find(current, input[i], codes);
        if (longer >= 0) {
            current = longer;
            continue;
        }
        stream[n++] = (unsigned short)current;
        if (codes < 4096) prefix[codes] = (short)current, suffix[codes++] = input[i];
        current = input[i];
    }
    stream[n++] = (unsigned short)current;
    uint32_t sum = 0;
    for (int i = 0; i < n; ++i) sum = mix(sum, stream[i]);
    printf("%d codes of 3000 bytes, %d in the table, %08x\n", n, codes, (unsigned)sum);

    int made = 0, entries = 256, before = -1;
    for (int i = 0; i < n; ++i) {
        const int code = stream[i];
        if (before >= 0 && entries < 4096) {
            length[entries] = (short)((before < 256 ? 1 : length[before]) + 1);
            prefix[entries] = (short)before;
            unsigned char first[3000];
            unpack(first, code < entries ? code : before);
            suffix[entries++] = first[0];
        }
        made += unpack(output + made, code);
        before = code;
    }
    printf("%d bytes back, %d\n", made, memcmp(input, output, 3000));
    output[60] = 0;
    printf("%s\n", (const char *)output);
    return 0;
}
