// A sequence of branches, to be interrupted at every cycle.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .bss
        .balign 4
        .globl  resume_at, resume_count
resume_at:
        .space  4
resume_count:
        .space  4

        .text
// Handlers: store where execution would continue.
        .macro  keep name, register
        .globl  \name
        .type   \name, @function
\name:  lui     $8, %hi(resume_at)
        cfc2    $4, $\register
        lw      $5, %lo(resume_count)($8)
        sw      $4, %lo(resume_at)($8)
        addiu   $5, $5, 1
        sw      $5, %lo(resume_count)($8)
        .endm
        keep    keep_low, XNET_NI_LPEPC
        hret
        keep    keep_high, XNET_NI_HPEPC
        hret
        keep    keep_outlet, XNET_NI_LPEPC
        cfc2    $4, $XNET_NI_NISTAT
        lui     $5, %hi(XNET_NISTAT_OM)
        or      $4, $4, $5
        xor     $4, $4, $5
        ctc2    $4, $XNET_NI_NISTAT
        hret

// unsigned course(unsigned kind, unsigned shift, handler, node): an action that leads to an event,
// and `shift` cycles later the course begins. Returns a sum that depends on every instruction of it.
//   kind 0: timec = Count + 130; 1: send0; 2: send0h; 3: send2, which takes the only slot of the
//   injection buffer, and om is set
        .globl  course, course_end
        .type   course, @function
course: lui     $10, %hi(sled_end)
        addiu   $10, $10, %lo(sled_end)
        sll     $11, $5, 2
        subu    $10, $10, $11
        move    $24, $31
        li      $2, 0
        li      $11, 1
        beq     $4, $11, 1f
        li      $11, 2
        beq     $4, $11, 2f
        li      $11, 3
        beq     $4, $11, 3f
        nop
        cfc2    $11, $XNET_NI_COUNT
        addiu   $11, $11, 130
        jr      $10
        ctc2    $11, $XNET_NI_TIMEC
1:      jr      $10
        send0   $6, $7
2:      jr      $10
        send0h  $6, $7
3:      send2   $6, $7
        cfc2    $11, $XNET_NI_NISTAT
        lui     $12, %hi(XNET_NISTAT_OM)
        or      $11, $11, $12
        jr      $10
        ctc2    $11, $XNET_NI_NISTAT
        .rept   140
        nop
        .endr
sled_end:
        li      $11, 3
b1:     blez    $11, b2
        addiu   $2, $2, 1
b1b:    b       b1
        addiu   $11, $11, -1
b2:     beq     $0, $0, 1f
        addiu   $2, $2, 0x10
        addiu   $2, $2, 0x4000
1:
b3:     bne     $0, $0, 1f
        addiu   $2, $2, 0x20
1:
b4:     bnel    $0, $0, 1f
        addiu   $2, $2, 0x4000
1:
b5:     beql    $0, $0, 1f
        addiu   $2, $2, 0x40
        addiu   $2, $2, 0x4000
1:
b6:     bc2t    1f
        addiu   $2, $2, 0x80
        addiu   $2, $2, 0x4000
1:
b7:     bc2f    1f
        addiu   $2, $2, 0x100
1:
b8:     bc2fl   1f
        addiu   $2, $2, 0x4000
1:
b9:     bc2tl   1f
        addiu   $2, $2, 0x200
        addiu   $2, $2, 0x4000
1:
b10:    jal     1f
        addiu   $2, $2, 0x400
        b       2f
        nop
1:
b11:    jr      $31
        addiu   $2, $2, 0x800
2:
b12:    bgezal  $0, 1f
        addiu   $2, $2, 0x1000
        addiu   $2, $2, 0x4000
1:
course_end:
        .rept   60
        nop
        .endr
        jr      $24
        nop
        .size   course, . - course

// unsigned diverted(unsigned value): writes nistat. Returns 1 if the handler that this admits changed
// the return address.
        .globl  diverted
        .type   diverted, @function
diverted:
        li      $2, 0
        ctc2    $4, $XNET_NI_NISTAT
        nop
        b       1f
        nop
diverted_to:
        li      $2, 1
1:      jr      $31
        nop
        .size   diverted, . - diverted

        .macro  divert name, register
        .globl  \name
        .type   \name, @function
\name:  lui     $4, %hi(diverted_to)
        addiu   $4, $4, %lo(diverted_to)
        ctc2    $4, $\register
        hret
        .endm
        divert  divert_low, XNET_NI_LPEPC
        divert  divert_high, XNET_NI_HPEPC

// The branches of the sequence, and the number of cycles in which an event finds that execution would
// continue there: one before the branch and one before its slot, for each execution; none before a
// skipped slot, but the cycle of skipping counts for the branch after it.
        .section .rodata
        .balign 4
        .globl  course_branches, course_cycles
course_branches:
        .word   b1, b1b, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, 0
course_cycles:
        .word   8, 6, 2, 2, 1, 3, 2, 2, 1, 3, 2, 2, 2
