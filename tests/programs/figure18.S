// run: --nodes 2
// expect: ok figure18
// The specification's poll / send / check sequence (CSD-94-823 A.10, Figure 18), without the
// vector: lpa is shifted into the sign bit, SEND5 takes the handler and then the destination, BC2F
// tests. Node 0 sends 50 messages to node 1, which answers each by sending its words back.
#include <xnet_asm.h>
        .set    noreorder

        .text
        .globl  main
        .type   main, @function
main:
        addiu   $29, $29, -24
        sw      $31, 20($29)
        cfc2    $19, $XNET_NI_NIID
        nop
        bne     $19, $0, done                   // node 1 only handles messages
        li      $2, 0

        la      $17, returned
        li      $18, 50
        li      $20, 1
next:   cfc2    $2, $XNET_NI_NISTAT             // get nistat
        nop
        sll     $2, $2, 31 - XNET_NISTAT_LPA_SHIFT
        bltz    $2, sendit
        nop
        b       next
        nop
sendit: move    $21, $29
        li      $4, 1
        li      $5, 20
        li      $6, 300
        li      $7, 4000
        la      $8, ask
        li      $9, 1
        li      $29, 50000
        send5   $8, $9
        move    $29, $21                        // the slot that the hazard requires
        bc2f    sendit
        nop
1:      lw      $2, 0($17)                      // one answer each
        nop
        bne     $2, $20, 1b
        nop
        addiu   $20, $20, 1
        addiu   $18, $18, -1
        bgtz    $18, next
        nop

        la      $2, sum
        lw      $2, 0($2)
        li      $3, 50 * 54321
        la      $4, ok
        beq     $2, $3, 1f
        li      $16, 0
        la      $4, wrong
        li      $16, 1
1:      jal     puts
        nop
        move    $2, $16
done:   lw      $31, 20($29)
        nop
        jr      $31
        addiu   $29, $29, 24

// Low: returns its message at high priority, as it is in $4-$7 and $29.
        .type   ask, @function
ask:    la      $8, answer
1:      send5h  $8, $0
        nop
        bc2f    1b
        nop
        hret

        .type   answer, @function
answer: addu    $4, $4, $5
        addu    $4, $4, $6
        addu    $4, $4, $7
        addu    $4, $4, $29
        la      $5, sum
        lw      $6, 0($5)
        nop
        addu    $6, $6, $4
        sw      $6, 0($5)
        la      $5, returned
        lw      $6, 0($5)
        nop
        addiu   $6, $6, 1
        sw      $6, 0($5)
        hret

        .section .rodata
ok:     .asciz  "ok figure18"
wrong:  .asciz  "the sum of what came back is wrong"
        .bss
        .balign 4
returned: .space 4
sum:    .space 4
