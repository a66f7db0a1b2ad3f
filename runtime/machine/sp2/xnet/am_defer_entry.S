# The path from a timelet event to the deferred functions (am_defer.c), and back. The handler changes
# the return address of the low level; the code there saves main's registers on main's stack and runs
# __am_run_deferred. An HRET, which leaves all registers unchanged, returns to main.
#include <am_defer.h>
#include "xnet_ppc.h"

#define NICOND 1        /* bits of nistat, from the left */
#define ONICOND 2
#define LPEE 11

/* A frame: back chain, word for the callee's LR, r0, r3 to r12, LR, CTR, XER, CR, nistat, 14 doubles,
 * FPSCR, vlr and vector register 1, which bulk transfers use. */
#define WORDS 8
#define DOUBLES 72
#define LENGTH 192
#define VECTOR 196
#define FRAME 336

        .text
        .globl  __am_defer_timelet
        .type   __am_defer_timelet, @function
__am_defer_timelet:                     # r3 to r8 and CR of the low set are free
        lis     3, __am_deferred@ha
        lwz     4, __am_deferred@l(3)
        lis     5, __am_defer_running@ha
        lwz     6, __am_defer_running@l(5)
        cmpwi   4, 0
        beq     1f
        cmpwi   6, 0
        bne     1f
        mfxr    7, XNET_NI_LPEPC
        lis     8, __am_defer_pc@ha
        stw     7, __am_defer_pc@l(8)
        li      6, 1
        stw     6, __am_defer_running@l(5)
        lis     3, enter@ha
        addi    3, 3, enter@l
        mtxr    XNET_NI_LPEPC, 3
1:      hret
        .size   __am_defer_timelet, . - __am_defer_timelet

        .type   enter, @function
enter:                                  # on main's level
        stwu    1, -FRAME(1)
        stw     0, WORDS(1)
        .irp    n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        stw     \n, WORDS + 4 * \n - 8(1)
        .endr
        mflr    3
        mfctr   4
        mfxer   5
        mfcr    6
        mfxr    7, XNET_NI_NISTAT
        stw     3, WORDS + 44(1)
        stw     4, WORDS + 48(1)
        stw     5, WORDS + 52(1)
        stw     6, WORDS + 56(1)
        stw     7, WORDS + 60(1)
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        stfd    \n, DOUBLES + 8 * \n(1)
        .endr
        mffs    0
        stfd    0, DOUBLES + 112(1)
        mfxr    8, XNET_NI_VLR
        stw     8, LENGTH(1)
        li      9, 32
        mtxr    XNET_NI_VLR, 9
        li      9, VECTOR
        stwvx   1, 1, 9
        mtxr    XNET_NI_VLR, 8
        bl      __am_run_deferred
        li      9, 32
        mtxr    XNET_NI_VLR, 9
        li      9, VECTOR
        lwvx    1, 1, 9
        lwz     8, LENGTH(1)
        mtxr    XNET_NI_VLR, 8
        lfd     0, DOUBLES + 112(1)
        mtfsf   255, 0
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        lfd     \n, DOUBLES + 8 * \n(1)
        .endr
        lwz     3, WORDS + 44(1)
        lwz     4, WORDS + 48(1)
        lwz     5, WORDS + 52(1)
        lwz     6, WORDS + 56(1)
        mtlr    3
        mtctr   4
        mtxer   5
        mtcrf   255, 6
        lwz     11, WORDS + 12 * 4 - 8(1)       # r12, which forms nistat
        lis     3, kept@ha
        stw     11, kept@l(3)
        mfxr    12, XNET_NI_NISTAT
        lwz     11, WORDS + 60(1)
        rlwinm  12, 12, 0, LPEE + 1, LPEE - 1
        rlwimi  12, 11, 32 + NICOND - ONICOND, ONICOND, ONICOND
        lwz     0, WORDS(1)
        .irp    n, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lwz     \n, WORDS + 4 * \n - 8(1)
        .endr
        addi    1, 1, FRAME
        mtxr    XNET_NI_NISTAT, 12
        # The low set is visible: r3 to r8 and CR are free.
        lis     3, kept@ha
        lwz     12, kept@l(3)
        lis     3, __am_defer_pc@ha
        lwz     4, __am_defer_pc@l(3)
        mtxr    XNET_NI_LPEPC, 4
        li      5, 0
        lis     3, __am_defer_running@ha
        stw     5, __am_defer_running@l(3)
        lis     3, __am_deferred@ha
        lwz     4, __am_deferred@l(3)
        cmpwi   4, 0
        beq     2f
1:      mfxr    3, XNET_NI_COUNT                # retry later
        addi    4, 3, AM_DEFER_LATER
        mtxr    XNET_NI_TIMEC, 4
        mfxr    3, XNET_NI_COUNT
        subf.   5, 3, 4
        ble     1b                              # high handlers ran longer than that
2:      hret
        .size   enter, . - enter

        .bss
        .balign 4
        .type   kept, @object
kept:   .space  4
        .size   kept, 4
        .globl  __am_defer_pc
        .type   __am_defer_pc, @object
__am_defer_pc: .space 4
        .size   __am_defer_pc, 4
