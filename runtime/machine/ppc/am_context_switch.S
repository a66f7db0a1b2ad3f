# Contexts (am_context.h of lib/threads): the registers that a callee preserves (System V ABI, PowerPC
# Processor Supplement, 3-14). `lwz 1` is the only instruction between two valid states: handlers run
# on the stack that they interrupt.
#define FRAME 240
#define WORDS 12                /* CR, then r14 to r31 */
#define FLOATS 88

        .macro  floats instruction
        .irp    n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \instruction \n, FLOATS + 8 * (\n - 14)(1)
        .endr
        .endm
        .macro  preserve
        stwu    1, -FRAME(1)
        mflr    0
        stw     0, FRAME + 4(1)
        mfcr    0
        stw     0, 8(1)
        stmw    14, WORDS(1)
        floats  stfd
        .endm

        .text
        .globl  am_context_switch
        .type   am_context_switch, @function
am_context_switch:
        preserve
        stw     1, 0(3)
        lwz     1, 0(4)
        lwz     0, FRAME + 4(1)
        lwz     5, 8(1)
        mtlr    0
        lmw     14, WORDS(1)
        floats  lfd
        mtcrf   255, 5
        addi    1, 1, FRAME
        li      3, 0                    # of am_upcall: left
        blr
        .size   am_context_switch, . - am_context_switch

        .globl  am_upcall
        .type   am_upcall, @function
am_upcall:                              # (top, f, arg)
        preserve
        addi    3, 3, -32
        stw     1, 0(3)                 # the back chain
        stw     1, 16(3)                # 0 when f has left
        mr      1, 3
        mtctr   4
        mr      3, 5
        bctrl
        lwz     4, 16(1)
        cmpwi   4, 0
        beq     1f
        mr      1, 4
        lwz     0, FRAME + 4(1)
        mtlr    0
        addi    1, 1, FRAME
        li      3, 1
        blr
1:      bl      __am_upcall_end
        .size   am_upcall, . - am_upcall

        .globl  __am_context_begin      # r14: f, r15: arg
        .type   __am_context_begin, @function
__am_context_begin:
        mtctr   14
        mr      3, 15
        li      0, 0
        mtlr    0
        bctr
        .size   __am_context_begin, . - __am_context_begin
