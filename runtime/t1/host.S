// Host services (docs/t1-abi.md): SYSCALL with the code 0x1F000 + service.
#include <xnet_asm.h>

        .set    noreorder

        .text

// Of I/O nodes: see host.h.
        .macro  service name, code
        .globl  \name
        .type   \name, @function
\name:
        syscall \code
        jr      $31
        nop
        .size   \name, . - \name
        .endm
        service __host_open, 0x1f002
        service __host_close, 0x1f003
        service __host_read, 0x1f004
        service __host_write_file, 0x1f005
        service __host_seek, 0x1f006
        service __host_console, 0x1f007

// void exit(int status): from main or from a handler of either level. The node goes on handling
// events, and that needs the normal set and an open mask: a handler therefore returns, by HRET, to
// this very code.
        .globl  exit
        .type   exit, @function
exit:
        move    $16, $4                 // shared by all register sets
1:      cfc2    $2, $XNET_NI_NISTAT
        la      $3, 1b
        sll     $10, $2, 31 - XNET_NISTAT_EE_SHIFT
        bltz    $10, 2f
        sll     $10, $2, 31 - XNET_NISTAT_LPEE_SHIFT
        ctc2    $3, $XNET_NI_HPEPC            // a high handler
        nop
        nop
        hret
2:      bltz    $10, 3f
        nop
        ctc2    $3, $XNET_NI_LPEPC            // a low handler
        nop
        nop
        hret
3:      lui     $3, %hi(__xnet_holds)   // main: holds end here
        sw      $0, %lo(__xnet_holds)($3)
        li      $3, XNET_NISTAT_HPMM | XNET_NISTAT_LPMM
        or      $2, $2, $3
        ctc2    $2, $XNET_NI_NISTAT
        move    $4, $16
        syscall 0x1f000
4:      b       4b
        nop
        .size   exit, . - exit
