# Start of a program on an application processor (docs/voyager.md, "The runtime"): r3 to r6 are argc,
# argv, the number of nodes and of I/O nodes, r1 is the end of the stack.
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
        lis     9, 0xA802                       # voyager_nes.h: NES_SITE
        lwz     8, -0x1000(9)
        lis     9, __xnet_node@ha
        stw     8, __xnet_node@l(9)
        lis     9, __am_start@ha
        addi    9, 9, __am_start@l
        cmpwi   9, 0
        beq     1f
        bl      __am_start
1:
        lis     9, __init_bytes@ha
        addi    9, 9, __init_bytes@l
        cmpwi   9, 0
        mr      3, 30
        mr      4, 31
        beq     2f
        bl      __xnet_construct                # (argc, argv)
        mr      3, 30
        mr      4, 31
2:
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
