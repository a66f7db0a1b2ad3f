// Results that registers do not hold: structures, complex numbers, vectors of up to 64 bytes. A
// SPARC returns behind a word of its caller (UNIMP), whatever the function calls last.
#include "show.h"

#include <complex.h>

typedef int32_t v2 __attribute__((vector_size(8)));
typedef int32_t v4 __attribute__((vector_size(16)));
typedef int32_t v8 __attribute__((vector_size(32)));
typedef int32_t v16 __attribute__((vector_size(64)));
typedef double d4 __attribute__((vector_size(32)));
typedef double _Complex z1;
typedef float _Complex z2;
typedef long double _Complex z3;
struct three {
    int a, b, c;
};
struct large {
    double d[5];
    char c;
};

static struct three there;
static volatile int calls;
__attribute__((noinline)) static void nothing(void) { ++calls; }
__attribute__((noinline)) static void word(int n) { calls += n; }

#define VECTOR(type, element, n)                                                                   \
    __attribute__((noinline)) static type make_##type(int seed, int64_t between, type other) {     \
        type v;                                                                                    \
        for (int i = 0; i < n; ++i) v[i] = (element)(seed * (i + 1) + between) + other[n - 1 - i]; \
        return v;                                                                                  \
    }                                                                                              \
    __attribute__((noinline)) static type last_##type(int seed) {                                  \
        type v;                                                                                    \
        for (int i = 0; i < n; ++i) v[i] = (element)(seed - i);                                    \
        nothing();                                                                                 \
        return v;                                                                                  \
    }                                                                                              \
    static void try_##type(void) {                                                                 \
        type (*volatile f)(int, int64_t, type) = make_##type;                                      \
        type (*volatile g)(int) = last_##type;                                                     \
        const type a = make_##type(3, 5, last_##type(40)), b = f(4, 6, a) + g(50);                 \
        printf(#type ":");                                                                         \
        for (int i = 0; i < n; ++i) printf(" %d", (int)b[i]);                                      \
        printf("\n");                                                                              \
    }
VECTOR(v2, int32_t, 2)
VECTOR(v4, int32_t, 4)
VECTOR(v8, int32_t, 8)
VECTOR(v16, int32_t, 16)
VECTOR(d4, double, 4)

#define COMPLEX(type, real)                                                                        \
    __attribute__((noinline)) static type make_##type(real x, int i, type z) {                     \
        const type result = z * x + (real)i * I;                                                   \
        nothing();                                                                                 \
        return result;                                                                             \
    }                                                                                              \
    static void try_##type(void) {                                                                 \
        type (*volatile f)(real, int, type) = make_##type;                                         \
        const type z = f(2, 3, make_##type(4, 5, (type)(6 + 7 * I)));                              \
        printf(#type ": %g %g\n", (double)creal((z1)z), (double)cimag((z1)z));                     \
    }
COMPLEX(z1, double)
COMPLEX(z2, float)
COMPLEX(z3, long double)

__attribute__((noinline)) static struct three copy(const struct three *p) {
    const struct three s = *p;
    nothing(); // its call is the last: not a jump
    return s;
}
__attribute__((noinline)) static struct three copy_word(const struct three *p) {
    const struct three s = *p;
    word(5);
    return s;
}
__attribute__((noinline)) static struct three make(int a) { return (struct three){a, a + 1, a + 2}; }
__attribute__((noinline)) static struct three both(const struct three *p) {
    const struct three s = *p;
    there = make(70);
    return s;
}
__attribute__((noinline)) static struct large wide(int n, double d) {
    struct large l = {{d, d * 2, d * 3, d * 4, n}, (char)n};
    return l;
}
__attribute__((noinline)) static v8 through(int n) { return last_v8(n); }
__attribute__((noinline)) static struct three through_struct(int n) { return make(n); }
__attribute__((noinline)) static long double deep(int n, long double x) {
    return n == 0 ? x : deep(n - 1, x * 2) + last_v16(n)[n];
}

int main(void) {
    try_v2();
    try_v4();
    try_v8();
    try_v16();
    try_d4();
    try_z1();
    try_z2();
    try_z3();
    const struct three s = {1, 2, 3}, a = copy(&s), b = copy_word(&a), c = both(&b);
    printf("%d %d %d, %d %d %d, %d %d %d\n", b.a, b.b, b.c, c.a, c.b, c.c, there.a, there.b, there.c);
    const struct large l = wide(9, 1.5);
    printf("%g %g %d %d\n", l.d[0], l.d[3], (int)l.d[4], l.c);
    printf("%d %d %g\n", (int)through(30)[7], through_struct(8).c, (double)deep(12, 1));
    printf("%d\n", calls);
    return 0;
}
