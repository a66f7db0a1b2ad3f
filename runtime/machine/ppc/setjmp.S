# setjmp and longjmp: r1, r13 to r31, CR, LR, and the callee-saved floating-point registers (System
# V ABI, PowerPC Processor Supplement, 3-14).
        .text
        .globl  setjmp, longjmp
        .type   setjmp, @function
        .type   longjmp, @function

        .macro  floats instruction
        .irp    n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \instruction \n, (88 + 8 * (\n - 14))(3)
        .endr
        .endm

setjmp:
        mflr    4
        mfcr    5
        stw     1, 0(3)
        stw     4, 4(3)
        stw     5, 8(3)
        stmw    13, 12(3)
        floats  stfd
        li      3, 0
        blr
        .size   setjmp, . - setjmp

longjmp:
        lwz     1, 0(3)
        lwz     5, 4(3)
        lwz     6, 8(3)
        lmw     13, 12(3)
        floats  lfd
        mtlr    5
        mtcr    6
        mr      3, 4
        cmpwi   4, 0
        bnelr
        li      3, 1
        blr
        .size   longjmp, . - longjmp
