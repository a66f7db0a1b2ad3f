// Handlers and helpers of event_temporaries.c.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .text
        .globl  count_low, count_high, exchange8, read9, normal_kept
        .type   count_low, @function
count_low:                              // $4-$8 and $29 are its own, and it needs no others
        addiu   $8, $8, 1
        lui     $5, %hi(handled_low)
        lw      $4, %lo(handled_low)($5)
        addiu   $4, $4, 1
        sw      $4, %lo(handled_low)($5)
        hret

        .type   count_high, @function
count_high:
        addiu   $8, $8, 1
        lui     $5, %hi(handled_high)
        lw      $4, %lo(handled_high)($5)
        addiu   $4, $4, 1
        sw      $4, %lo(handled_high)($5)
        hret

// $4 = EE and LPEE as wanted, $5 = the new value, both read before the set changes.
        .type   exchange8, @function
exchange8:
        move    $10, $5
        cfc2    $11, $XNET_NI_NISTAT
        lui     $12, %hi(XNET_NISTAT_EE | XNET_NISTAT_LPEE)
        nor     $12, $12, $0
        and     $12, $11, $12
        or      $12, $12, $4
        ctc2    $12, $XNET_NI_NISTAT
        nop
        nop
        move    $2, $8
        move    $8, $10
        ctc2    $11, $XNET_NI_NISTAT
        nop
        nop
        jr      $31
        nop

        .type   read9, @function
read9:
        cfc2    $11, $XNET_NI_NISTAT
        lui     $12, %hi(XNET_NISTAT_EE | XNET_NISTAT_LPEE)
        nor     $12, $12, $0
        and     $12, $11, $12
        or      $12, $12, $4
        ctc2    $12, $XNET_NI_NISTAT
        nop
        nop
        move    $2, $9
        ctc2    $11, $XNET_NI_NISTAT
        nop
        nop
        jr      $31
        nop

        .type   normal_kept, @function
normal_kept:
        li      $2, 0x5555
        li      $5, 0x1111
        li      $6, 0x2222
        li      $7, 0x3333
        li      $8, 0x4444
        xor     $9, $2, $8
1:      addiu   $4, $4, -1
        bgtz    $4, 1b
        nop
        bne     $4, $0, 2f
        addu    $10, $5, $6
        bne     $10, $7, 2f
        xor     $10, $9, $8
        bne     $10, $2, 2f
        li      $11, 0x4444
        bne     $8, $11, 2f
        nop
        jr      $31
        li      $2, 1
2:      jr      $31
        li      $2, 0

        .bss
        .globl  handled_low, handled_high
        .balign 4
handled_low:    .space 4
handled_high:   .space 4
