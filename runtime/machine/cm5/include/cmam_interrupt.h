// Arrivals as interrupts (000 4.3.7), for C and for assembly. Handlers run between any two
// instructions of main, but do not interrupt each other. While interrupts are on, main must enclose
// every call of CMAM in CMAM_enter() and CMAM_leave(): a handler that sends in the middle of a
// message on the same network would discard it, and one that takes a message which a poll has seen
// would leave nothing for the poll. Handlers send and poll as usual.
//
//     CMAM_enable_interrupts();
//     CMAM_enter();
//     CMAM_4(node, handler, 1, 2);
//     CMAM_leave();
//
// A critical section costs two cycles ("Cheap critical sections"): an addition, and a subtraction
// that traps if a message has arrived meanwhile. Sections do not nest. They reserve %g7.
#pragma once

#define CMAM_IN_CRITICAL 4 /* bits of %g7 */
#define CMAM_MSG_PENDING 1
#define CMAM_RETURN_TRAP 0x40 /* ta: from the user's stub to the kernel's */

#ifndef __ASSEMBLER__

#ifdef __cplusplus
extern "C" {
#endif

/// Puts the kernel's handlers into the trap table. Handles earlier arrivals immediately.
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
