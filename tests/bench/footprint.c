// Code and data that exceed every cache of the host's core: 4096 functions of some 40 instructions,
// called in pseudo-random order, each at places of 4 MiB of words that depend on earlier results.
enum { words = 1 << 20, calls = 600000 };

static unsigned data[words];

#define FUNCTION(n)                                                                                \
    static unsigned f##n(unsigned x) {                                                             \
        unsigned *const a = &data[(x ^ n##u) % words], *const b =                                  \
                                                           &data[(x * (n##u | 1) >> 7) % words];   \
        unsigned y = *a + (x >> (n##u % 13 + 3)), z = *b ^ (x << (n##u % 7 + 1));                  \
        if (y & 1u << n##u % 29) y = y * 5 + n##u;                                                 \
        if ((z ^ y) % 4 == n##u % 4)                                                               \
            z -= y >> 3;                                                                           \
        else                                                                                       \
            z ^= y << 5 | n##u;                                                                    \
        *a = y + z;                                                                                \
        *b += y ^ n##u * 3;                                                                        \
        return (y ^ z) * 1664525u + n##u;                                                          \
    }
#define NAME(n) f##n,

// Every six-digit base-4 number, with a leading 1 so that no number is read as octal.
#define DIGIT1(M, n) M(n##0) M(n##1) M(n##2) M(n##3)
#define DIGIT2(M, n) DIGIT1(M, n##0) DIGIT1(M, n##1) DIGIT1(M, n##2) DIGIT1(M, n##3)
#define DIGIT3(M, n) DIGIT2(M, n##0) DIGIT2(M, n##1) DIGIT2(M, n##2) DIGIT2(M, n##3)
#define DIGIT4(M, n) DIGIT3(M, n##0) DIGIT3(M, n##1) DIGIT3(M, n##2) DIGIT3(M, n##3)
#define DIGIT5(M, n) DIGIT4(M, n##0) DIGIT4(M, n##1) DIGIT4(M, n##2) DIGIT4(M, n##3)
#define DIGIT6(M, n) DIGIT5(M, n##0) DIGIT5(M, n##1) DIGIT5(M, n##2) DIGIT5(M, n##3)

DIGIT6(FUNCTION, 1)

static unsigned (*const functions[])(unsigned) = {DIGIT6(NAME, 1)};

int main(void) {
    unsigned x = 1;
    for (int i = 0; i < calls; ++i) x = functions[x >> 20](x);
    return (int)(x >> 8 & 127);
}
