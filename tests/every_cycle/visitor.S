# A handler with operations that cross the edges of blocks: loads, MULT, DIVU, a likely branch, a loop. It is linked to
# the tested program and preserves everything except its own memory: HI, LO, and the registers of its level that belong
# to the runtime ($9, docs/t1-abi.md).
    .set noreorder
    .set noat
    .text
    .globl every_cycle_visitor
    .type every_cycle_visitor, @function
every_cycle_visitor:                # $4, $5: the words of the message
    lui $8, %hi(every_cycle_visits)
    addiu $8, $8, %lo(every_cycle_visits)
    lw $29, 0($8)
    addiu $29, $29, 1
    sw $29, 0($8)
    mflo $6
    mfhi $7
    multu $29, $4
    lw $29, 4($8)
    mflo $4
    addu $29, $29, $4
    divu $0, $29, $5
    sw $29, 4($8)
1:  sb $5, 8($8)
    addiu $5, $5, -1
    lbu $29, 8($8)
    bnel $5, $0, 1b
    addu $4, $4, $29
    mfhi $29
    sw $29, 64($8)
    mtlo $6
    mthi $7
    hret
    .size every_cycle_visitor, . - every_cycle_visitor

    .data
    .balign 8
    .globl every_cycle_visits
    .type every_cycle_visits, @object
every_cycle_visits:                 # number of calls; the rest is its own memory
    .space 72
    .size every_cycle_visits, 72
