// run: --nodes 1
// expect-error: HRET
// A handler with its HRET in the delay slot of a branch.
#include <xnet_asm.h>
        .set    noreorder
        .text
        .globl  main
main:   la      $8, handler
        cfc2    $9, $XNET_NI_NIID
        nop
        send0   $8, $9
1:      b       1b
        nop
handler:
        b       handler
        hret
