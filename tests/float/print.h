// The console of programs with hardware floating point (the runtime is soft-float): prints numbers
// as their bits.
#pragma once

#include <stdint.h>

int __host_write(const void *bytes, unsigned count);

static char line[128];
static unsigned used;

static void text(const char *c) {
    while (*c && used < sizeof line - 1) line[used++] = *c++;
}

static void hex(uint32_t v) {
    for (int shift = 28; shift >= 0; shift -= 4)
        if (used < sizeof line - 1) line[used++] = "0123456789abcdef"[v >> shift & 15];
}

static void end_line(void) {
    line[used++] = '\n';
    __host_write(line, used);
    used = 0;
}

static inline uint32_t bits_of(float v) {
    union {
        float f;
        uint32_t u;
    } both = {v};
    return both.u;
}

static inline uint64_t bits_of_double(double v) {
    union {
        double d;
        uint64_t u;
    } both = {v};
    return both.u;
}

static inline float single_of(uint32_t bits) {
    union {
        uint32_t u;
        float f;
    } both = {bits};
    return both.f;
}

static inline double double_of(uint64_t bits) {
    union {
        uint64_t u;
        double d;
    } both = {bits};
    return both.d;
}

static inline void print_single(float v) {
    text(" ");
    hex(bits_of(v));
}

static inline void print_double(double v) {
    const uint64_t bits = bits_of_double(v);
    text(" ");
    hex((uint32_t)(bits >> 32));
    hex((uint32_t)bits);
}

static inline void set_control(uint32_t fcsr) { __asm__ volatile("ctc1 %0, $31" : : "r"(fcsr)); }

static inline uint32_t control(void) {
    uint32_t fcsr;
    __asm__ volatile("cfc1 %0, $31" : "=r"(fcsr));
    return fcsr;
}

/// A checksum of bits, for results that are too long to print.
static inline uint32_t mix(uint32_t sum, uint32_t word) {
    return (sum << 5 | sum >> 27) ^ word * 0x9E3779B1u;
}
