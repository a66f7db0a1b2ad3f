// Handlers that enable events of their own level by hand, and restore the state that this destroys.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .bss
        .balign 4
        .globl  found, inner_came, inner_at
found:  .space  36              // before, inside, after; nistat, $9; own[2]; word[2]
inner_came:
        .space  4
inner_at:
        .space  4
        .text

// \open sets the bit and \close clears it; \pc is where the level continues. $10 to $15, $24 and $25
// belong to no set: normal code (hold_9) leaves them free.
        .macro  by_hand name, pc
        .globl  \name, \name\()_open
        .type   \name, @function
\name:  lui     $10, %hi(found)
        addiu   $10, $10, %lo(found)
        lui     $11, %hi(inner_came)
        addiu   $11, $11, %lo(inner_came)
        lw      $12, 0($11)
        cfc2    $13, $\pc
        sw      $12, 0($10)
        sw      $13, 20($10)
        sw      $4, 28($10)
        cfc2    $14, $XNET_NI_NISTAT
        lui     $15, %hi(XNET_NISTAT_EE | XNET_NISTAT_LPEE)
        ori     $15, $15, %lo(XNET_NISTAT_EE | XNET_NISTAT_LPEE)
        or      $15, $15, $14
        ctc2    $15, $XNET_NI_NISTAT    // both are set: as if this were normal code
\name\()_open:
        lw      $12, 0($11)             // the inner handler has run
        cfc2    $15, $XNET_NI_NISTAT
        sw      $12, 4($10)
        sw      $15, 12($10)
        sw      $9, 16($10)
        ctc2    $14, $XNET_NI_NISTAT    // this level again
        cfc2    $15, $\pc
        sw      $4, 32($10)
        sw      $15, 24($10)
        lw      $12, 0($11)
        ctc2    $13, $\pc
        sw      $12, 8($10)
        hret
        .size   \name, . - \name
        .endm
        by_hand by_hand_low, XNET_NI_LPEPC
        by_hand by_hand_high, XNET_NI_HPEPC

        .macro  inner name, pc
        .globl  \name
        .type   \name, @function
\name:  lui     $5, %hi(inner_came)
        addiu   $5, $5, %lo(inner_came)
        lw      $6, 0($5)
        cfc2    $7, $\pc
        addiu   $6, $6, 1
        sw      $6, 0($5)
        sw      $7, 4($5)
        hret
        .size   \name, . - \name
        .endm
        inner   inner_low, XNET_NI_LPEPC
        inner   inner_high, XNET_NI_HPEPC

// unsigned hold_9(unsigned status, unsigned value): $9 = value while nistat is `status` for a while.
// Returns $9 at that point.
        .globl  hold_9
        .type   hold_9, @function
hold_9: move    $9, $5
        ctc2    $4, $XNET_NI_NISTAT
        .rept   20
        nop
        .endr
        jr      $31
        move    $2, $9
        .size   hold_9, . - hold_9
