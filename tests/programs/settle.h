// Waits for an exact cycle of the machine's clock. On an x86, define SETTLE_EXACTLY first and compile
// with -mxnet; all of its instructions take an even number of cycles.
#pragma once

#include <am_core.h>
#include <stdio.h>
#include <stdlib.h>

#if defined __i386__ && !defined SETTLE_EXACTLY // long instructions, and the clock is a trap
enum { settle_most = 1000 };
static inline void settle(int late) { (void)late; }
#elif defined __i386__
enum { settle_most = 200 };
/// settle(late): returns 200 - late cycles later than for 200.
void settle(int late);
__asm__(".text\n"
        ".type settle, @function\n"
        "settle:\n"
        "shrl $1, %eax\n"
        "addl $1f, %eax\n"
        "jmp *%eax\n"
        "1: .rept 100\n"
        "nop\n"
        ".endr\n"
        "ret\n"
        ".size settle, . - settle\n");
#else
enum { settle_most = 40 };
/// settle(late): returns 40 - late cycles later than for 40.
int settle(int late);
__asm__(".text\n"
        ".type settle, %function\n"
        "settle:\n"
#if defined __powerpc__
        "slwi 3, 3, 2\n"
        "lis 4, 1f@ha\n"
        "addi 4, 4, 1f@l\n"
        "add 4, 4, 3\n"
        "mtctr 4\n"
        "bctr\n"
        "1: .rept 40\n"
        "nop\n"
        ".endr\n"
        "blr\n"
#elif defined __sparc__
        "sll %o0, 2, %o0\n"
        "sethi %hi(1f), %o1\n"
        "or %o1, %lo(1f), %o1\n"
        "jmp %o1 + %o0\n"
        "nop\n"
        "1: .rept 40\n"
        "nop\n"
        ".endr\n"
        "retl\n"
        "nop\n"
#else
        ".set noreorder\n"
        "sll $4, $4, 2\n"
        "lui $2, %hi(1f)\n"
        "addiu $2, $2, %lo(1f)\n"
        "addu $2, $2, $4\n"
        "jr $2\n"
        "nop\n"
        "1: .rept 40\n"
        "nop\n"
        ".endr\n"
        "jr $31\n"
        "nop\n"
        ".set reorder\n"
#endif
        ".size settle, . - settle\n");
#endif

static inline void too_late(int late) {
    printf("%d cycles late\n", late);
    exit(1);
}

/// Returns always at the same distance after `cycle`.
static inline void wait_until(unsigned cycle) {
    int late;
    do late = (int)(am_cycles() - cycle);
    while (late < 0);
    if (late > settle_most) too_late(late);
    settle(late);
}
