// run: --nodes 2
// expect: ok figure8
// The specification's own way to form a critical section and to poll: clear and set the event
// enable bit (CSD-94-823 section 3.4, Figure 8). In assembly only, and without $4-$9 and $29 in
// between: clearing EE shows the high set's (A.10).
#include <xnet_asm.h>
        .set    noreorder

#define ENTER_CRIT  ctc2 $0, $XNET_NI_ENABLE; nop; nop
#define EXIT_CRIT   ori $10, $0, 1; ctc2 $10, $XNET_NI_ENABLE; nop; nop
#define NI_POLL     EXIT_CRIT; ENTER_CRIT

        .text
        .globl  main
        .type   main, @function
main:
        addiu   $29, $29, -24
        sw      $31, 20($29)
        la      $16, handled
        la      $17, bump
        li      $18, 0                          // the errors, one bit each
        cfc2    $19, $XNET_NI_NIID

        // A message to the node itself in the section is not handled...
        ENTER_CRIT
        send0   $17, $19
        nop
        bc2f    fail
        nop
        li      $20, 1000
1:      bgtz    $20, 1b
        addiu   $20, $20, -1
        lw      $21, 0($16)
        cfc2    $22, $XNET_NI_NISTAT            // ...but seen: "a quick poll" (A.2.5)
        sltu    $21, $0, $21
        or      $18, $18, $21                   // 1: handled in the section
        bltz    $22, 2f
        nop
        ori     $18, $18, 2                     // 2: pend clear
2:      NI_POLL
        lw      $21, 0($16)
        nop
        xori    $21, $21, 1
        sll     $21, $21, 2
        or      $18, $18, $21                   // 4: not handled in the poll

        send0   $17, $19
        nop
        bc2f    fail
        nop
        li      $20, 1000
1:      bgtz    $20, 1b
        addiu   $20, $20, -1
        lw      $21, 0($16)
        nop
        xori    $21, $21, 1
        sll     $21, $21, 3
        or      $18, $18, $21                   // 8: handled between poll and end
        EXIT_CRIT
        lw      $21, 0($16)
        nop
        xori    $21, $21, 2
        sll     $21, $21, 4
        or      $18, $18, $21                   // 16, 32: not handled after

        bne     $18, $0, bad
        nop
        bne     $19, $0, leave                  // node 0 reports for all; the others' status counts
        nop
        la      $4, ok
        jal     puts
        nop
leave:  move    $2, $18
        lw      $31, 20($29)
        nop
        jr      $31
        addiu   $29, $29, 24
fail:   ori     $18, $18, 64
bad:    la      $4, wrong
        move    $5, $19
        jal     printf
        move    $6, $18
        b       leave
        nop

        .type   bump, @function
bump:   la      $4, handled
        lw      $5, 0($4)
        nop
        addiu   $5, $5, 1
        sw      $5, 0($4)
        hret

        .section .rodata
ok:     .asciz  "ok figure8"
wrong:  .asciz  "node %d: checks that failed: 0x%x\n"
        .bss
        .balign 4
handled: .space 4
