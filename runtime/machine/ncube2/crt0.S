# Start of a program on one node (docs/ncube2-abi.md, "Start"): EBX, ECX, EDX and ESI are argc, argv,
# the number of nodes and of I/O nodes, ESP is the end of the stack. The kernel's part runs at level
# 0; the program is entered by IRET and stays at level 3.
#include "kernel/ncube2_ports.h"

        .section .kernel.entry, "ax", @progbits
        .globl  _start
        .type   _start, @function
        .p2align 2
_start:
        movl    %ebx, %edi
        movl    %ecx, %ebp
        movl    %edx, __xnet_nodes
        movl    %esi, __xnet_io_nodes
        movl    %esp, %ebx
        movl    %edx, %eax
        leal    0x1000(%ecx), %edx              # the page of arguments is the last page of memory
        andl    $~0xfff, %edx
        call    __kernel_start                  # (nodes, end of memory)
        pushl   $USER_SS
        pushl   %ebx
        pushl   $EFLAGS_IF | 2
        pushl   $USER_CS
        pushl   $__user_start
        iretl
        .size   _start, . - _start

        .text
        .globl  __user_start
        .type   __user_start, @function
__user_start:                                   # EDI, EBP: argc, argv
        fninit
        fldcw   .Lcontrol                       # 53 bits, round to nearest, no exceptions
        xorl    %eax, %eax                      # NCUBE2_NODE
        int     $VECTOR_INFO
        movl    %eax, __xnet_node
        movl    $__init_bytes, %eax
        testl   %eax, %eax
        je      1f
        movl    %edi, %eax
        movl    %ebp, %edx
        call    __xnet_construct                # (argc, argv)
1:      movl    %edi, %eax
        movl    %ebp, %edx
        xorl    %ebp, %ebp                      # the end of the chain of frames
        call    main
        call    exit
        .size   __user_start, . - __user_start
        .p2align 1
.Lcontrol:
        .short  0x027f

        .bss
        .p2align 2
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
