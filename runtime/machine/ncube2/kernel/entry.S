# Entries of the kernel: the trap SEND (000 Figure 4-7) and the interrupts of the input channels
# (Figure 4-8), written for an x86 instruction by instruction; the other traps call the kernel's C.
#include "ncube2_ports.h"

# For debuggers: the words that a trap has pushed lead to the user's frame, whose ESP is among them.
        .cfi_sections .debug_frame
        .macro  from_user
        .cfi_startproc
        .cfi_def_cfa %esp, 20
        .cfi_offset %eip, -20
        .cfi_offset %eflags, -12
        .cfi_offset %esp, -8
        .endm

        .section .kernel.entry, "ax", @progbits

# --- SEND: EAX node, EDX bytes with the first word; EAX = 0: sent. ECX and EDX are the caller's ----
        .globl  __kernel_send
        .type   __kernel_send, @function
__kernel_send:
        from_user
        pushl   %ebx
        .cfi_def_cfa_offset 24
        .cfi_rel_offset %ebx, 0
        orl     __kernel_cubase, %eax           # check: origin and the bit of Active Messages. A sum
                                                # would carry into that bit for node -1
        andl    $AM_BIT | NODE_MASK, %eax       # check: limit to machine
        movl    __kernel_send_buf, %ebx         # buffer to send
        movl    %eax, (%ebx)                    # word 0 = destination
        movzbl  __kernel_ports - AM_BIT(%eax), %eax # 16 * port
        andl    $LENGTH_MASK, %edx
        stor    %ecx
        testl   %ecx, __kernel_channels(%eax)   # Z: busy, the node itself, or beyond the sub-cube
        je      .Lnot_ready
.Lready:
        movl    %edx, %ecx
        movl    %ebx, %edx
        lptr    __kernel_channels + 8(%eax)
        lcnt    __kernel_channels + 8(%eax)     # the message leaves the node here
        movl    __kernel_channels + 12(%eax), %ecx # next buffer to fill: the channel's old one
        movl    %ebx, __kernel_channels + 12(%eax) # the channel owns the buffer that it sends
        movl    %ecx, __kernel_send_buf
        addl    $SEGMENT_OFFSET, %ecx
        movl    %ecx, __ncube2_shared           # outbuf
        xorl    %eax, %eax
        .cfi_remember_state
        popl    %ebx
        .cfi_def_cfa_offset 20
        .cfi_restore %ebx
        iretl
        .cfi_restore_state
.Lnot_ready:
        pushl   %edx
        .cfi_def_cfa_offset 28
        pushl   %eax
        .cfi_def_cfa_offset 32
        movl    %esp, %eax
        call    __kernel_not_ready              # (struct waiting_send *): 0: the channel is ready
        testl   %eax, %eax
        popl    %eax
        .cfi_def_cfa_offset 28
        popl    %edx
        .cfi_def_cfa_offset 24
        je      .Lready
        popl    %ebx                            # the request is complete
        .cfi_def_cfa_offset 20
        .cfi_restore %ebx
        iretl
        .cfi_endproc
        .size   __kernel_send, . - __kernel_send

# --- REPLY, RECV, INFO --------------------------------------------------------------------------
        .macro  entry name, function
        .globl  \name
        .type   \name, @function
\name:
        from_user
        call    \function
        iretl
        .cfi_endproc
        .size   \name, . - \name
        .endm
        entry   __kernel_reply, __kernel_do_reply # (node, bytes): 0: sent
        entry   __kernel_recv, __kernel_do_recv
        entry   __kernel_info, __kernel_do_info # (what)

# --- Input interrupts: one for each channel -----------------------------------------------------
        .macro  interrupt p
