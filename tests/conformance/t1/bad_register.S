// sentences: A.4-1
// run: --nodes 1
// expect-error: network interface register
// Register 8 is in no table. (tests/programs/bad/bad_register.c does the same in C.)
        .set    noreorder
        .text
        .globl  main
main:   cfc2    $2, $8
        jr      $31
        nop
