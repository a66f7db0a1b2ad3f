// Delivers stored messages to the program's handlers (docs/gang.md).
#include <cop0.h>
#include <gang_context.h>
#include <gang_registers.h>
#include <xnet_asm.h>

        .set    noreorder
        .set    noat

        .text

// The event of a message that the kernel has stored: its handler begins as at an arrival. $4-$7 and
// $29 are free for its words, $26 and $27 for the kernel. __gang_ready: for low and for high, the
// first message of a list.
        .globl  __gang_feed
        .type   __gang_feed, @function
__gang_feed:
        mfc0    $4, $COP0_STATUS
        nop
        srl     $4, $4, 6               // clears the stack of modes: no interrupt from here on, and
        sll     $4, $4, 6               // RFE leads to user mode with interrupts
        ori     $4, $4, COP0_STATUS_KUP | COP0_STATUS_IEP
        mtc0    $4, $COP0_STATUS
        la      $5, __gang_ready
        cfc2    $27, $XNET_NI_NISTAT
        li      $7, GANG_DRAIN_STORED_LOW
        sll     $4, $27, 31 - XNET_NISTAT_EE_SHIFT
        bltz    $4, 1f
        nop
        addiu   $5, $5, 4
        li      $7, GANG_DRAIN_STORED_HIGH
1:      lw      $6, 0($5)
        nop
        lw      $4, STORED_NEXT($6)
        nop
        bnez    $4, 2f
        sw      $4, 0($5)
        cfc2    $4, $GANG_DRAIN         // it is the last message
        nop
        xor     $4, $4, $7
        ctc2    $4, $GANG_DRAIN
2:      lw      $4, STORED_INFORMATION($6)
        cfc2    $29, $XNET_NI_VLR       // of the program, shared by all levels
        andi    $5, $4, XNET_NISTAT_VLEN
        beqz    $5, 3f
        nop
        ctc2    $5, $XNET_NI_VLR        // the level's $vr1 no longer changes, as at an arrival
        lw.v    $vr1, STORED_VECTOR($6)
        ctc2    $29, $XNET_NI_VLR
3:      lui     $5, (GANG_LEVEL_USER | GANG_LEVEL_OF_MESSAGE) >> 16
        or      $4, $4, $5
        ctc2    $4, $GANG_LEVEL
        lw      $26, STORED_HANDLER($6)
        sll     $27, $27, 31 - XNET_NISTAT_AME_SHIFT
        bltz    $27, 4f
        ctc2    $26, $XNET_NI_INH
        cfc2    $26, $XNET_NI_DMH
4:      lw      $29, STORED_WORDS + 16($6)
        lw      $7, STORED_WORDS + 12($6)
        lw      $5, STORED_WORDS + 4($6)
        lw      $4, STORED_WORDS($6)
        lw      $6, STORED_WORDS + 8($6)
        jr      $26
        rfe
        .size   __gang_feed, . - __gang_feed
