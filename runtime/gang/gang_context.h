// What is saved of a program on one node, and of a message that the kernel has stored. Of the gang
// kernel only.
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
#define CONTEXT_COUNT 240 // when it was saved

#define STORED_INFORMATION 0 // nistat's low half
#define STORED_HANDLER 4
#define STORED_WORDS 8
#define STORED_BYTES 32

#ifndef __ASSEMBLER__

struct gang_set {
    unsigned r4, r5, r6, r7, r8, r9, r29, inh, level;
};

struct gang_context {
    struct gang_set set[3];
    unsigned others[22], hi, lo, epc, cause, nistat, lpepc, hpepc, timeh, timec, dmh, outh, count;
};

struct gang_stored {
    unsigned information, handler, words[5];
    unsigned key; ///< hops to go, and the place in the order of the node where it was drained
};

#endif
