// Host services (docs/t1-abi.md): SYSCALL with the code 0x1F000 + service.
#include <xnet_asm.h>

        .set    noreorder

        .text

// For I/O nodes: see host.h.
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

// void exit(int status): from main or from a handler of either level. The node continues to handle
// events, which needs the normal set and an open mask: a handler therefore returns, by HRET, to
// this same code. There, on main's stack, the functions of atexit run, if the program has any.
        .weak   __xnet_at_exit
        .globl  _exit
        .type   _exit, @function
_exit:                                  // without them
        b       0f
        li      $17, 2
        .size   _exit, . - _exit

        .globl  exit
        .type   exit, @function
exit:
        move    $17, $0                 // 1: main was interrupted; 2: _exit
0:      move    $16, $4                 // shared by all register sets
1:      cfc2    $2, $XNET_NI_NISTAT
        la      $3, 1b
        sll     $10, $2, 31 - XNET_NISTAT_EE_SHIFT
        bltz    $10, 2f
        sll     $10, $2, 31 - XNET_NISTAT_LPEE_SHIFT
        ctc2    $3, $XNET_NI_HPEPC            // a high handler
        ori     $17, $17, 1
        nop
        hret
2:      bltz    $10, 3f
        nop
        ctc2    $3, $XNET_NI_LPEPC            // a low handler
        ori     $17, $17, 1
        nop
        hret
3:      lui     $3, %hi(__xnet_holds)   // main: holds end here
        sw      $0, %lo(__xnet_holds)($3)
        li      $3, XNET_NISTAT_HPMM | XNET_NISTAT_LPMM
        or      $2, $2, $3
        ctc2    $2, $XNET_NI_NISTAT
        la      $25, __xnet_at_exit
        beqz    $25, 5f
        lui     $3, %hi(__xnet_stack)
        beqz    $17, 4f
        andi    $17, $17, 2
        bnez    $17, 5f
        nop
        lw      $29, %lo(__xnet_stack)($3)      // $29 may be data that main was about to send
        nop
        addiu   $29, $29, -16
4:      jalr    $25
        nop
5:      move    $4, $16
        syscall 0x1f000
6:      b       6b
        nop
        .size   exit, . - exit
