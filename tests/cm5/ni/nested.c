// A message interrupts nested calls at every cycle: 12 deep, so that windows overflow and
// underflow. The calls compute the same as undisturbed.
#include "arrival.h"

#include <stdio.h>

enum { cycles = 900, depth = 12 };

/// Waits for `n` cycles, at most `cycles`: jumps to that many NOPs before the end.
void wait_cycles(uint32_t n);
__asm__("        .text\n"
        "        .globl  wait_cycles\n"
        "wait_cycles:\n"
        "        sethi   %hi(9f), %o1\n"
        "        or      %o1, %lo(9f), %o1\n"
        "        sll     %o0, 2, %o0\n"
        "        sub     %o1, %o0, %o1\n"
        "        jmp     %o1\n"
        "        nop\n"
        "        .rept   900\n"
        "        nop\n"
        "        .endr\n"
        "9:      retl\n"
        "        nop\n");

/// Values in locals, arguments and icc on both sides of each call.
__attribute__((noinline)) static uint32_t nested(uint32_t n, uint32_t a, uint32_t b) {
    const uint32_t c = a * 5 + b, d = b ^ a >> 3, e = c - d;
    const uint32_t below = n == 0 ? 1 : nested(n - 1, e, c);
    return (c < d ? below + 3 * c : below ^ d) + (e & n);
}

static void meet(void) {
    enter_barrier();
    while (!barrier_complete()) {
    }
}

int main(void) {
    static uint32_t seen[cycles];
    volatile uint32_t seven = 7; // each call adds one
    const uint32_t me = NI(self), right = nested(depth, seven, 9);
    uint32_t wrong = 0, during = 0;
    if (me == 1) {
        install();
        NI(int_tags) = 1u << 3;
    }
    for (uint32_t n = 0; n < cycles; ++n) {
        meet();
        if (me == 0) {
            wait_cycles(n);
            do {
                NI(first(left, 3, 1)) = 1;
                NI(left + send_word) = n;
            } while (!(NI(left + status) & send_ok));
        } else {
            const uint32_t before = came;
            wrong += nested(depth, seven, 9) != right;
            during += came != before;
            while (came == before) {
            }
            seen[n] = interrupted;
        }
        meet();
    }
    if (me == 1) {
        uint32_t places = 0, in_nested = 0;
        for (uint32_t n = 0; n < cycles; ++n) {
            uint32_t m = 0;
            while (seen[m] != seen[n]) ++m;
            places += m == n;
            in_nested += seen[n] - (uint32_t)(uintptr_t)nested < 200;
        }
        printf("%u wrong, sum %s; %s\n", wrong,
               sum == cycles * (cycles - 1) / 2 ? "right" : "wrong",
               during > cycles / 2 && places > 40 && in_nested > cycles / 4
                   ? "many places were interrupted"
                   : "few places were interrupted");
        if (!(during > cycles / 2 && places > 40 && in_nested > cycles / 4))
            printf("%u %u %u\n", during, places, in_nested);
    }
    return 0;
}
