# The path from a timelet event to the deferred functions (am_defer.c), and back. The handler
# changes the return address of the low level; the code there saves main's registers on main's stack
# and runs __am_run_deferred.
#include "xnet_x86.h"

/* A frame on main's stack: x87, vector register 1. */
#define VECTOR 108
#define FRAME 236

        .text
        .globl  __am_defer_timelet
        .type   __am_defer_timelet, @function
__am_defer_timelet:
        cmpl    $0, __am_deferred
        je      1f
        cmpl    $0, __am_defer_running
        jne     1f
        movl    $1, __am_defer_running
        movl    $XNET_X86_LPEPC, %eax
        cfc     %edx
        movl    %edx, __am_defer_pc
        movl    $over_main, %edx
        ctc     %edx
1:      ret                                     # to HRET
        .size   __am_defer_timelet, . - __am_defer_timelet

# On main's level and stack.
        .type   over_main, @function
over_main:
        pushl   __am_defer_pc
        pushfl
        pushal
        cld
        movl    %esp, %ebp
        subl    $FRAME, %esp
        andl    $-16, %esp
        fnsave  (%esp)
        fldcw   .Lcontrol
        movl    $XNET_X86_VLR, %eax             # vector register 1, which bulk transfers use
        cfc     %ebx
        movl    $32, %edx
        ctc     %edx
        swv     $1, VECTOR(%esp)
        ctc     %ebx
        call    __am_run_deferred
        movl    $XNET_X86_VLR, %eax
        movl    $32, %edx
        ctc     %edx
        lwv     $1, VECTOR(%esp)
        ctc     %ebx
        frstor  (%esp)
        movl    %ebp, %esp
        call    __am_defer_leave
        popal
        popfl
        ret
        .size   over_main, . - over_main
        .p2align 1
.Lcontrol:
        .short  0x027f                          # as at the start

        .bss
        .p2align 2
        .globl  __am_defer_pc
        .type   __am_defer_pc, @object
__am_defer_pc: .space 4
        .size   __am_defer_pc, 4
