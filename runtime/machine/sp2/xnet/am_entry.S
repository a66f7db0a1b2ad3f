# The entry of the handlers of <am.h>, which are plain C functions. Such a message has bit 1 of its
# handler's word set, so the network interface passes it to dmh, which is this code
# (docs/sp2-xnet.md). The words are in r3 to r7, r8 is free, r1 is the level's own stack. Of what a
# C function may change, r3 to r8 and CR are the level's too; the rest is saved here.
#include "xnet_ppc.h"

#define STACK 65536 /* the unwinder of C++ takes 11 KiB */

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
.Lcall: bctrl

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
.Lend:

# The unwind table, for debuggers: the caller of this frame is the code that the message interrupts.
# Its pc, r1, r3 to r8 and CR are words at `the top of this level's stack + 0x80000000 + n`
# (emulator/ni/interrupted.h). Written by hand, because in this section the assembler emits no 'S':
# the interrupted code has made no call.
#define PC 72 /* the pc's column is no register: LR is one of the saved registers */
#define CR 64
#define LR 108
#define CTR 109
#define XER 101

        .macro  interrupted column, n   # DW_CFA_expression: DW_OP_plus_uconst 0x80000000 + n
        .byte   0x10, \column, 6, 0x23, 0x80 + \n, 0x80, 0x80, 0x80, 0x08
        .endm
        .macro  saved   register, at    # DW_CFA_offset_extended: at(r1)
        .byte   0x05, \register, (FRAME - (\at)) / 4
        .endm

        .section .debug_frame, "", @progbits
.Lcie:  .4byte  .Lcie_end - .Lcie - 4, 0xFFFFFFFF
        .byte   1                       # version
        .asciz  "S"
        .byte   1, 0x7C, PC             # addresses in bytes, offsets in -4 bytes
        .balign 4
.Lcie_end:
.Lfde:  .4byte  .Lfde_end - .Lfde - 4, .Lcie, __xnet_am_entry, .Lend - __xnet_am_entry
        .byte   0x0C, 1, 0              # DW_CFA_def_cfa: r1, the top of the stack
        interrupted PC, 0
        interrupted 1, 1
        interrupted 3, 2
        interrupted 4, 3
        interrupted 5, 4
        interrupted 6, 5
        interrupted 7, 6
        interrupted 8, 7
        interrupted CR, 8
        .byte   0x40 | 4                # DW_CFA_advance_loc: r1 is set
        .byte   0x0E                    # DW_CFA_def_cfa_offset
        .uleb128 FRAME
        .byte   0x02, .Lcall - __xnet_am_entry - 4
        saved   0, WORDS
        saved   9, WORDS + 4
        saved   10, WORDS + 8
        saved   11, WORDS + 12
        saved   12, WORDS + 16
        saved   LR, WORDS + 20
        saved   CTR, WORDS + 24
        saved   XER, WORDS + 28
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        saved   32 + \n, DOUBLES + 8 * \n
        .endr
        .balign 4                       # DW_CFA_nop is 0
.Lfde_end:
        .text

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
