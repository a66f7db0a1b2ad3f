// Handlers that change the registers of their set, and normal code that checks its own.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .macro  spoil
        li      $4, 0xbad4
        li      $5, 0xbad5
        li      $6, 0xbad6
        li      $7, 0xbad7
        li      $29, 0xbad9
        .endm

        .text
// For messages of both priorities and timelets: $8 += 1, $9 += 3.
        .globl  bump
        .type   bump, @function
bump:   addiu   $8, $8, 1
        addiu   $9, $9, 3
        spoil
        hret
        .size   bump, . - bump

// For outlets: the same, and disables them.
        .globl  bump_outlet
        .type   bump_outlet, @function
bump_outlet:
        cfc2    $4, $XNET_NI_NISTAT
        lui     $5, %hi(XNET_NISTAT_OM)
        or      $4, $4, $5
        xor     $4, $4, $5
        ctc2    $4, $XNET_NI_NISTAT
        addiu   $8, $8, 1
        addiu   $9, $9, 3
        spoil
        hret
        .size   bump_outlet, . - bump_outlet

// unsigned hold(unsigned value, int turns): holds values in $4-$9, $29 while nistat is `value` for 3 * turns
// cycles. Returns a bit for each register that has changed.
        .globl  hold
        .type   hold, @function
hold:   move    $10, $4
        move    $11, $5
        move    $24, $29
        cfc2    $12, $XNET_NI_NISTAT
        li      $4, 0x4444
        li      $5, 0x5555
        li      $6, 0x6666
        li      $7, 0x7777
        li      $8, 0x8888
        li      $9, 0x9999
        li      $29, 0x2929
        ctc2    $10, $XNET_NI_NISTAT
1:      addiu   $11, $11, -1
        bgtz    $11, 1b
        nop
        ctc2    $12, $XNET_NI_NISTAT
        li      $2, 0
        .macro  same reg, value, bit
        xori    $3, $\reg, \value
        sltu    $3, $0, $3
        sll     $3, $3, \bit
        or      $2, $2, $3
        .endm
        same    4, 0x4444, 0
        same    5, 0x5555, 1
        same    6, 0x6666, 2
        same    7, 0x7777, 3
        same    8, 0x8888, 4
        same    9, 0x9999, 5
        same    29, 0x2929, 6
        jr      $31
        move    $29, $24
        .size   hold, . - hold