__kernel_input_\p:
        pushl   %eax                            # save
        pushl   %edx
        movl    __kernel_channels + 4 + 16 * \p, %eax # the message
        movb    __ncube2_shared + 20, %dl
        xorb    %dl, 3(%eax)                    # handshake
        cmpb    $AM_BIT >> 24, 3(%eax)          # message type and flags
        jne     .Lbusy_\p
        movl    __kernel_recv_buf, %edx         # restart the DMA into the last handler's buffer
        lptr    __kernel_numbers + 4 * \p
        lcnt    __kernel_numbers + 4 * \p       # the count is ignored
        orb     $IN_HANDLER, __ncube2_shared + 20
        movl    %edx, __kernel_channels + 4 + 16 * \p
        movl    %eax, __kernel_recv_buf
        addl    $SEGMENT_OFFSET, %eax
        movl    %eax, __ncube2_shared + 8       # inbuf
        movl    8(%esp), %eax                   # the user's EIP, EFLAGS -> shared words
        movl    %eax, __ncube2_shared + 12
        movl    16(%esp), %eax
        movl    %eax, __ncube2_shared + 16
        movl    $__ncube2_stub, 8(%esp)         # return into the stub instead
        movl    $EFLAGS_IF | 2, 16(%esp)
        popl    %edx
        popl    %eax
        iretl
.Lbusy_\p:
        xorb    %dl, 3(%eax)                    # undo
        jmp     __kernel_busy
        .endm
        .irp    p, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        interrupt \p
        .endr

# A message that has to wait: no input interrupts until RECV finds none. (4.2.2.5 sets a timer here;
# programs over <am.h> may hold handlers off without limit, so this kernel has no timer.)
__kernel_busy:
        movl    $PR_INEN, %eax
        xorl    %edx, %edx
        ldpr    %edx
        orb     $MSG_PENDING, __ncube2_shared + 20
        popl    %edx
        popl    %eax
        iretl

# --- Vectors ------------------------------------------------------------------------------------
        .section .kernel.data, "aw", @progbits
        .p2align 3
        .globl  __kernel_vectors
__kernel_vectors:
        .fill   2 * VECTOR_SEND, 4, 0           # exceptions end the program
        .long   __kernel_send, 0
        .long   __kernel_reply, 0
        .long   __kernel_recv, 0
        .long   __kernel_info, 0
        .fill   2 * (VECTOR_INPUT - VECTOR_INFO - 1), 4, 0
        .irp    p, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        .long   __kernel_input_\p, 0
        .endr
        .fill   2 * (256 - VECTOR_INPUT - 13), 4, 0

# Registers of the input channels, for LPTR and LCNT, which read them from memory.
        .globl  __kernel_numbers
__kernel_numbers:
        .long   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12

# 16 * port, by node; nodes that do not exist have the record after the last, which is never ready.
        .globl  __kernel_ports
__kernel_ports:
        .fill   NODE_MASK + 1, 1, 16 * CHANNELS

        .section .kernel.bss, "aw", @nobits
        .p2align 4
        .globl  __kernel_channels, __kernel_send_buf, __kernel_recv_buf, __kernel_self_buf
        .globl  __kernel_self_full, __kernel_cubase, __kernel_stack
        .type   __kernel_self_full, @object     # inlet looks here for a message of the node to itself
        .size   __kernel_self_full, 4
__kernel_channels:      .space  16 * (CHANNELS + 1)
__kernel_send_buf:      .space  4
__kernel_recv_buf:      .space  4
__kernel_self_buf:      .space  4
__kernel_self_full:     .space  4
__kernel_cubase:        .space  4
        .p2align 4
        .space  4096
__kernel_stack:

        .section .shared, "aw", @nobits
        .globl  __ncube2_shared
        .type   __ncube2_shared, @object
__ncube2_shared:
        .space  32
        .size   __ncube2_shared, 32
        .section .shared.buffers, "aw", @nobits
        .p2align 5
        .globl  __ncube2_buffers
__ncube2_buffers:
        .space  BUFFER_BYTES * (2 * CHANNELS + 4)
