// Start of a program with hardware floating point (tests/hard_float): the runtime's code is soft-float, and the linker
// does not mix the two. It uses the runtime's console. Services of the host: docs/t1-abi.md.
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
        .space  40                      // space for Linux's start (emulator/bench/linux_program.cpp)
        .size   _start, . - _start
