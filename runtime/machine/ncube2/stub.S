# The user's side of the handshake (000 Figure 4-9): the kernel returns from an interrupt to this
# code, with the interrupted program's ESP. It saves the registers that a C function may change, and
# calls the handler with the buffer's address.
#include "debug_frame.h"
#include "kernel/ncube2_ports.h"

SHARED = __ncube2_shared
        .text
        .globl  __ncube2_stub
        .type   __ncube2_stub, @function
__ncube2_stub:
        pushl   SHARED + 12                     # return: the interrupted EIP
.L1:    pushl   SHARED + 16                     # and EFLAGS
.L2:    pushl   %eax                            # save
.L3:    pushl   %ecx
.L4:    pushl   %edx
.L5:    movl    SHARED + 8, %eax                # dispatch: the buffer
        call    *(%eax)                         # its first word is the handler
        andb    $~IN_HANDLER & 0xff, SHARED + 20 # handshake: clear, and check for more
        jne     .Lmore
.Lreturn:
        popl    %edx
.L6:    popl    %ecx
.L7:    popl    %eax
.L8:    popfl
.L9:    ret
# More messages arrived meanwhile (elided in the figure).
.Lmore: orb     $IN_HANDLER, SHARED + 20
        int     $VECTOR_RECV
        testl   %eax, %eax
        je      .Lnone
        movl    SHARED + 8, %eax
        call    *(%eax)
        andb    $~IN_HANDLER & 0xff, SHARED + 20
        jne     .Lmore
        jmp     .Lreturn
.Lnone: .weak   __am_defer_look                 # where am_defer is linked, which has set the flag
        movl    $__am_defer_look, %eax
        testl   %eax, %eax
        je      .Lreturn
        call    *%eax
        jmp     .Lreturn
        .size   __ncube2_stub, . - __ncube2_stub
.Lend:

        debug_frame __ncube2_stub, .Lend
        cfa     ESP, 0
        in_memory EIP, SHARED + 12
        in_memory EFLAGS, SHARED + 16
        at      __ncube2_stub, .L1
        cfa_offset 4
        saved   EIP, 1
        at      .L1, .L2
        cfa_offset 8
        saved   EFLAGS, 2
        at      .L2, .L3
        cfa_offset 12
        saved   EAX, 3
        at      .L3, .L4
        cfa_offset 16
        saved   ECX, 4
        at      .L4, .L5
        cfa_offset 20
        saved   EDX, 5
        .byte   0x0A                            # DW_CFA_remember_state
        at      .L5, .L6
        cfa_offset 16
        again   EDX
        at      .L6, .L7
        cfa_offset 12
        again   ECX
        at      .L7, .L8
        cfa_offset 8
        again   EAX
        at      .L8, .L9
        cfa_offset 4
        again   EFLAGS
        at      .L9, .Lmore
        .byte   0x0B                            # DW_CFA_restore_state
        debug_frame_end
        .text
        .cfi_sections .debug_frame

# Handlers of <am_core.h>: EAX is the buffer: this address, the handler, up to five words, which are
# the handler's parameters. A reply has another address, so that reports can tell; the code is one.
        .macro  gives_words name, mark
        .p2align 2
        .ascii  "\mark"                         # reports identify the owner of these words by it
        .globl  \name
        .type   \name, @function
\name:
        .cfi_startproc
        pushl   24(%eax)
        .cfi_def_cfa_offset 8
        pushl   20(%eax)
        .cfi_def_cfa_offset 12
        pushl   $.Lback_\name                   # the handler returns there
        .cfi_def_cfa_offset 16
        pushl   4(%eax)
        .cfi_def_cfa_offset 20
        movl    16(%eax), %ecx
        movl    12(%eax), %edx
        movl    8(%eax), %eax
        ret                                     # into the handler: no register is free
        .cfi_def_cfa_offset 12
        nop                                     # a debugger looks before a return address
.Lback_\name:
        addl    $8, %esp
        .cfi_def_cfa_offset 4
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm
        gives_words __am_short, AMsh
        gives_words __am_short_reply, AMrp
