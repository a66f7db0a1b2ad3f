// hazard: (cfc2_used): needs 1 instruction between it and the CFC2 that loads what it reads, has 0
// hazard: (ctc2_read): needs 2 instructions between it and the CTC2 that writes what it depends on, has 1
// hazard: (condition_written): needs 2 instructions between it and the CTC2 that writes what it depends on, has 0
// hazard: (send_tested): needs 1 instruction between it and the SEND whose outcome it tests, has 0
// hazard: (other_registers): needs 2 instructions between it and the CTC2 that makes another set of $4-$9 and $29 visible, has 0
// Every hazard of A.10, in code that does it in a loop.
#include <xnet_asm.h>
        .set    noreorder
        .text
        .globl  main
main:
        li      $10, 3
again:
        cfc2    $2, $XNET_NI_NISTAT
cfc2_used:
        move    $3, $2
        ctc2    $0, $XNET_NI_DMH
        nop
ctc2_read:
        cfc2    $3, $XNET_NI_DMH
        nop
        ctc2    $2, $XNET_NI_NISTAT
condition_written:
        bc2t    1f
        nop
1:      la      $2, handler
        cfc2    $3, $XNET_NI_NIID
        nop
        send0   $2, $3
send_tested:
        bc2f    2f
        nop
2:      cfc2    $2, $XNET_NI_NISTAT
        lui     $3, XNET_NISTAT_LPEE >> 16
        xor     $3, $2, $3
        ctc2    $3, $XNET_NI_NISTAT
other_registers:
        move    $12, $9
        nop
        nop
        ctc2    $2, $XNET_NI_NISTAT
        addiu   $10, $10, -1
        bnez    $10, again
        nop
        jr      $31
        li      $2, 0
handler:
        hret
