// Structures by value: every size, as arguments, results and in arrays; unions; nested ones; copies
// without overlap.
#include "check.h"

#define OF_SIZE(n)                                                                                 \
    struct s##n {                                                                                  \
        unsigned char v[n];                                                                        \
    };                                                                                             \
    __attribute__((noinline)) static struct s##n turn##n(int before, struct s##n s, int after) {   \
        struct s##n r;                                                                             \
        for (int i = 0; i < n; ++i) r.v[i] = (unsigned char)(s.v[n - 1 - i] + before - after);     \
        return r;                                                                                  \
    }                                                                                              \
    static uint32_t check##n(void) {                                                               \
        struct s##n a, b;                                                                          \
        for (int i = 0; i < n; ++i) a.v[i] = (unsigned char)(i * 37 + n);                          \
        b = turn##n(3, a, 1);                                                                      \
        a = turn##n(1, turn##n(2, b, 2), 9);                                                       \
        uint32_t sum = n;                                                                          \
        for (int i = 0; i < n; ++i) sum = mix(sum, (uint32_t)(a.v[i] << 8 | b.v[i]));              \
        return sum;                                                                                \
    }
// clang-format off
OF_SIZE(1) OF_SIZE(2) OF_SIZE(3) OF_SIZE(4) OF_SIZE(5) OF_SIZE(7) OF_SIZE(8) OF_SIZE(9)
OF_SIZE(12) OF_SIZE(16) OF_SIZE(17) OF_SIZE(24) OF_SIZE(31) OF_SIZE(64) OF_SIZE(100)
    // clang-format on

    struct mixed {
    char c;
    short s;
    long long l;
    union {
        unsigned u;
        unsigned char bytes[4];
    } both;
    struct {
        signed char x, y;
    } point;
};

__attribute__((noinline)) static struct mixed step(struct mixed m, const struct mixed *other) {
    m.l = m.l * 3 + other->s - m.point.x;
    m.s = (short)(m.s * 7 + m.both.bytes[0]);
    m.both.u ^= (unsigned)m.l;
    m.point.y = (signed char)(m.point.y - other->point.x);
    m.point.x = (signed char)(m.point.x * 5 + 1);
    ++m.c;
    return m;
}

struct matrix {
    int v[3][3];
};
static struct matrix product(struct matrix a, struct matrix b) {
    struct matrix r = {{{0}}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) r.v[i][j] += a.v[i][k] * b.v[k][j];
    return r;
}

int main(void) {
    printf("%08x %08x %08x %08x\n", check1(), check2(), check3(), check4());
    printf("%08x %08x %08x %08x\n", check5(), check7(), check8(), check9());
    printf("%08x %08x %08x %08x\n", check12(), check16(), check17(), check24());
    printf("%08x %08x %08x\n", check31(), check64(), check100());
    struct mixed all[5] = {{'a', 1, 2, {3}, {4, 5}}};
    for (int i = 1; i < 5; ++i) all[i] = step(all[i - 1], &all[(i * 3) % 5]);
    for (int i = 0; i < 5; ++i) {
        printf("%c %d %08x %d %d", all[i].c, all[i].s, all[i].both.u, all[i].point.x,
               all[i].point.y);
        print64(" ", (uint64_t)all[i].l);
        printf("\n");
    }
    struct matrix m = {{{1, 2, 0}, {-1, 3, 5}, {2, -2, 1}}}, power = m;
    for (int i = 0; i < 6; ++i) power = product(power, m);
    for (int i = 0; i < 3; ++i) printf("%d %d %d\n", power.v[i][0], power.v[i][1], power.v[i][2]);
    return (int)sizeof(struct mixed);
}
