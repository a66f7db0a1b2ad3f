// int twice(int v)
        .set    noreorder
        .text
        .globl  twice
        .type   twice, @function
twice:  jr      $31
        addu    $2, $4, $4
        .size   twice, . - twice
