# The end of a program.
        .text
# void exit(int status): runs the functions of atexit, if the program has any. From main or from a
# handler, which then does not return: holds and the handler end here, and waiting messages are
# handled. The node continues to handle messages: the emulator takes it for idle when it is behind
# the service and nothing has arrived.
        .weak   __xnet_at_exit
        .weak   __am_exit
        .globl  exit
        .type   exit, @function
exit:
        movl    %eax, %esi
        movl    $__am_exit, %ecx
        testl   %ecx, %ecx
        je      1f
        call    *%ecx
1:      movl    $__xnet_at_exit, %ecx
        testl   %ecx, %ecx
        je      2f
        call    *%ecx
2:      movl    %esi, %ebx
        xorl    %eax, %eax
        int     $0x80
3:      jmp     3b
        .size   exit, . - exit

        .globl  _exit
        .type   _exit, @function
_exit:                                  # without them
        movl    %eax, %esi
        movl    $__am_exit, %ecx
        testl   %ecx, %ecx
        je      2b
        call    *%ecx
        jmp     2b
        .size   _exit, . - _exit
