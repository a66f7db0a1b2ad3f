// Builtins on bits: leading and trailing zeros, population, parity, byte swaps, rotates, and their
// plain counterparts.
#include "show.h"

static int plain_population(uint64_t v) {
    int n = 0;
    for (; v; v &= v - 1) ++n;
    return n;
}
static uint32_t reverse(uint32_t v) {
    v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
    v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
    v = (v >> 4 & 0x0F0F0F0Fu) | (v & 0x0F0F0F0Fu) << 4;
    return __builtin_bswap32(v);
}

int main(void) {
    uint32_t state = 31337;
    for (int i = 0; i < 20; ++i) {
        const uint32_t v = OPAQUE(uint32_t, next_random(&state) >> (i * 3 % 29) | 1u << (i % 32));
        const uint64_t w = (uint64_t)v << (i * 2) | (uint64_t)next_random(&state) << 32 >> (i * 3);
        printf("%d %d %d %d %d | %d %d %d %d %d | %d ", __builtin_clz(v), __builtin_ctz(v),
               __builtin_popcount(v), __builtin_parity(v), __builtin_ffs((int)v),
               __builtin_clzll(w), __builtin_ctzll(w), __builtin_popcountll(w),
               __builtin_parityll(w), __builtin_ffsll((long long)w), plain_population(w));
        printf("%08x %04x %08x ", (unsigned)__builtin_bswap32(v), __builtin_bswap16((uint16_t)v),
               (unsigned)reverse(v));
        show64("swapped", __builtin_bswap64(w));
        show_hex("rotated", v << (i & 31) | v >> (-i & 31));
        printf("%d %d\n", __builtin_clrsb((int)v), (int)__builtin_expect(v == 0, 0));
    }
    return 0;
}
