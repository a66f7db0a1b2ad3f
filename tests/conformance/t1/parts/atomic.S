// A SEND that an event would interrupt, if that were possible.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

// unsigned NAME(void *handler, unsigned node, unsigned cycles): sets timec to `cycles` after the first of 30
// instructions of one cycle; the SEND follows, at NAME_at. Returns nistat directly after it.
        .macro  around name, instruction, vector:vararg
        .globl  \name, \name\()_at
        .type   \name, @function
\name:  move    $10, $4
        move    $11, $5
        move    $12, $29
        move    $13, $6
        li      $4, 0x1111
        li      $5, 0x2222
        li      $6, 0x3333
        li      $7, 0x4444
        li      $29, 0x5555
        cfc2    $14, $XNET_NI_COUNT
        addu    $14, $14, $13
        ctc2    $14, $XNET_NI_TIMEC
        .rept   27
        nop
        .endr
\name\()_at:
        \instruction $10, $11 \vector
        cfc2    $2, $XNET_NI_NISTAT
        .rept   20
        nop
        .endr
        move    $29, $12
        jr      $31
        nop
        .size   \name, . - \name
        .endm
        .text
        around  send5, send5
        around  send5h, send5h
        around  send5v, send5.v, , $vr4
        around  send5hv, send5h.v, , $vr4
        around  mcst5, mcst5
        around  mcst5h, mcst5h
        around  mcst5v, mcst5.v, , $vr4
        around  mcst5hv, mcst5h.v, , $vr4
