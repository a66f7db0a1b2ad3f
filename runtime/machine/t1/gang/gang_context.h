// The saved state of a program on one node, and of a message that the kernel has stored. Part of
// the gang kernel only.
#pragma once

// Event sets: $4-$9, $29, inh and level, in 36 bytes. Main, low, high.
#define CONTEXT_SET(set) (36 * (set))
#define CONTEXT_OTHERS 108 // $1-$3, $10-$25, $28, $30, $31
#define CONTEXT_HI 196
#define CONTEXT_LO 200
#define CONTEXT_EPC 204
#define CONTEXT_CAUSE 208
#define CONTEXT_NISTAT 212
#define CONTEXT_LPEPC 216
#define CONTEXT_HPEPC 220
#define CONTEXT_TIMEH 224
#define CONTEXT_TIMEC 228
#define CONTEXT_DMH 232
#define CONTEXT_OUTH 236
#define CONTEXT_COUNT 240 // cycle at which it was saved

#define CONTEXT_VLR 244
#define CONTEXT_VECTORS 248     // $vr0-$vr31
#define CONTEXT_LOW_VECTOR 4344 // the levels' $vr1
#define CONTEXT_HIGH_VECTOR 4472
#define VECTOR_WORDS 32

#define STORED_NEXT 0
#define STORED_INFORMATION 4 // nistat's low half
#define STORED_HANDLER 8
#define STORED_WORDS 12
#define STORED_VECTOR 36

#ifndef __ASSEMBLER__

#include <xnet.h>

struct gang_set {
    unsigned r4, r5, r6, r7, r8, r9, r29, inh, level;
};

struct gang_context {
    struct gang_set set[3];
    unsigned others[22], hi, lo, epc, cause, nistat, lpepc, hpepc, timeh, timec, dmh, outh, count;
    unsigned vlr, vectors[32][VECTOR_WORDS], event_vectors[2][VECTOR_WORDS];
};

struct gang_stored {
    struct gang_stored *next; ///< link in a list
    unsigned information, handler, words[5];
    unsigned key;      ///< hops left, and the place in the order of the node where it was drained
    unsigned vector[]; ///< `information` has their number
};

_Static_assert(__builtin_offsetof(struct gang_context, vlr) == CONTEXT_VLR &&
                   __builtin_offsetof(struct gang_context, vectors) == CONTEXT_VECTORS &&
                   __builtin_offsetof(struct gang_context, event_vectors) == CONTEXT_LOW_VECTOR &&
                   sizeof(struct gang_context) == CONTEXT_HIGH_VECTOR + 4 * VECTOR_WORDS &&
                   __builtin_offsetof(struct gang_stored, words) == STORED_WORDS &&
                   __builtin_offsetof(struct gang_stored, vector) == STORED_VECTOR,
               "as the assembly has it");

static inline unsigned __gang_vector_words(unsigned information) {
    return (information & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT;
}

#endif
