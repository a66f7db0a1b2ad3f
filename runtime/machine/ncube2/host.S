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
