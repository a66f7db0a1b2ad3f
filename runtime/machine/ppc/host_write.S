# The console (docs/sp2.md, "Host services").

# int __host_write(const void *bytes, unsigned count)
        .text
        .globl  __host_write
        .type   __host_write, @function
__host_write:
        li      0, 1
        sc
        blr
        .size   __host_write, . - __host_write
