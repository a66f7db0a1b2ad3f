// Shared by the conformance programs of Split-C.
#pragma once

#include <fail.h>
#include <splitc_core.h>
#include <string.h>
#include <unistd.h> // contains a read, a write and a sync too

/// Ends the run if a value differs from the expected one.
#define CHECK(condition)                                                                           \
    ((condition) ? (void)0 : xnet_fail("not so in line %d: %s", __LINE__, #condition))

/// Some number, a function of these three.
static inline unsigned some(unsigned a, unsigned b, unsigned c) {
    unsigned h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

/// The next four bytes of fill()'s pattern: no NaN of float or double, which an x87 register could
/// make quiet.
static inline unsigned next_word(unsigned *h) {
    *h = *h * 0x01000193u + 0x3D;
    return (*h ^ *h >> 15) & ~0x00800000u;
}

/// Fills `bytes` bytes, as a function of all numbers.
static inline void fill(void *to, unsigned bytes, unsigned a, unsigned b) {
    unsigned char *p = (unsigned char *)to;
    unsigned h = some(a, b, bytes), left = bytes;
    for (; left >= 4; left -= 4, p += 4) {
        const unsigned word = next_word(&h);
        memcpy(p, &word, 4);
    }
    const unsigned word = next_word(&h);
    memcpy(p, &word, left);
}

/// Whether they have that pattern.
static inline int filled(const void *from, unsigned bytes, unsigned a, unsigned b) {
    const unsigned char *p = (const unsigned char *)from;
    unsigned h = some(a, b, bytes), left = bytes, found;
    for (; left >= 4; left -= 4, p += 4) {
        memcpy(&found, p, 4);
        if (found != next_word(&h)) return 0;
    }
    const unsigned word = next_word(&h);
    return memcmp(p, &word, left) == 0;
}

/// Whether all bytes are `byte`.
static inline int all_are(const void *from, unsigned bytes, unsigned char byte) {
    const unsigned char *p = (const unsigned char *)from;
    return bytes == 0 ||
           (*p == byte && memcmp(p, p + 1, bytes - 1) == 0); // each equal to the one before
}

/// Makes processors arrive at different times: up to `cycles` iterations.
static inline void dawdle(unsigned which, unsigned turns) {
    for (unsigned i = some((unsigned)MYPROC, which, 99) % turns; i; --i) __asm__ volatile("");
}
