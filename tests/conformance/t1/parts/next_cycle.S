// Code at known addresses in which an event comes at a known instruction.
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

        .macro  twenty
        .rept   20
        nop
        .endr
        .endm

        .text
// void unmask(unsigned value): writes nistat; an event that this admits comes at unmask_next.
        .globl  unmask, unmask_next
        .type   unmask, @function
unmask: ctc2    $4, $XNET_NI_NISTAT
unmask_next:
        twenty
        jr      $31
        nop
        .size   unmask, . - unmask

// void enable_low(unsigned closed, unsigned open): LPEE is clear in `closed`; an event that `open`
// admits comes at enable_low_next.
        .globl  enable_low, enable_low_next
        .type   enable_low, @function
enable_low:
        move    $10, $4
        move    $11, $5
        ctc2    $10, $XNET_NI_NISTAT
        twenty
        ctc2    $11, $XNET_NI_NISTAT
enable_low_next:
        twenty
        jr      $31
        nop
        .size   enable_low, . - enable_low

// void enable_all(unsigned open): as above with EE, by the register enable. `open` is written to
// nistat while EE is clear, and has EE clear.
        .globl  enable_all, enable_all_next
        .type   enable_all, @function
enable_all:
        move    $10, $4
        ctc2    $0, $XNET_NI_ENABLE
        ctc2    $10, $XNET_NI_NISTAT
        twenty
        li      $11, 1
        ctc2    $11, $XNET_NI_ENABLE
enable_all_next:
        twenty
        jr      $31
        nop
        .size   enable_all, . - enable_all

// void disable(unsigned cycles): a timelet `cycles` after the first of 20 instructions; the 21st, at
// disable_at, writes 0 to enable. It is 1 again after enabled_again.
        .globl  disable, disable_at, enabled_again
        .type   disable, @function
disable:
        move    $11, $4
        li      $12, 1
        cfc2    $10, $XNET_NI_COUNT
        addu    $10, $10, $11
        ctc2    $10, $XNET_NI_TIMEC
        .rept   17
        nop
        .endr
disable_at:
        ctc2    $0, $XNET_NI_ENABLE
        twenty
        ctc2    $12, $XNET_NI_ENABLE
enabled_again:
        twenty
        jr      $31
        nop
        .size   disable, . - disable

// void count_down(unsigned cycles): sets timec to that many cycles after the instruction at
// count_here. Each of the 60 instructions from there on takes one.
        .globl  count_down, count_here
        .type   count_down, @function
count_down:
        nop
count_here:
        cfc2    $10, $XNET_NI_COUNT
        addu    $10, $10, $4
        ctc2    $10, $XNET_NI_TIMEC
        twenty
        twenty
        twenty
        jr      $31
        nop
        .size   count_down, . - count_down

// unsigned pending_at(unsigned cycles, unsigned *before): timec as in count_down. Returns nistat in
// exactly that cycle; *before is nistat in the cycle before. `cycles` is even, and at least 8.
        .globl  pending_at
        .type   pending_at, @function
pending_at:
        addiu   $11, $4, -6
        cfc2    $10, $XNET_NI_COUNT             // 0
        addu    $10, $10, $4                    // 1
        ctc2    $10, $XNET_NI_TIMEC             // 2
1:      bgtz    $11, 1b                         // 3, and 2 for each iteration
        addiu   $11, $11, -2                    // 4
        cfc2    $12, $XNET_NI_NISTAT            // cycles - 1, if that is even
        cfc2    $2, $XNET_NI_NISTAT
        jr      $31
        sw      $12, 0($5)
        .size   pending_at, . - pending_at
