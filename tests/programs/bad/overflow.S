// run: --nodes 1
// expect-error: overflow
        .set    noreorder
        .text
        .globl  main
main:   li      $2, 0x7fffffff
        addi    $2, $2, 1
        jr      $31
        nop
