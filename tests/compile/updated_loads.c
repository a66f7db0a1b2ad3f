// Loads whose address is used behind them: a processor with update forms (PowerPC) has both the
// value and the address from one instruction, and must not take one for the other.
// (llvm/llvm-project issue 133507)
#include "show.h"

#define HOP(name, type, step)                                                                      \
    __attribute__((noinline)) static type name(unsigned char *out, type *p, int bytes) {           \
        p += step;                                                                                 \
        const type r = *p;                                                                         \
        const uint64_t v = (uint64_t)(uint32_t)(uintptr_t)p << 32;                                 \
        uint8_t big[8]; /* as a big-endian processor has it */                                     \
        for (int i = 0; i < 8; ++i) big[i] = (uint8_t)(v >> (56 - 8 * i));                         \
        if (bytes == 6)                                                                            \
            memcpy(out, big, 6);                                                                   \
        else                                                                                       \
            memcpy(out, big, 5);                                                                   \
        return r;                                                                                  \
    }                                                                                              \
    __attribute__((noinline)) static type name##_48(void *out, type *p) {                          \
        p += step;                                                                                 \
        const type r = *p;                                                                         \
        const uint64_t v = (uint64_t)(uint32_t)(uintptr_t)p << 32;                                 \
        memcpy(out, &v, 6);                                                                        \
        return r;                                                                                  \
    }                                                                                              \
    static void try_##name(void) {                                                                 \
        static type all[16];                                                                       \
        uint8_t out[8] = {9, 9, 9, 9, 9, 9, 9, 9};                                                 \
        uint64_t whole = 0;                                                                        \
        all[step] = (type)3.5;                                                                     \
        const double got = (double)name(out, all, OPAQUE(int, 6));                                 \
        const uint32_t want = (uint32_t)(uintptr_t)&all[step];                                     \
        const uint32_t there = (uint32_t)out[0] << 24 | (uint32_t)out[1] << 16 |                   \
                               (uint32_t)out[2] << 8 | out[3];                                     \
        const double got_48 = (double)name##_48(&whole, all);                                      \
        const uint16_t one = 1;                                                                    \
        const int little = *(const uint8_t *)&one;                                                 \
        const int same = little ? (whole >> 32 & 0xffff) == (want & 0xffff)                        \
                                : whole == (uint64_t)want << 32;                                   \
        printf("%s %g %d %d %d %d %g %d\n", #name, got, there == want, out[4], out[5], out[6],     \
               got_48, same);                                                                      \
    }

HOP(words, int32_t, 7)
HOP(halves, int16_t, 5)
HOP(unsigned_halves, uint16_t, 5)
HOP(bytes, uint8_t, 3)
HOP(floats, float, 5)
HOP(doubles, double, 5)

int main(void) {
    try_words();
    try_halves();
    try_unsigned_halves();
    try_bytes();
    try_floats();
    try_doubles();
    return 0;
}
