// sentences: A.4-1
// run: --nodes 1
// expect-error: access to a network interface register that does not exist
// variants: -DREAD=0 -DREAD=1 -DREAD=2 -DREAD=3 -DREAD=4 -DREAD=5 -DREAD=8 -DREAD=10 -DREAD=11 -DREAD=12
// variants: -DREAD=13 -DREAD=14 -DREAD=15 -DREAD=16 -DREAD=17 -DREAD=27 -DREAD=28 -DREAD=29 -DREAD=30 -DREAD=31
// variants: -DWRITE=0 -DWRITE=1 -DWRITE=2 -DWRITE=3 -DWRITE=4 -DWRITE=5 -DWRITE=8 -DWRITE=10 -DWRITE=11
// variants: -DWRITE=12 -DWRITE=13 -DWRITE=14 -DWRITE=15 -DWRITE=16 -DWRITE=17 -DWRITE=27 -DWRITE=28
// variants: -DWRITE=29 -DWRITE=30 -DWRITE=31
// Reads and writes every register number that is neither in Table 1 nor vlr, in its encoding (A.4): the run ends
// there. (tests/programs/bad/bad_register.c does the same in C.)
        .set    noreorder
        .text
        .globl  main
main:
        .word   (022 << 26) | (6 << 21) | (2 << 16) | (24 << 11)        // ctc2 $2, $outh: exists
#ifdef READ
        .word   (022 << 26) | (2 << 21) | (2 << 16) | (READ << 11)      // cfc2 $2, $READ
#else
        .word   (022 << 26) | (6 << 21) | (2 << 16) | (WRITE << 11)     // ctc2 $2, $WRITE
#endif
        li      $2, 0
        jr      $31
        nop
