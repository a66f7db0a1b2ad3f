# The network interface's interrupt (001 3.7): EIP, CS and EFLAGS are on the stack, IF is 0. Upcalls
# may use the x87, whose state belongs to the interrupted program.
        .text
        .globl  __myrinet_signal
        .type   __myrinet_signal, @function
__myrinet_signal:
        pushal
        cld
        subl    $108, %esp
        fnsave  (%esp)
        fldcw   __myrinet_fp_control
        call    __myrinet_interrupt
        frstor  (%esp)
        addl    $108, %esp
        popal
        iretl
        .size   __myrinet_signal, . - __myrinet_signal
