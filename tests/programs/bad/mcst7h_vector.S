// run: --nodes 1
// expect-error: illegal instruction
// MCST with n above 5 (CSD-94-823 A.8.3).
        .text
        .globl  main
main:   .word   0x4ae84927
        jr      $31
        nop
