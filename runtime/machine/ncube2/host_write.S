# The console (docs/ncube2-abi.md, "Host services").

# int __host_write(const void *bytes, unsigned count)
        .text
        .globl  __host_write
        .type   __host_write, @function
__host_write:
        pushl   %ebx
        movl    %eax, %ebx
        movl    %edx, %ecx
        movl    $1, %eax
        int     $0x80
        popl    %ebx
        ret
        .size   __host_write, . - __host_write
