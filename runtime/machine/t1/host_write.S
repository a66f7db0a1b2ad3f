// The console (docs/t1-abi.md, "Host services"). It uses no network instructions, so that programs with
// hardware floating point can link it too (tests/hard_float).
        .set    noreorder

// int __host_write(const void *bytes, unsigned count)
        .text
        .globl  __host_write
        .type   __host_write, @function
__host_write:
        syscall 0x1f001
        jr      $31
        nop
        .size   __host_write, . - __host_write
