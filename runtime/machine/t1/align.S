// void __am_align(uint32_t *to, const unsigned char *from, unsigned words): copies words from an
// unaligned address. Eight at a time, with no load directly behind the one that it needs.
        .set    noreorder
        .set    noat

        .text
        .globl  __am_align
        .type   __am_align, @function
__am_align:
        sltiu   $1, $6, 8
        bnez    $1, 2f
        nop
1:      lwl     $2, 0($5)
        lwl     $3, 4($5)
        lwl     $7, 8($5)
        lwl     $8, 12($5)
        lwl     $10, 16($5)
        lwl     $11, 20($5)
        lwl     $12, 24($5)
        lwl     $13, 28($5)
        lwr     $2, 3($5)
        lwr     $3, 7($5)
        lwr     $7, 11($5)
        lwr     $8, 15($5)
        lwr     $10, 19($5)
        lwr     $11, 23($5)
        lwr     $12, 27($5)
        lwr     $13, 31($5)
        addiu   $6, $6, -8
        addiu   $5, $5, 32
        sltiu   $1, $6, 8
        sw      $2, 0($4)
        sw      $3, 4($4)
        sw      $7, 8($4)
        sw      $8, 12($4)
        sw      $10, 16($4)
        sw      $11, 20($4)
        sw      $12, 24($4)
        sw      $13, 28($4)
        beqz    $1, 1b
        addiu   $4, $4, 32
2:      beqz    $6, 4f
        nop
3:      lwl     $2, 0($5)
        addiu   $6, $6, -1
        lwr     $2, 3($5)
        addiu   $5, $5, 4
        sw      $2, 0($4)
        bnez    $6, 3b
        addiu   $4, $4, 4
4:      jr      $31
        nop
        .size   __am_align, . - __am_align
