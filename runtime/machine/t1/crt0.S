// Start of a program on one node (docs/t1-abi.md, "Start").
#include <xnet_asm.h>

        .set    noreorder

#define NORMAL (XNET_NISTAT_EE | XNET_NISTAT_LPEE | XNET_NISTAT_AME)
#define OPEN (NORMAL | XNET_NISTAT_HPMM | XNET_NISTAT_LPMM)

        .text
        .globl  _start
        .type   _start, @function
_start:
        // EE and LPEE select the visible $4-$9 and $29 (CSD-94-823 A.10, "Initialization of Event
        // Set Registers"). The mask is still 0, so no event occurs in between; argc, argv and the
        // stack wait in the normal set. Two instructions follow each CTC2 before code relies on its
        // effect (A.10, "Hazards"); they prepare later steps.
        li      $2, XNET_NISTAT_EE | XNET_NISTAT_AME            // the low set
        ctc2    $2, $XNET_NI_NISTAT
        cfc2    $3, $XNET_NI_NIID
        lui     $13, %hi(__xnet_stack)
        lui     $9, %hi(__low_stack_top)
        addiu   $9, $9, %lo(__low_stack_top)
        li      $2, XNET_NISTAT_LPEE | XNET_NISTAT_AME          // the high set
        ctc2    $2, $XNET_NI_NISTAT
        addiu   $14, $0, %lo(__init_bytes)                      // for constructors
        lui     $10, %hi(__xnet_nodes)
        lui     $9, %hi(__high_stack_top)
        addiu   $9, $9, %lo(__high_stack_top)
        li      $2, NORMAL                                      // the normal set
        ctc2    $2, $XNET_NI_NISTAT
        lui     $11, %hi(__xnet_node)
        andi    $3, $3, XNET_NIID_ID | XNET_NIID_WIDE
        sw      $6, %lo(__xnet_nodes)($10)
        sw      $3, %lo(__xnet_node)($11)
        lui     $12, %hi(__xnet_io_nodes)
        sw      $7, %lo(__xnet_io_nodes)($12)
        sw      $29, %lo(__xnet_stack)($13)

        // The state of handlers is ready, except for objects with constructors: open the mask, or
        // run constructors in a hold first.
#if defined(AM_ASYNC) && !AM_ASYNC
        li      $2, 1                                           // main begins in a hold
        lui     $3, %hi(__xnet_holds)
        bnez    $14, 2f
        sw      $2, %lo(__xnet_holds)($3)
#else
        bnez    $14, 2f
        li      $2, OPEN
        ctc2    $2, $XNET_NI_NISTAT
#endif
1:      jal     main
        addiu   $29, $29, -16                                   // o32: room for four arguments
        jal     exit
        move    $4, $2

2:      move    $16, $4
        move    $17, $5
        jal     __xnet_construct                                // (argc, argv)
        addiu   $29, $29, -16
        move    $4, $16
        move    $5, $17
        b       1b
        addiu   $29, $29, 16
        .size   _start, . - _start

        .bss
        .balign 4
        .globl  __xnet_node, __xnet_nodes, __xnet_io_nodes, __xnet_holds, __xnet_stack
        .type   __xnet_node, @object
        .type   __xnet_nodes, @object
        .type   __xnet_io_nodes, @object
        .type   __xnet_holds, @object
        .type   __xnet_stack, @object
__xnet_node:    .space  4       // this node's number
        .size   __xnet_node, 4
__xnet_nodes:   .space  4       // the number of nodes
        .size   __xnet_nodes, 4
__xnet_io_nodes: .space 4       // I/O nodes, whose numbers follow those
        .size   __xnet_io_nodes, 4
__xnet_holds:   .space  4       // open am_hold()s; if there are any, the event mask is closed
        .size   __xnet_holds, 4
__xnet_stack:   .space  4       // main's, before main uses it
        .size   __xnet_stack, 4

        // For gdb: floating point is in software (Tag_GNU_MIPS_ABI_FP is 3).
        .section .gnu.attributes, "", @0x6ffffff5
        .byte   'A'
        .4byte  15                      // bytes of what follows, with this word
        .asciz  "gnu"
        .byte   1                       // of the file
        .4byte  7
        .byte   4, 3
