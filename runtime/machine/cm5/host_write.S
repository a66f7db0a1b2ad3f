! The console (docs/cm5-abi.md, "Host services").

! int __host_write(const void *bytes, unsigned count)
        .text
        .globl  __host_write
        .type   __host_write, @function
__host_write:
        ta      0x61
        retl
        nop
        .size   __host_write, . - __host_write
