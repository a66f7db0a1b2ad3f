! Functions that compiled code calls on a SPARC V7, which has no instructions to multiply and divide
! (The SPARC Architecture Manual, Version 8, appendix E: MULScc, 32 of them and one to shift).
! Arguments in %o0 and %o1, the result in %o0; the caller's other registers are lost as in any call.

        .text

! %o0 * %o1, unsigned or signed: the low word is the same. .umul leaves the high word in %o1.
        .globl  .umul, .mul
        .type   .umul, @function
        .type   .mul, @function
.umul:
.mul:
        or      %o0, %o1, %o4
        wr      %o0, %y
        andncc  %o4, 0xfff, %g0
        be      1f                              ! both have 12 bits at the most
        andcc   %g0, %g0, %o4                   ! no partial product, N and V are 0
        .rept   32
        mulscc  %o4, %o1, %o4
        .endr
        mulscc  %o4, %g0, %o4
        sra     %o1, 31, %o5                    ! MULScc treated a set top bit as a sign
        and     %o5, %o0, %o5
        add     %o4, %o5, %o4
        rd      %y, %o0
        retl
        mov     %o4, %o1
1:      .rept   12
        mulscc  %o4, %o1, %o4
        .endr
        mulscc  %o4, %g0, %o4
        rd      %y, %o5
        sll     %o4, 12, %o4
        srl     %o5, 20, %o5
        or      %o5, %o4, %o0
        retl
        mov     0, %o1
        .size   .umul, . - .umul
        .size   .mul, . - .mul

! One bit of the quotient: the carry has the next bit of the dividend, %o2 the remainder so far. The
! complement of the bit enters %o0 as the dividend leaves it.
        .macro  step
        addx    %o2, %o2, %o2
        subcc   %o2, %o1, %o3
        bcs     . + 12
        addxcc  %o0, %o0, %o0
        mov     %o3, %o2
        .endm

! %o0 / %o1 to %o0, the remainder to %o2.
        .globl  .udiv
        .type   .udiv, @function
.udiv:
        tst     %o1
        ble     3f                              ! 0, or 2^31 and more
        mov     0, %o2
        srl     %o0, 16, %o3
        tst     %o3
        bne     1f
        nop
        xnor    %o0, %g0, %o0                   ! 16 bits are enough; the quotient's others will be
        sll     %o0, 16, %o0                    ! the complements of the bits that enter here
        xnor    %o0, %g0, %o0
        subcc   %g0, 1, %g0                     ! and of the carry
        ba      2f
        addxcc  %o0, %o0, %o0
1:      addcc   %o0, %o0, %o0
        .rept   16
        step
        .endr
2:      .rept   16
        step
        .endr
        retl
        xnor    %o0, %g0, %o0
3:      bne     4f
        cmp     %o0, %o1
        ta      2                               ! division by zero: no handler has this trap
4:      bcs     5f                              ! the quotient is 0 or 1
        mov     %o0, %o2
        sub     %o0, %o1, %o2
        retl
        mov     1, %o0
5:      retl
        mov     0, %o0
        .size   .udiv, . - .udiv

        .globl  .urem
        .type   .urem, @function
.urem:
        mov     %o7, %g1
        call    .udiv
        nop
        jmp     %g1 + 8
        mov     %o2, %o0
        .size   .urem, . - .urem

! Absolute values to %o0 and %o1.
        .macro  absolute
        sra     %o0, 31, %o3
        xor     %o0, %o3, %o0
        sub     %o0, %o3, %o0
        sra     %o1, 31, %o3
        xor     %o1, %o3, %o1
        sub     %o1, %o3, %o1
        .endm

! The quotient is rounded towards 0.
        .globl  .div
        .type   .div, @function
.div:
        xor     %o0, %o1, %o5                   ! its sign
        mov     %o7, %g1
        absolute
        call    .udiv
        nop
        sra     %o5, 31, %o5
        xor     %o0, %o5, %o0
        sub     %o0, %o5, %o0
        jmp     %g1 + 8
        nop
        .size   .div, . - .div

! The remainder has the sign of the dividend.
        .globl  .rem
        .type   .rem, @function
.rem:
        mov     %o0, %o5
        mov     %o7, %g1
        absolute
        call    .udiv
        nop
        sra     %o5, 31, %o5
        xor     %o2, %o5, %o2
        sub     %o2, %o5, %o2
        jmp     %g1 + 8
        mov     %o2, %o0
        .size   .rem, . - .rem
