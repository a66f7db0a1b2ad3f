// run: --nodes 1
// expect-error: illegal instruction
// SENDn.V with n = 6 (CSD-94-823 A.6).
        .text
        .globl  main
main:   .word   0x4ac84921
        jr      $31
        nop
