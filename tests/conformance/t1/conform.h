// Shared by the conformance kernels: checks that belong to a sentence of sentences.json. A kernel's
// header names its sentences; at its end each node prints which of them hold.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <xnet.h>

/// got == expected, or the sentence does not hold. Both are words.
#define EXPECT(sentence, got, expected)                                                            \
    conform_check(sentence, #got, (uint32_t)(got), (uint32_t)(expected), __LINE__)
/// The condition is true.
#define HOLDS(sentence, condition)                                                                 \
    conform_check(sentence, #condition, (condition) ? 1 : 0, 1, __LINE__)

/// The most words of a message beside a vector: a packet of the CM-5 has room for four.
#ifdef __sparc__
#define CONFORM_WORDS 4
#else
#define CONFORM_WORDS 5
#endif

struct conform_sentence {
    const char *id;
    int failures;
};

static struct conform_sentence conform_sentences[64];
static int conform_count;

static inline struct conform_sentence *conform_find(const char *id) {
    int i = 0;
    while (i < conform_count && conform_sentences[i].id != id &&
           strcmp(conform_sentences[i].id, id) != 0)
        ++i;
    if (i == conform_count) {
        conform_sentences[i].id = id;
        ++conform_count;
    }
    return &conform_sentences[i];
}

/// From main only: handlers store their observations in variables.
static inline void conform_check(const char *id, const char *what, uint32_t got, uint32_t expected,
                                 int line) {
    struct conform_sentence *sentence = conform_find(id);
    if (got == expected || ++sentence->failures > 3) return; // three are enough
    printf("FAILED %s, node %d, line %d: %s: got 0x%x, expected 0x%x\n", id, xnet_node(), line,
           what, (unsigned)got, (unsigned)expected);
}

/// Prints the sentences that hold. Returns the node's exit status.
static inline int conform_end(void) {
    int status = 0;
    for (int i = 0; i < conform_count; ++i)
        if (conform_sentences[i].failures == 0)
            printf("ok %s\n", conform_sentences[i].id);
        else
            status = 1;
    return status;
}

#define CONFORM_LEVELS (XNET_NISTAT_EE | XNET_NISTAT_LPEE)
#define CONFORM_MASKS (XNET_NISTAT_HPMM | XNET_NISTAT_LPMM | XNET_NISTAT_OM | XNET_NISTAT_TM)

/// Sets the event mask; the other bits keep their values.
static inline void set_mask(uint32_t masks) {
    xnet_set_nistat((xnet_get_nistat() & ~CONFORM_MASKS) | masks);
}

/// Waits at least that many cycles.
static inline void pass(uint32_t cycles) {
    const uint32_t start = xnet_get_count();
    while (xnet_get_count() - start < cycles) {
    }
}
