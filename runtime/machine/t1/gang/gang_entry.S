// Entry and exit of programs (docs/gang.md). No event occurs in kernel mode while Status.KD is set. $26 and $27 belong to the
// kernel.
#include <cop0.h>
#include <gang_context.h>
#include <gang_registers.h>
#include <xnet_asm.h>

        .set    noreorder
        .set    noat

#define STACK 16384
#define LATER 64 /* cycles */

// nistat for each register set, event mask closed.
#define MAIN (XNET_NISTAT_EE | XNET_NISTAT_LPEE | XNET_NISTAT_AME)
#define LOW (XNET_NISTAT_EE | XNET_NISTAT_AME)
#define HIGH (XNET_NISTAT_LPEE | XNET_NISTAT_AME)

        // Saves or restores registers that every set shares, to or from the context in $27.
        .macro  others instruction
        .set    at_, CONTEXT_OTHERS
        .irp    n, 1, 2, 3, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 30, 31
        \instruction $\n, at_($27)
        .set    at_, at_ + 4
        .endr
        .endm
        // Saves or restores the registers of the visible set.
        .macro  swapped instruction, set
        .set    at_, CONTEXT_SET(\set)
        .irp    n, 4, 5, 6, 7, 8, 9, 29
        \instruction $\n, at_($27)
        .set    at_, at_ + 4
        .endr
        .endm
        .macro  show bits
        li      $26, \bits
        ctc2    $26, $XNET_NI_NISTAT
        nop
        nop
        .endm
        // $vr0 to $vr31, with $vr1 of the main level. vlr is 32.
        .macro  vectors instruction
        .set    at_, CONTEXT_VECTORS
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \instruction $vr\n, at_($27)
        .set    at_, at_ + 4 * VECTOR_WORDS
        .endr
        .endm
        .macro  save number, at
        cfc2    $2, $\number
        nop
        sw      $2, \at($27)
        .endm
        .macro  restore number, at
        lw      $2, \at($27)
        nop
        ctc2    $2, $\number
        .endm

        .text

// Every exception. Saves the program and calls gang_exception(context), which does not return.
        .globl  __gang_entry
        .type   __gang_entry, @function
__gang_entry:
        mfc0    $26, $COP0_STATUS
        lui     $27, %hi(__gang_current)
        andi    $26, $26, COP0_STATUS_KUP
        beqz    $26, in_kernel
        lw      $27, %lo(__gang_current)($27)
        cfc2    $26, $XNET_NI_COUNT     // before tp is read
        nop
        sw      $26, CONTEXT_COUNT($27)
        cfc2    $26, $XNET_NI_NISTAT
        others  sw
        sw      $26, CONTEXT_NISTAT($27)
        show    MAIN
        swapped sw, 0
        save    XNET_NI_VLR, CONTEXT_VLR
        li      $2, VECTOR_WORDS
        ctc2    $2, $XNET_NI_VLR
        vectors sw.v
        show    LOW
        swapped sw, 1
        sw.v    $vr1, CONTEXT_LOW_VECTOR($27)
        save    XNET_NI_INH, CONTEXT_SET(1) + 28
        save    GANG_LEVEL, CONTEXT_SET(1) + 32
        la      $9, __low_stack_top
        show    HIGH
        swapped sw, 2
        sw.v    $vr1, CONTEXT_HIGH_VECTOR($27)
        save    XNET_NI_INH, CONTEXT_SET(2) + 28
        save    GANG_LEVEL, CONTEXT_SET(2) + 32
        la      $9, __high_stack_top
        mfhi    $2
        mflo    $3
        sw      $2, CONTEXT_HI($27)
        sw      $3, CONTEXT_LO($27)
        mfc0    $2, $COP0_EPC
        mfc0    $3, $COP0_CAUSE
        sw      $2, CONTEXT_EPC($27)
        sw      $3, CONTEXT_CAUSE($27)
        save    XNET_NI_LPEPC, CONTEXT_LPEPC
        save    XNET_NI_HPEPC, CONTEXT_HPEPC
        save    XNET_NI_TIMEH, CONTEXT_TIMEH
        save    XNET_NI_TIMEC, CONTEXT_TIMEC
        save    XNET_NI_DMH, CONTEXT_DMH
        save    XNET_NI_OUTH, CONTEXT_OUTH
        show    MAIN | XNET_NISTAT_HPMM | XNET_NISTAT_LPMM
        la      $29, kernel_stack + STACK - 16
        jal     gang_exception
        move    $4, $27

// The kernel's own handlers and __gang_feed run with the timer on: defers the timer a little.
in_kernel:
        mfc0    $26, $COP0_CAUSE
        nop
        andi    $27, $26, 0x7C
        bnez    $27, kernel_fault
        nop
        cfc2    $26, $XNET_NI_COUNT
        nop
        addiu   $26, $26, LATER
        ctc2    $26, $GANG_TIMER
        mfc0    $26, $COP0_EPC
        nop
        jr      $26
        rfe
kernel_fault:
        mfc0    $4, $COP0_EPC
        mfc0    $5, $COP0_CAUSE
        la      $29, kernel_stack + STACK - 16
        j       gang_kernel_fault
        nop
        .size   __gang_entry, . - __gang_entry

// void __gang_resume(const struct gang_context *, unsigned status): resumes the program.
        .globl  __gang_resume
        .type   __gang_resume, @function
__gang_resume:
        move    $27, $4
        mtc0    $5, $COP0_STATUS
        restore XNET_NI_LPEPC, CONTEXT_LPEPC
        restore XNET_NI_HPEPC, CONTEXT_HPEPC
        restore XNET_NI_TIMEH, CONTEXT_TIMEH
        restore XNET_NI_TIMEC, CONTEXT_TIMEC
        restore XNET_NI_DMH, CONTEXT_DMH
        restore XNET_NI_OUTH, CONTEXT_OUTH
        lw      $2, CONTEXT_HI($27)
        lw      $3, CONTEXT_LO($27)
        mthi    $2
        mtlo    $3
        show    MAIN
        swapped lw, 0
        li      $2, VECTOR_WORDS
        ctc2    $2, $XNET_NI_VLR
        vectors lw.v
        show    LOW
        lw.v    $vr1, CONTEXT_LOW_VECTOR($27)
        restore XNET_NI_INH, CONTEXT_SET(1) + 28
        restore GANG_LEVEL, CONTEXT_SET(1) + 32
        swapped lw, 1
        show    HIGH
        lw.v    $vr1, CONTEXT_HIGH_VECTOR($27)
        restore XNET_NI_INH, CONTEXT_SET(2) + 28
        restore GANG_LEVEL, CONTEXT_SET(2) + 32
        swapped lw, 2
        restore XNET_NI_VLR, CONTEXT_VLR
        others  lw
        lw      $26, CONTEXT_NISTAT($27)
        lw      $27, CONTEXT_EPC($27)
        ctc2    $26, $XNET_NI_NISTAT    // seen from the third instruction on (A.10)
        nop
        jr      $27
        rfe
        .size   __gang_resume, . - __gang_resume

// A node that has left a program's main continues here, in user mode: it only handles messages.
        .globl  __gang_idle
        .type   __gang_idle, @function
__gang_idle:
        b       __gang_idle
        nop
        .size   __gang_idle, . - __gang_idle

// The first instructions of a program: $16 has its main.
        .globl  __gang_begin
        .type   __gang_begin, @function
__gang_begin:
        jalr    $16
        nop
        syscall 1
        .size   __gang_begin, . - __gang_begin

        .bss
        .balign 16
kernel_stack:
        .space  STACK
