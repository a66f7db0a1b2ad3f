# Start of a program on one node of ncube2-xnet (docs/ncube2-abi.md, "Start"): EBX, ECX, EDX and ESI
# are argc, argv, the number of nodes and of I/O nodes, ESP is the end of the stack. There is no
# kernel: the program is entered by IRET, so that events may come, and stays at level 3.
#include "../debug_frame.h"
#include "../kernel/ncube2_ports.h"
#include "xnet_x86.h"

#define LOW_STACK 0x40000       /* bytes */
#define HIGH_STACK 0x10000

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
        leal    0x1000(%ecx), %edx              # the page of arguments is the last page of memory
        andl    $~0xfff, %edx
        movl    $PR_UHIGH, %eax
        ldpr    %edx
        movl    $__user_low, %edx
        movl    $PR_ULOW, %eax
        ldpr    %edx
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
        movl    $XNET_X86_NIID, %eax
        cfc     %edx
        movl    %edx, __xnet_node
        movl    $XNET_X86_HANDLER_RETURN, %eax
        movl    $__xnet_handler_return, %edx
        ctc     %edx
        movl    $XNET_X86_LOW_STACK, %eax
        movl    $low_stack + LOW_STACK, %edx
        ctc     %edx
        movl    $XNET_X86_HIGH_STACK, %eax
        movl    $high_stack + HIGH_STACK, %edx
        ctc     %edx
        movl    $XNET_X86_OUTH, %eax
        movl    $__am_outlet, %edx
        ctc     %edx
        movl    $__init_bytes, %eax
        testl   %eax, %eax
        je      1f
        movl    %edi, %eax
        movl    %ebp, %edx
        call    __xnet_construct                # (argc, argv)
1:      movl    $XNET_X86_NISTAT, %eax          # handlers' state is ready: messages may arrive
        .weak   __am_defer_mask                 # TM, where am_defer is linked (am_defer.c)
        movl    $XNET_X86_NISTAT_OPEN + __am_defer_mask, %edx
        ctc     %edx
        movl    %edi, %eax
        movl    %ebp, %edx
        xorl    %ebp, %ebp                      # the end of the chain of frames
        call    main
        call    exit
        .size   __user_start, . - __user_start

# Handlers return to this code. The registers of the interrupted code are in the interface, where
# DWARF cannot find them; a debugger at inlet sees them above the stack of the handler's level.
.Lbefore:
        nop                                     # a debugger looks before a return address
        .type   __xnet_handler_return, @function
__xnet_handler_return:
        hret
        .size   __xnet_handler_return, . - __xnet_handler_return
.Lend:
        debug_frame .Lbefore, .Lend
        cfa     ESP, 8                          # the fourth and the fifth word are above
        interrupted EIP, 0
        interrupted ESP, 1
        interrupted EAX, 2
        interrupted ECX, 3
        interrupted EDX, 4
        interrupted EFLAGS, 5
        debug_frame_end
        .text
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
        .type   low_stack, @object
low_stack:      .space  LOW_STACK
        .size   low_stack, LOW_STACK
        .type   high_stack, @object
high_stack:     .space  HIGH_STACK
        .size   high_stack, HIGH_STACK
