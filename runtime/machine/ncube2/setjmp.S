# setjmp and longjmp: the callee-saved registers, the stack and the return (System V ABI, Intel386
# Processor Supplement, 3-11). Parameters are in EAX and EDX (-mregparm=3).
        .text
        .globl  setjmp, longjmp
        .type   setjmp, @function
        .type   longjmp, @function
setjmp:
        movl    (%esp), %ecx
        movl    %ebx, (%eax)
        movl    %esi, 4(%eax)
        movl    %edi, 8(%eax)
        movl    %ebp, 12(%eax)
        leal    4(%esp), %edx
        movl    %edx, 16(%eax)
        movl    %ecx, 20(%eax)
        xorl    %eax, %eax
        ret
        .size   setjmp, . - setjmp

longjmp:
        movl    (%eax), %ebx
        movl    4(%eax), %esi
        movl    8(%eax), %edi
        movl    12(%eax), %ebp
        movl    16(%eax), %esp
        movl    20(%eax), %ecx
        movl    %edx, %eax
        testl   %eax, %eax
        jne     1f
        incl    %eax
1:      jmp     *%ecx
        .size   longjmp, . - longjmp
