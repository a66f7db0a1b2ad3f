// switch: dense, sparse, negative, with ranges, falling through, on characters and on 64-bit
// values.
#include "show.h"

static int dense(int v) {
    switch (v) {
    case 0: return 11;
    case 1: return 7;
    case 2: return 93;
    case 3: return 4;
    case 4: return 58;
    case 5: return 6;
    case 6: return 21;
    case 7: return 77;
    case 9: return 38;
    default: return -1;
    }
}
static int sparse(int v) {
    switch (v) {
    case -2147483647 - 1: return 1;
    case -1000: return 2;
    case -1: return 3;
    case 5: return 4;
    case 4096: return 5;
    case 65536: return 6;
    case 2147483647: return 7;
    }
    return 0;
}
static int through(int v) {
    int r = 0;
    switch (v) {
    case 5: r += 100; __attribute__((fallthrough));
    case 4: r += 10; __attribute__((fallthrough));
    default: r += 3; __attribute__((fallthrough));
    case 2: r *= 2; break;
    case 1: r = 99;
    }
    return r;
}
static int kind(unsigned char c) {
    switch (c) {
    case 'a' ... 'z': return 1;
    case 'A' ... 'Z': return 2;
    case '0' ... '9': return 3;
    case ' ':
    case '\t':
    case '\n': return 4;
    case 200 ... 255: return 5;
    }
    return 0;
}
static int wide(uint64_t v) {
    switch (v) {
    case 0: return 1;
    case 0x100000000: return 2;
    case 0x100000001: return 3;
    case 0xFFFFFFFFFFFFFFFF: return 4;
    case 0x8000000000000000: return 5;
    default: return v > 0x100000001 ? 6 : 7;
    }
}
static const char *name(int v) {
    switch (v % 7) {
    case 0: return "Monday";
    case 1: return "Tuesday";
    case 2: return "Wednesday";
    case 3: return "Thursday";
    case 4: return "Friday";
    case 5: return "Saturday";
    case 6: return "Sunday";
    }
    return "no day";
}

int main(void) {
    for (int v = -2; v < 12; ++v) printf("%d:%d:%d:%s ", v, dense(v), through(v), name(v));
    printf("\n");
    const int keys[] = {-2147483647 - 1, -2147483647, -1000, -1, 0, 5, 6, 4096, 65536, 2147483647};
    for (int i = 0; i < 10; ++i) printf("%d ", sparse(keys[i]));
    printf("\n");
    uint32_t sum = 0;
    for (int c = 0; c < 256; ++c) sum = mix(sum, (uint32_t)kind((unsigned char)c));
    show_hex("kinds", sum);
    const uint64_t values[] = {
        0,         1, 0x100000000, 0x100000001, 0x100000002, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF,
        0xFFFFFFFF};
    for (int i = 0; i < 8; ++i) printf("%d ", wide(values[i]));
    printf("\n");
    return 0;
}
