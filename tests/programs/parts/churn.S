// void churn(unsigned seed, unsigned out[33]), for preserve.c: fills every register from the seed,
// mixes them with all of them alive, HI, LO and $29 too, and stores $2-$31, HI and LO from out[1]
// on. Handlers may interrupt from churn_first to churn_last.
        .set    noreorder
        .set    noat

// Each register from the previous one.
        .macro next to, from
        sll     $\to, $\from, 3
        xor     $\to, $\to, $\from
        addiu   $\to, $\to, \to * 1237
        .endm

// HI and LO with instructions between, a branch with a slot that matters. (MIPS-II wants two
// instructions between a read of HI or LO and the next multiply or divide.)
        .macro mix a, b, c
        mult    $\a, $\b
        addu    $\a, $\a, $\c
        mfhi    $\b
        bltz    $\a, 1f
        xor     $\c, $\c, $\b
        sltu    $\b, $\a, $\c
1:      divu    $0, $\c, $31
        subu    $\b, $\b, $\a
        mflo    $\a
        bgezal  $0, 1f
        addu    $\c, $\c, $31
1:      sll     $31, $31, 1
        ori     $31, $31, 1
        .endm

// The same without the long instructions, so that the short ones are interrupted often
// enough.
        .macro blend a, b, c
        addu    $\a, $\a, $\c
        bltz    $\a, 1f
        xor     $\c, $\c, $\b
        sltu    $\b, $\a, $\c
1:      subu    $\b, $\b, $\a
        .endm

        .text
        .globl  churn, churn_first, churn_last
        .type   churn, @function
churn:  lui     $2, %hi(saved)
        addiu   $2, $2, %lo(saved)
        sw      $5, 0($2)
        sw      $16, 4($2)
        sw      $17, 8($2)
        sw      $18, 12($2)
        sw      $19, 16($2)
        sw      $20, 20($2)
        sw      $21, 24($2)
        sw      $22, 28($2)
        sw      $23, 32($2)
        sw      $28, 36($2)
        sw      $29, 40($2)
        sw      $30, 44($2)
        sw      $31, 48($2)
        move    $2, $4
churn_first:
        next    3, 2
        next    4, 3
        next    5, 4
        next    6, 5
        next    7, 6
        next    8, 7
        next    9, 8
        next    10, 9
        next    11, 10
        next    12, 11
        next    13, 12
        next    14, 13
        next    15, 14
        next    16, 15
        next    17, 16
        next    18, 17
        next    19, 18
        next    20, 19
        next    21, 20
        next    22, 21
        next    23, 22
        next    24, 23
        next    25, 24
        next    26, 25
        next    27, 26
        next    28, 27
        next    29, 28
        next    30, 29
        next    31, 30
        next    1, 31
        mthi    $1
        mtlo    $2
        ori     $31, $31, 1
        mix     1, 2, 3
        blend   4, 5, 6
        blend   7, 8, 9
        blend   10, 11, 12
        mix     13, 14, 15
        blend   16, 17, 18
        blend   19, 20, 21
        blend   22, 23, 24
        blend   25, 26, 27
        mix     28, 29, 30
        blend   29, 4, 1
        blend   8, 30, 25
        xor     $2, $2, $1              // $1 continues in $2
churn_last:
        lui     $1, %hi(saved)
        lw      $1, %lo(saved)($1)
        sw      $2, 4($1)
        sw      $3, 8($1)
        sw      $4, 12($1)
        sw      $5, 16($1)
        sw      $6, 20($1)
        sw      $7, 24($1)
        sw      $8, 28($1)
        sw      $9, 32($1)
        sw      $10, 36($1)
        sw      $11, 40($1)
        sw      $12, 44($1)
        sw      $13, 48($1)
        sw      $14, 52($1)
        sw      $15, 56($1)
        sw      $16, 60($1)
        sw      $17, 64($1)
        sw      $18, 68($1)
        sw      $19, 72($1)
        sw      $20, 76($1)
        sw      $21, 80($1)
        sw      $22, 84($1)
        sw      $23, 88($1)
        sw      $24, 92($1)
        sw      $25, 96($1)
        sw      $26, 100($1)
        sw      $27, 104($1)
        sw      $28, 108($1)
        sw      $29, 112($1)
        sw      $30, 116($1)
        sw      $31, 120($1)
        mfhi    $2
        sw      $2, 124($1)
        mflo    $2
        sw      $2, 128($1)

        lui     $2, %hi(saved)
        addiu   $2, $2, %lo(saved)
        lw      $16, 4($2)
        lw      $17, 8($2)
        lw      $18, 12($2)
        lw      $19, 16($2)
        lw      $20, 20($2)
        lw      $21, 24($2)
        lw      $22, 28($2)
        lw      $23, 32($2)
        lw      $28, 36($2)
        lw      $29, 40($2)
        lw      $30, 44($2)
        lw      $31, 48($2)
        nop
        jr      $31
        nop
        .size   churn, . - churn

// void trash(void), called by the handlers: clobbers every register that a function may.
        .globl  trash
        .type   trash, @function
trash:  move    $1, $31
        move    $2, $1
        move    $3, $1
        move    $4, $1
        move    $5, $1
        move    $6, $1
        move    $7, $1
        move    $8, $1
        move    $9, $1
        move    $10, $1
        move    $11, $1
        move    $12, $1
        move    $13, $1
        move    $14, $1
        move    $15, $1
        move    $24, $1
        move    $25, $1
        mthi    $1
        jr      $31
        mtlo    $1
        .size   trash, . - trash

        .local  saved
        .comm   saved, 52, 4
