// The interrupt handler: it stores EPC and Cause of the first interrupt and returns, or sends.
#include <cop0.h>
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .bss
        .balign 4
        .globl  interrupt
interrupt:
        .space  12              // number of interrupts; EPC and Cause of the first
        .text

        .globl  interrupt_entry
        .type   interrupt_entry, @function
interrupt_entry:
        lui     $26, %hi(interrupt)
        addiu   $26, $26, %lo(interrupt)
        lw      $27, 0($26)
        nop
        bnez    $27, 1f
        addiu   $27, $27, 1
        sw      $27, 0($26)
        mfc0    $27, $COP0_CAUSE
        nop
        sw      $27, 8($26)
        mfc0    $27, $COP0_EPC
        nop
        sw      $27, 4($26)
        jr      $27
        rfe
1:      sw      $27, 0($26)
        mfc0    $27, $COP0_EPC
        nop
        jr      $27
        rfe
        .size   interrupt_entry, . - interrupt_entry

// Entries for a software interrupt, which send a high message to node 0, to interrupt_message. `careful` saves
// nistat before and writes it back.
        .macro  sends name, careful
        .globl  \name
        .type   \name, @function
\name:  cfc2    $26, $XNET_NI_NISTAT
        lui     $27, %hi(interrupt_message)
        addiu   $27, $27, %lo(interrupt_message)
        send0h  $27, $0
        .if     \careful
        ctc2    $26, $XNET_NI_NISTAT
        .endif
        lui     $26, %hi(interrupt)
        addiu   $26, $26, %lo(interrupt)
        lw      $27, 0($26)
        mtc0    $0, $COP0_CAUSE
        addiu   $27, $27, 1
        sw      $27, 0($26)
        mfc0    $27, $COP0_EPC
        nop
        jr      $27
        rfe
        .size   \name, . - \name
        .endm
        sends   interrupt_careful, 1
        sends   interrupt_careless, 0

        .globl  interrupt_message
        .type   interrupt_message, @function
interrupt_message:
        hret
        .size   interrupt_message, . - interrupt_message

// unsigned NAME(void *handler, unsigned node, unsigned shift): sends a message to `node` at the other priority; the
// SEND follows `shift` cycles before a fixed place, at NAME_at. Returns nistat directly after it.
        .macro  around name, trigger, instruction, vector
        .globl  \name, \name\()_at
        .type   \name, @function
\name:  move    $10, $4
        move    $11, $5
        move    $12, $29
        lui     $13, %hi(1f)
        addiu   $13, $13, %lo(1f)
        sll     $6, $6, 2
        subu    $13, $13, $6
        lui     $14, %hi(interrupt_message)
        addiu   $14, $14, %lo(interrupt_message)
        li      $4, 0x1111
        li      $5, 0x2222
        li      $6, 0x3333
        li      $7, 0x4444
        li      $29, 0x5555
        \trigger $14, $11
        jr      $13
        nop
        .rept   64
        nop
        .endr
1:
\name\()_at:
        .if     \vector
        \instruction $10, $11, $vr4
        .else
        \instruction $10, $11
        .endif
        cfc2    $2, $XNET_NI_NISTAT
        .rept   64
        nop
        .endr
        move    $29, $12
        jr      $31
        nop
        .size   \name, . - \name
        .endm
        around  at_send5, send0h, send5, 0
        around  at_send5v, send0h, send5.v, 1
        around  at_send5h, send0, send5h, 0
        around  at_send5hv, send0, send5h.v, 1
        around  at_mcst5, send0h, mcst5, 0
        around  at_mcst5v, send0h, mcst5.v, 1
        around  at_mcst5h, send0, mcst5h, 0
        around  at_mcst5hv, send0, mcst5h.v, 1
