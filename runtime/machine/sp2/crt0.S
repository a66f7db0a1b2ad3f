# Start of a program on one node (docs/sp2.md, "Start"): r3 to r6 are argc, argv, the number of nodes and
# of I/O nodes, r1 is the end of the stack. With several nodes the adapter knows this node's number; a
# single node has number 0. With network instructions (docs/sp2-xnet.md) their interface knows it, and
# handlers get their stacks.
#ifdef __powerpc_xnet
#include "xnet/xnet_ppc.h"
#endif

        .text
        .weak   __am_start
        .globl  _start
        .type   _start, @function
_start:
        rlwinm  1, 1, 0, 0, 27
        li      0, 0
        stwu    1, -16(1)
        stw     0, 0(1)                         # the end of the chain of frames
        mtlr    0

        lis     9, __xnet_nodes@ha
        stw     5, __xnet_nodes@l(9)
        lis     9, __xnet_io_nodes@ha
        stw     6, __xnet_io_nodes@l(9)
        mr      30, 3
        mr      31, 4
#ifdef __powerpc_xnet
        # EE and LPEE select the visible r1, r3 to r8 and CR. The masks are still 0, so no event occurs in
        # between.
        lis     9, XNET_LOW_SET
        mtxr    XNET_NI_NISTAT, 9
        lis     9, __xnet_low_stack@ha
        addi    1, 9, __xnet_low_stack@l
        lis     9, XNET_HIGH_SET
        mtxr    XNET_NI_NISTAT, 9
        lis     9, __xnet_high_stack@ha
        addi    1, 9, __xnet_high_stack@l
        lis     9, XNET_MAIN_SET
        mtxr    XNET_NI_NISTAT, 9
        lis     9, __xnet_am_entry@ha
        addi    9, 9, __xnet_am_entry@l
        mtxr    XNET_NI_DMH, 9
        mfxr    8, XNET_NI_NIID
        lis     9, __xnet_node@ha
        stw     8, __xnet_node@l(9)
#else
        cmpwi   5, 1
        beq     2f
        lis     9, 0x8000                       # the adapter (sp2_port.h): SP2_NODE
        lwz     8, 0x110(9)
        lis     9, __xnet_node@ha
        stw     8, __xnet_node@l(9)
        lis     9, __am_start@ha
        addi    9, 9, __am_start@l
        cmpwi   9, 0
        beq     2f
        bl      __am_start
2:
#endif

        lis     9, __init_bytes@ha
        addi    9, 9, __init_bytes@l
        cmpwi   9, 0
        mr      3, 30
        mr      4, 31
        beq     1f
        bl      __xnet_construct                # (argc, argv)
        mr      3, 30
        mr      4, 31
1:
#ifdef __powerpc_xnet
        .weak   __am_defer_mask                 # TM, where am_defer is linked (am_defer.c)
        lis     9, ((XNET_OPEN << 16) + __am_defer_mask)@h # handlers' state is ready: messages may arrive
        mtxr    XNET_NI_NISTAT, 9
#endif
        bl      main
        bl      exit
        .size   _start, . - _start

        .bss
        .align  2
        .globl  __xnet_node, __xnet_nodes, __xnet_io_nodes
        .type   __xnet_node, @object
        .type   __xnet_nodes, @object
        .type   __xnet_io_nodes, @object
__xnet_node:    .space  4       # this node's number
        .size   __xnet_node, 4
__xnet_nodes:   .space  4       # the number of nodes
        .size   __xnet_nodes, 4
__xnet_io_nodes: .space 4       # I/O nodes, whose numbers follow those
        .size   __xnet_io_nodes, 4
