// Structures returned by value, of every size from 1 to 24 bytes, through functions and pointers to
// functions.
#include "show.h"

#define SIZE(n)                                                                                    \
    struct s##n {                                                                                  \
        uint8_t v[n];                                                                              \
    };                                                                                             \
    __attribute__((noinline)) static struct s##n make##n(int seed) {                               \
        struct s##n s;                                                                             \
        for (int i = 0; i < n; ++i) s.v[i] = (uint8_t)(seed * 7 + i);                              \
        return s;                                                                                  \
    }                                                                                              \
    __attribute__((noinline)) static struct s##n change##n(struct s##n a, int by, struct s##n b) { \
        for (int i = 0; i < n; ++i) a.v[i] = (uint8_t)(a.v[i] * by + b.v[n - 1 - i]);              \
        return a;                                                                                  \
    }                                                                                              \
    static void try##n(void) {                                                                     \
        struct s##n (*volatile f)(int) = make##n;                                                  \
        const struct s##n s = change##n(f(n), 3, make##n(n + 1));                                  \
        uint32_t sum = n;                                                                          \
        for (int i = 0; i < n; ++i) sum = mix(sum, s.v[i]);                                        \
        printf("%d %08x\n", (int)sizeof s, (unsigned)sum);                                         \
    }

SIZE(1)
SIZE(2)
SIZE(3)
SIZE(4)
SIZE(5)
SIZE(6)
SIZE(7)
SIZE(8)
SIZE(9)
SIZE(11)
SIZE(12)
SIZE(15)
SIZE(16)
SIZE(17)
SIZE(20)
SIZE(24)

int main(void) {
    try1(), try2(), try3(), try4(), try5(), try6(), try7(), try8(), try9();
    try11(), try12(), try15(), try16(), try17(), try20(), try24();
    return 0;
}
