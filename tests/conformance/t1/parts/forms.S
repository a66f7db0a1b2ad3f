// Each of the eight SENDs with five words: in a handler, and with every register known.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .bss
        .balign 4
        .globl  forms_status, forms_seen
forms_status:
        .space  4               // nistat directly after the SEND
forms_seen:
        .space  4 * 34          // $0 to $31, HI, LO directly after it; $26 is not stored
forms_saved:
        .space  4 * 12
        .text

// NAME_in_handler: a handler of a message with a handler and a node. It sends 0x11111111 to 0x55555555 there, with
// the vector in its $vr1. It uses $26 and $27, and leaves $8 and $9 to handlers in C.
// void NAME_kept(void *handler, unsigned node): register i has 0x01010101 * i at the SEND, but for
// the operands $10 and $11, and $26. HI has 0x48484848, LO 0x4c4c4c4c. The vector is $vr4.
        .macro  form name, instruction, vector
        .globl  \name\()_in_handler, \name\()_kept
        .type   \name\()_in_handler, @function
\name\()_in_handler:
        move    $26, $4
        move    $27, $5
        cfc2    $4, $XNET_NI_NISTAT     // nicond is clear before
        lui     $5, %hi(XNET_NISTAT_NICOND)
        or      $4, $4, $5
        xor     $4, $4, $5
        ctc2    $4, $XNET_NI_NISTAT
        li      $4, 0x11111111
        li      $5, 0x22222222
        li      $6, 0x33333333
        li      $7, 0x44444444
        li      $29, 0x55555555
        .if     \vector
        \instruction $26, $27, $vr1
        .else
        \instruction $26, $27
        .endif
        cfc2    $4, $XNET_NI_NISTAT
        lui     $5, %hi(forms_status)
        sw      $4, %lo(forms_status)($5)
        hret
        .size   \name\()_in_handler, . - \name\()_in_handler

        .type   \name\()_kept, @function
\name\()_kept:
        lui     $26, %hi(forms_saved)
        addiu   $26, $26, %lo(forms_saved)
        sw      $16, 0($26)
        sw      $17, 4($26)
        sw      $18, 8($26)
        sw      $19, 12($26)
        sw      $20, 16($26)
        sw      $21, 20($26)
        sw      $22, 24($26)
        sw      $23, 28($26)
        sw      $28, 32($26)
        sw      $29, 36($26)
        sw      $30, 40($26)
        sw      $31, 44($26)
        move    $10, $4
        move    $11, $5
        li      $1, 0x48484848
        mthi    $1
        li      $1, 0x4c4c4c4c
        mtlo    $1
        .irp    i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27, 28, 29, 30, 31
        li      $\i, 0x01010101 * \i
        .endr
        .if     \vector
        \instruction $10, $11, $vr4
        .else
        \instruction $10, $11
        .endif
        lui     $26, %hi(forms_seen)
        addiu   $26, $26, %lo(forms_seen)
        .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27, 28, 29, 30, 31
        sw      $\i, 4 * \i($26)
        .endr
        mfhi    $1
        mflo    $2
        sw      $1, 128($26)
        sw      $2, 132($26)
        cfc2    $4, $XNET_NI_NISTAT
        lui     $26, %hi(forms_status)
        sw      $4, %lo(forms_status)($26)
        lui     $26, %hi(forms_saved)
        addiu   $26, $26, %lo(forms_saved)
        lw      $16, 0($26)
        lw      $17, 4($26)
        lw      $18, 8($26)
        lw      $19, 12($26)
        lw      $20, 16($26)
        lw      $21, 20($26)
        lw      $22, 24($26)
        lw      $23, 28($26)
        lw      $28, 32($26)
        lw      $29, 36($26)
        lw      $30, 40($26)
        lw      $31, 44($26)
        nop
        jr      $31
        nop
        .size   \name\()_kept, . - \name\()_kept
        .endm

        form    send5, send5, 0
        form    send5v, send5.v, 1
        form    send5h, send5h, 0
        form    send5hv, send5h.v, 1
        form    mcst5, mcst5, 0
        form    mcst5v, mcst5.v, 1
        form    mcst5h, mcst5h, 0
        form    mcst5hv, mcst5h.v, 1
