// SENDs of every length, with known words that change directly afterwards, and a handler that stores
// what it receives.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .bss
        .balign 4
        .globl  received
received:
        .space  40              // $4-$7, $29; nistat, inh, number of calls
        .text

// The handler of all these messages.
        .globl  keep_words
        .type   keep_words, @function
keep_words:
        lui     $8, %hi(received)
        addiu   $8, $8, %lo(received)
        sw      $4, 0($8)
        sw      $5, 4($8)
        sw      $6, 8($8)
        sw      $7, 12($8)
        sw      $29, 16($8)
        cfc2    $4, $XNET_NI_NISTAT
        cfc2    $5, $XNET_NI_INH
        lw      $6, 28($8)
        sw      $4, 20($8)
        sw      $5, 24($8)
        addiu   $6, $6, 1
        sw      $6, 28($8)
        hret
        .size   keep_words, . - keep_words

// unsigned NAME(handler, destination): the words are 0x11111111 to 0x55555555. Returns nistat
// directly after the SEND.
        .macro  one name, n
        .globl  \name
        .type   \name, @function
\name:  move    $10, $4
        move    $11, $5
        move    $12, $29
        cfc2    $13, $XNET_NI_NISTAT    // nicond is clear before
        lui     $14, %hi(XNET_NISTAT_NICOND)
        or      $13, $13, $14
        xor     $13, $13, $14
        ctc2    $13, $XNET_NI_NISTAT
        li      $4, 0x11111111
        li      $5, 0x22222222
        li      $6, 0x33333333
        li      $7, 0x44444444
        li      $29, 0x55555555
        \name   $10, $11
        li      $4, 0xbad4
        li      $5, 0xbad5
        li      $6, 0xbad6
        li      $7, 0xbad7
        li      $29, 0xbad9
        cfc2    $2, $XNET_NI_NISTAT
        jr      $31
        move    $29, $12
        .size   \name, . - \name
        .endm

        one     send0, 0
        one     send0h, 0
        one     send1, 1
        one     send1h, 1
        one     send2, 2
        one     send2h, 2
        one     send3, 3
        one     send3h, 3
        one     send4, 4
        one     send4h, 4
        one     send5, 5
        one     send5h, 5
