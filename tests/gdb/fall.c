// Node 0 reaches `mark` three times and faults before node 1 has its quotient (a slow divider).
#include <am.h>

__attribute__((noinline)) static void mark(int round) { __asm__ volatile("" ::"r"(round)); }

int main(void) {
    const int me = am_my_proc();
    if (me > 1) return 0;
    if (me == 1) {
        unsigned quotient;
        __asm__ volatile("divu $zero, %1, %1\n\t.globl there\nthere: mflo %0" : "=r"(quotient) : "r"(7));
        return quotient != 1;
    }
    for (int i = 0; i < 100; ++i) __asm__ volatile(""); // node 1 starts to divide
    for (int round = 1; round <= 3; ++round) mark(round);
    *(volatile int *)0 = 1;
    return 0;
}
