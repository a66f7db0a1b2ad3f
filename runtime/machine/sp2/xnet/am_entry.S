# The way into the handlers of <am.h>, which are plain C functions. A message for this way has bit 1
# of its handler's word set, so the network interface gives it to dmh, which is this place
# (docs/sp2-xnet.md). The words are in r3 to r7, r8 is free, r1 is the level's own stack. Of what a
# C function may change, r3 to r8 and CR are the level's too; the rest is kept here.
#include "xnet_ppc.h"

#define STACK 16384

/* A frame: back chain, word for the callee's LR, 8 words, 14 doubles and FPSCR. */
#define WORDS 8
#define DOUBLES 40
#define FRAME 160

        .text
        .globl  __xnet_am_entry
        .type   __xnet_am_entry, @function
__xnet_am_entry:
        stwu    1, -FRAME(1)
        mfxr    8, XNET_NI_INH
        stw     0, WORDS(1)
        mflr    0
        stw     9, WORDS + 4(1)
        rlwinm  8, 8, 0, 0, 29
        stw     10, WORDS + 8(1)
        mfctr   9
        stw     11, WORDS + 12(1)
        mfxer   10
        stw     12, WORDS + 16(1)
        mtctr   8
        stw     0, WORDS + 20(1)
        stw     9, WORDS + 24(1)
        stw     10, WORDS + 28(1)
        stfd    0, DOUBLES(1)
        mffs    0
        stfd    0, DOUBLES + 112(1)
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        stfd    \n, DOUBLES + 8 * \n(1)
        .endr
        bctrl

        lfd     0, DOUBLES + 112(1)
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        lfd     \n, DOUBLES + 8 * \n(1)
        .endr
        mtfsf   255, 0
        lfd     0, DOUBLES(1)
        lwz     0, WORDS + 20(1)
        lwz     9, WORDS + 24(1)
        lwz     10, WORDS + 28(1)
        mtlr    0
        mtctr   9
        mtxer   10
        lwz     0, WORDS(1)
        lwz     9, WORDS + 4(1)
        lwz     10, WORDS + 8(1)
        lwz     11, WORDS + 12(1)
        lwz     12, WORDS + 16(1)
        addi    1, 1, FRAME
        hret
        .size   __xnet_am_entry, . - __xnet_am_entry

# The stacks of the two levels. At the end of each is a null back chain, and the word for LR.
        .bss
        .align  4
        .globl  __xnet_low_stack, __xnet_high_stack
        .type   __xnet_low_stack, @object
        .type   __xnet_high_stack, @object
        .space  STACK
__xnet_low_stack: .space 16
        .size   __xnet_low_stack, 16
        .space  STACK
__xnet_high_stack: .space 16
        .size   __xnet_high_stack, 16
