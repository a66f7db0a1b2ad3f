// Bit-fields: signed and unsigned, across storage units, in unions of structures, incremented and
// wrapped around.
#include "show.h"

struct flags {
    unsigned a : 1, b : 3, c : 7, d : 13;
    signed e : 5, f : 11;
    unsigned : 0;
    unsigned g : 32;
    unsigned long long h : 40, i : 24;
    _Bool j : 1;
};
struct __attribute__((packed)) tight {
    unsigned a : 3;
    signed b : 17;
    unsigned c : 29;
    unsigned char d;
    signed e : 9;
};

static void print(const struct flags *f) {
    printf("%u %u %u %u %d %d %u ", f->a, f->b, f->c, f->d, f->e, f->f, (unsigned)f->g);
    printf("%08x%02x %06x %d\n", (unsigned)(f->h & 0xFFFFFFFF), (unsigned)(f->h >> 32),
           (unsigned)f->i, f->j);
}

int main(void) {
    struct flags f = {0};
    print(&f);
    for (int n = 0; n < 12; ++n) {
        f.a++, f.b += 3, f.c = f.c * 5 + 1, f.d ^= 0x155u << n, f.e -= 3, f.f = f.f * 3 + 7,
                         f.g = ~f.g + 1;
        f.h = f.h * 1000003 + 12345, f.i += 0x10101, f.j = !f.j;
        print(&f);
    }
    struct tight t = {0};
    for (int n = 0; n < 8; ++n) {
        t.a = (unsigned)n * 3, t.b = -n * 9999, t.c = 0x1ABCDEF0u >> n, t.d += 37,
        t.e = n * 71 - 256;
        printf("%u %d %u %u %d\n", t.a, t.b, t.c, t.d, t.e);
    }
    printf("%d\n", (int)sizeof(struct tight));
    return 0;
}
