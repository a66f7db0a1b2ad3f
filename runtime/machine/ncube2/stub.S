# The user's side of the handshake (000 Figure 4-9): the kernel returns from an interrupt to here. ESP
# is the interrupted program's. What a C function may change is saved; the handler is called with the
# buffer's address.
#include "kernel/ncube2_ports.h"

SHARED = __ncube2_shared
        .text
        .globl  __ncube2_stub
        .type   __ncube2_stub, @function
__ncube2_stub:
        pushl   SHARED + 12                     # return: the interrupted EIP
        pushl   SHARED + 16                     # and EFLAGS
        pushl   %eax                            # save
        pushl   %ecx
        pushl   %edx
        movl    SHARED + 8, %eax                # dispatch: the buffer
        call    *(%eax)                         # its first word is the handler
        andb    $~IN_HANDLER & 0xff, SHARED + 20 # handshake: clear, and look for more
        jne     .Lmore
.Lreturn:
        popl    %edx
        popl    %ecx
        popl    %eax
        popfl
        ret
# More messages came meanwhile (elided in the figure).
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

# Handlers of <am_core.h>: EAX is the buffer: this address, the handler, up to five words. They are
# the handler's parameters.
        .p2align 2
        .ascii  "AMsh"                          # reports know by it whose words these are
        .globl  __am_short
        .type   __am_short, @function
__am_short:
        pushl   24(%eax)
        pushl   20(%eax)
        pushl   $1f                             # the handler returns there
        pushl   4(%eax)
        movl    16(%eax), %ecx
        movl    12(%eax), %edx
        movl    8(%eax), %eax
        ret                                     # into the handler: no register is free
1:      addl    $8, %esp
        ret
        .size   __am_short, . - __am_short
