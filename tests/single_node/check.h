// Shared by the programs of this directory. They print their results; tests/qemu/run compares
// them.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void print64(const char *before, uint64_t v) {
    printf("%s%08x%08x", before, (unsigned)(v >> 32), (unsigned)v);
}

static inline void decimal64(uint64_t v) {
    char digits[21], *at = digits + sizeof digits;
    *--at = 0;
    do *--at = (char)('0' + v % 10);
    while (v /= 10);
    printf("%s", at);
}

/// Numbers that look random and are the same on every machine (G. Marsaglia, Xorshift RNGs, 2003).
static inline uint32_t next_random(uint32_t *state) {
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static inline uint32_t mix(uint32_t sum, uint32_t word) {
    return (sum << 5 | sum >> 27) ^ word * 0x9E3779B1u;
}
