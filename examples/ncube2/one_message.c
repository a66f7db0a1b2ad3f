// run: --machine ncube2-x86 --nodes 2
// One message of one word, by the kernel's traps and interrupts or by instructions: the same text
// for the machines ncube2-x86 and ncube2-xnet (docs/ncube2-trap-or-instruction.md says where each
// cycle of the difference goes).
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

enum { apart = 400 };
static volatile int sum;

static AM_SHORT void take(int word) { sum += word; }
static __attribute__((noinline)) void send(int node, int word) {
    am_short_request_1(node, take, word);
}

int main(int argc, char **argv) {
    const int times = argc > 1 ? atoi(argv[1]) : 100;
    if (am_my_proc() != 0) {
        while (sum != times) {
        }
        printf("sum %d\n", sum);
        return 0;
    }
    for (int i = 0; i < times; ++i) {
        send(1, 1);
        // No channel is waited for.
        for (int wait = 0; wait < apart; ++wait) __asm__ volatile("");
    }
    return 0;
}
