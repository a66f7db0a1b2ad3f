// Bits of floating-point numbers: NAN is a quiet NaN, copies keep the bits of signalling ones
// (C11 6.2.6.1, 6.5.16.1), and swapped halfwords have zeros in front of them.
#include "show.h"

#include <math.h>
#include <stdlib.h>

struct one {
    float f;
};
struct mixed {
    int a;
    float f;
    double d;
};
union either {
    float f;
    unsigned u;
};
__attribute__((noinline)) static void assign(struct one *d, const struct one *s) { *d = *s; }
__attribute__((noinline)) static void whole(struct mixed *d, const struct mixed *s) {
    struct mixed t = *s;
    t.a++;
    *d = t;
}
__attribute__((noinline)) static void bytes(float *d, const float *s) { memcpy(d, s, sizeof *d); }
__attribute__((noinline)) static struct one give(struct one s) { return s; }
__attribute__((noinline)) static union either join(unsigned u) {
    union either r;
    r.u = u;
    return r;
}
static unsigned bits(const void *p) {
    unsigned u;
    memcpy(&u, p, 4);
    return u;
}
static unsigned quiet(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u >> 51 & 1;
}
static unsigned quiet_float(float x) { return bits(&x) >> 22 & 1; }

__attribute__((noinline)) static unsigned wide(unsigned v) { return __builtin_bswap16((uint16_t)v); }
__attribute__((noinline)) static int with_sign(unsigned v) {
    return (short)__builtin_bswap16((uint16_t)v);
}
__attribute__((noinline)) static uint64_t longer(unsigned v) {
    return __builtin_bswap16((uint16_t)(v + 1));
}

int main(void) {
    volatile double zero = 0;
    volatile float z = 0, n = NAN;
    printf("%d %d %d %d %d\n", quiet_float(n), quiet(__builtin_nan("")), quiet(nan("")),
           quiet(strtod("nan", 0)), quiet((double)NAN));
    printf("%d %d\n", quiet_float(z / z), quiet(zero / zero));

    unsigned snan = 0x7f800001;
    uint64_t dsnan = 0x7ff0000000000001, dout;
    struct one s, d;
    struct mixed t = {1, 0, 0}, e;
    float f, g;
    memcpy(&s, &snan, 4);
    assign(&d, &s);
    show_hex("assigned", bits(&d));
    memcpy(&t.f, &snan, 4);
    memcpy(&t.d, &dsnan, 8);
    whole(&e, &t);
    memcpy(&dout, &e.d, 8);
    show_int("number", e.a);
    show_hex("member", bits(&e.f));
    show64("double", dout);
    memcpy(&f, &snan, 4);
    bytes(&g, &f);
    show_hex("copied", bits(&g));
    d = give(s);
    show_hex("given", bits(&d));
    show_hex("joined", join(snan).u);

    volatile unsigned v = 0x04030201, w = 0xffff0080;
    printf("%x %x %d %x\n", wide(v), wide(w), with_sign(w), (unsigned)longer(v));
    return 0;
}
