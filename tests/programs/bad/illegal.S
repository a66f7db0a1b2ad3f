// run: --nodes 1
// expect-error: instruction
        .text
        .globl  main
main:   .word   0xffffffff
