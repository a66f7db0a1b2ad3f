// Bit fields: signed and unsigned, across bytes and words, next to others that must not change.
#include "check.h"

struct small {
    unsigned a : 1, b : 3;
    signed c : 4;
    unsigned d : 9;
    signed e : 15;
};
struct far {
    unsigned long long low : 20, middle : 30, high : 14;
    unsigned char byte;
    signed int x : 31, : 0, y : 5;
};
struct packed {
    unsigned a : 5, b : 11, c : 17;
    signed d : 23;
} __attribute__((packed));

static uint32_t of(const void *p, size_t n) {
    uint32_t sum = 0;
    for (size_t i = 0; i < n; ++i) sum = mix(sum, ((const unsigned char *)p)[i]);
    return sum;
}

/// A floating-point number taken apart.
union number {
    float f;
    struct {
        uint32_t sign : 1, exponent : 8, fraction : 23;
    } parts;
};

int main(void) {
    uint32_t seed = 1;
    struct small s;
    struct far f;
    struct packed p[3];
    memset(&s, 0, sizeof s);
    memset(&f, 0, sizeof f);
    memset(p, 0, sizeof p);
    for (int i = 0; i < 40; ++i) {
        const uint32_t r = next_random(&seed);
        switch (i % 5) {
        case 0: s.a = r & 1, s.b += 3, s.c = (int)(r & 15) - 8; break;
        case 1: s.d ^= r & 0x1FF, s.e = (int)(r & 0x7FFF) - 0x4000; break;
        case 2: f.low += r & 0xFFFFF, f.middle = (uint64_t)r << 5 & 0x3FFFFFFF, ++f.high; break;
        case 3: f.byte = (unsigned char)r, f.x = (int)(r >> 2), f.y = (int)(r & 31) - 16; break;
        case 4: {
            struct packed *q = &p[r % 3];
            q->a = r & 31, q->b += 77, q->c = r >> 3 & 0x1FFFF,
            q->d = (int)(r & 0x7FFFFF) - 0x400000;
            break;
        }
        }
        printf("%u %u %d %u %d ", s.a, s.b, s.c, s.d, s.e);
        printf("%u %u %u %u %d %d ", (unsigned)f.low, (unsigned)f.middle, (unsigned)f.high, f.byte,
               f.x, f.y);
        printf("%u %u %u %d ", p[i % 3].a, p[i % 3].b, p[i % 3].c, p[i % 3].d);
        printf("%08x %08x\n", of(&s, sizeof s), of(p, sizeof p));
    }
    union number n = {.f = -6.25F};
    printf("%u %u %06x\n", n.parts.sign, n.parts.exponent, n.parts.fraction);
    n.parts.exponent -= 2;
    n.parts.sign = 0;
    printf("%d\n", n.f == 1.5625F);
    return (int)sizeof(struct packed);
}
