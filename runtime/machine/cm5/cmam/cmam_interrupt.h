// Arrivals as interrupts (000 4.3.7), for C and for assembly. Handlers run between any two
// instructions of main, but not within each other. While interrupts are on, every call of CMAM's by
// main stands between CMAM_enter() and CMAM_leave(): a handler that sends in the middle of a
// message on the same network would give it up, and one that takes a message which a poll has seen
// would leave it nothing. Handlers send and poll as ever.
//
//     CMAM_enable_interrupts();
//     CMAM_enter();
//     CMAM_4(node, handler, 1, 2);
//     CMAM_leave();
//
// A critical section costs two cycles ("Cheap critical sections"): an addition, and a subtraction
// that traps where a message has come meanwhile. Sections are not nested. %g7 is theirs.
#pragma once

#define CMAM_IN_CRITICAL 4 /* bits of %g7 */
#define CMAM_MSG_PENDING 1
#define CMAM_RETURN_TRAP 0x40 /* ta: from the user's stub to the kernel's */

#ifndef __ASSEMBLER__

#ifdef __cplusplus
extern "C" {
#endif

/// Puts the kernel's handlers into the trap table. What has arrived before is handled at once.
void CMAM_enable_interrupts(void);
/// From here on messages wait for polls.
void CMAM_disable_interrupts(void);

static inline __attribute__((always_inline, unused)) void CMAM_enter(void) {
    __asm__ volatile("add %%g7, %0, %%g7" : : "i"(CMAM_IN_CRITICAL) : "memory");
}
static inline __attribute__((always_inline, unused)) void CMAM_leave(void) {
    __asm__ volatile("tsubcctv %%g7, %0, %%g7" : : "i"(CMAM_IN_CRITICAL) : "memory", "cc");
}

#ifdef __cplusplus
}
#endif

#endif
