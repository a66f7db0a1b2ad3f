// Shared by the programs of this directory: output that does not depend on byte order or pointer
// size, so that every computer prints the same.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static inline void show_int(const char *name, int32_t v) { printf("%s = %d\n", name, (int)v); }

static inline void show_hex(const char *name, uint32_t v) {
    printf("%s = %08x\n", name, (unsigned)v);
}

static inline void show64(const char *name, uint64_t v) {
    printf("%s = %08x%08x\n", name, (unsigned)(v >> 32), (unsigned)v);
}

/// The bits of a number that is not a NaN (a processor chooses the bits of its NaNs).
static inline void show_double(const char *name, double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (v != v)
        printf("%s = nan\n", name);
    else
        show64(name, bits);
}

static inline void show_float(const char *name, float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (v != v)
        printf("%s = nan\n", name);
    else
        show_hex(name, bits);
}

/// Numbers that look random and are the same on every computer (G. Marsaglia, Xorshift RNGs, 2003).
static inline uint32_t next_random(uint32_t *state) {
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

/// Adds a word to a checksum.
static inline uint32_t mix(uint32_t sum, uint32_t word) {
    return ((sum << 5) | (sum >> 27)) ^ (word * 0x9E3779B1u);
}

/// A value that the compiler cannot predict.
#define OPAQUE(type, value)                                                                        \
    __extension__({                                                                                \
        volatile type opaque_ = (value);                                                           \
        opaque_;                                                                                   \
    })
