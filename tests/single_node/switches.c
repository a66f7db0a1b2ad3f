// Switches: tables of jumps, sparse and negative cases, ranges, fall through, one inside another,
// Duff's device.
#include "check.h"

__attribute__((noinline)) static int dense(int x) {
    switch (x) {
    case 0: return 7;
    case 1: return 1;
    case 2: x += 10; __attribute__((fallthrough));
    case 3: return x * 2;
    case 4: return -4;
    case 5:
    case 6: return 56;
    case 7: return dense(x - 5);
    case 8: return 81;
    case 9: return x ^ 0x55;
    case 11: return 111;
    default: return -1;
    }
}

__attribute__((noinline)) static int sparse(int x) {
    switch (x) {
    case -2147483647 - 1: return 1;
    case -1000: return 2;
    case -1: return 3;
    case 5: return 4;
    case 70000: return 5;
    case 70001: return 6;
    case 123456789: return 7;
    case 2147483647: return 8;
    default: return 0;
    }
}

__attribute__((noinline)) static int nested(int kind, unsigned char c) {
    switch (kind) {
    case 0:
        switch (c) {
        case 'a' ... 'z': return c - 'a';
        case 'A' ... 'Z': return c - 'A' + 26;
        case '0' ... '9': return c - '0' + 52;
        case '+': return 62;
        case '/': return 63;
        }
        return -1;
    case 1:
        switch (c >> 4) {
        case 0: return 0;
        case 1: return c;
        case 15: return -c;
        default: break;
        }
        __attribute__((fallthrough));
    case 2: return c * 2;
    }
    return -2;
}

__attribute__((noinline)) static void duff(char *to, const char *from, int n) {
    int turns = (n + 7) / 8;
    switch (n % 8) {
    case 0:
        do {
            *to++ = *from++;
            __attribute__((fallthrough));
        case 7: *to++ = *from++; __attribute__((fallthrough));
        case 6: *to++ = *from++; __attribute__((fallthrough));
        case 5: *to++ = *from++; __attribute__((fallthrough));
        case 4: *to++ = *from++; __attribute__((fallthrough));
        case 3: *to++ = *from++; __attribute__((fallthrough));
        case 2: *to++ = *from++; __attribute__((fallthrough));
        case 1: *to++ = *from++;
        } while (--turns > 0);
    }
}

__attribute__((noinline)) static int wide(long long x) {
    switch (x) {
    case 0x100000000: return 1;
    case -0x100000000: return 2;
    case 1: return 3;
    default: return 4;
    }
}

int main(void) {
    for (int x = -2; x < 14; ++x) printf("%d ", dense(x));
    printf("\n");
    const int far[] = {-2147483647 - 1, -1000, -999,  -1,        0,         5,
                       70000,           70001, 70002, 123456789, 2147483647};
    for (unsigned i = 0; i < sizeof far / sizeof *far; ++i) printf("%d ", sparse(far[i]));
    printf("\n");
    uint32_t sum = 0;
    for (int kind = -1; kind < 4; ++kind)
        for (int c = 0; c < 256; ++c) sum = mix(sum, (uint32_t)nested(kind, (unsigned char)c));
    printf("%08x\n", sum);
    for (int n = 1; n < 20; ++n) {
        char to[24] = "......................";
        duff(to, "The quick brown fox jumps", n);
        printf("%s\n", to);
    }
    printf("%d %d %d %d\n", wide(0x100000000), wide(-0x100000000), wide(1), wide(0));
    return dense(8);
}
