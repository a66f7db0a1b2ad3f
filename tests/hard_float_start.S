// Start and console of a program with hardware floating point (tests/hard_float): the runtime's code is soft-float,
// and the linker does not mix the two. Services of the host: docs/t1-abi.md.
        .set    noreorder
        .text
        .globl  _start
        .type   _start, @function
_start: jal     main
        addiu   $29, $29, -16           // o32: room for four arguments
        move    $4, $2
        syscall 0x1f000                 // exit
1:      b       1b
        nop
        .space  40                      // room for Linux's start (emulator/bench/linux_program.cpp)
        .size   _start, . - _start

// int __host_write(const void *bytes, unsigned count)
        .globl  __host_write
        .type   __host_write, @function
__host_write:
        syscall 0x1f001
        jr      $31
        nop
        .size   __host_write, . - __host_write
