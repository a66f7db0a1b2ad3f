# Host services (docs/ncube2-abi.md): int $0x80, the service's number in EAX, arguments in EBX, ECX,
# EDX and ESI, the result in EAX.

        .text

        .macro  service name, number
        .globl  \name
        .type   \name, @function
\name:
        pushl   %ebx
        movl    %eax, %ebx
        xchgl   %ecx, %edx
        movl    $\number, %eax
        int     $0x80
        popl    %ebx
        ret
        .size   \name, . - \name
        .endm
        service __host_open, 2
        service __host_close, 3
        service __host_read, 4
        service __host_write_file, 5
        service __host_seek, 6
        service __host_console, 7

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
