# Start of a program on one host: EBX, ECX, EDX and ESI are argc, argv, the number of nodes and 0, ESP
# is the end of the stack. Programs run at level 0: there is no kernel but the emulator's.
        .text
        .weak   __am_start
        .globl  _start
        .type   _start, @function
_start:
        movl    %edx, __xnet_nodes
        movl    %esi, __xnet_io_nodes
        movl    %ebx, %edi
        movl    %ecx, %ebp
        fninit
        fldcw   .Lcontrol                       # 53 bits, round to nearest, no exceptions
        movl    0xE0200004, %eax                # MYRINET_NODE
        movl    %eax, __xnet_node
        movl    $__am_start, %eax
        testl   %eax, %eax
        je      1f
        call    *%eax
1:      movl    $__init_bytes, %eax
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
        .size   _start, . - _start
        .globl  __myrinet_fp_control
        .p2align 1
__myrinet_fp_control:
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
__xnet_io_nodes: .space 4       # 0
        .size   __xnet_io_nodes, 4

        .section .note.inlet, "", @progbits
        .asciz  "machine=myrinet abi=1"
