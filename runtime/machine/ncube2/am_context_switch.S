# Contexts (am_context.h of lib/threads): the registers that a callee preserves (System V ABI, Intel386
# Processor Supplement, 3-11); parameters are in EAX, EDX and ECX (-mregparm=3). The x87's stack is empty
# at calls.
        .macro  preserve
        pushl   %ebx
        pushl   %esi
        pushl   %edi
        pushl   %ebp
        .endm

        .text
        .globl  am_context_switch
        .type   am_context_switch, @function
am_context_switch:
        preserve
        movl    %esp, (%eax)
        movl    (%edx), %esp
        popl    %ebp
        popl    %edi
        popl    %esi
        popl    %ebx
        xorl    %eax, %eax              # of am_upcall: left
        ret
        .size   am_context_switch, . - am_context_switch

        .globl  am_upcall
        .type   am_upcall, @function
am_upcall:                              # (top, f, arg)
        preserve
        subl    $16, %eax
        movl    %esp, (%eax)
        movl    %eax, %esp
        movl    %ecx, %eax
        call    *%edx
        movl    (%esp), %ecx
        testl   %ecx, %ecx
        je      1f
        leal    16(%ecx), %esp
        movl    $1, %eax
        ret
1:      call    __am_upcall_end
        .size   am_upcall, . - am_upcall

        .globl  __am_context_begin      # EBX: f, ESI: arg
        .type   __am_context_begin, @function
__am_context_begin:
        xorl    %ebp, %ebp
        movl    %esi, %eax
        pushl   $0                      # the end of the chain of calls
        jmp     *%ebx
        .size   __am_context_begin, . - __am_context_begin
