// A send that is interrupted between its words, at every cycle: an interrupting handler that sends
// nothing on the same network does not harm it. (A handler that sends discards the message:
// bad/given_up.c.)
#include "arrival.h"

#include <stdio.h>

enum { cycles = 250 };

/// Sends five words to node 0 under tag 4; whether it was accepted. Begins and ends at these labels
int send_5(uint32_t first_word);
extern const char send_5_end[];
__asm__("        .text\n"
        "send_5:\n"
        "        sethi   %hi(0x20000000), %o4\n"
        "        mov     0, %o2\n" // the node
        "        mov     %o0, %o3\n"
        "        add     %o4, 0x928, %o5\n" // left, tag 4, 5 words
        "        std     %o2, [%o5]\n"
        "        add     %o3, 1, %o2\n"
        "        add     %o3, 2, %o3\n"
        "        std     %o2, [%o4+0x108]\n"
        "        add     %o2, 2, %o2\n"
        "        add     %o3, 2, %o3\n"
        "        std     %o2, [%o4+0x108]\n"
        "        ld      [%o4+0x100], %o0\n"
        "send_5_end:\n"
        "        retl\n"
        "        and     %o0, 1, %o0\n");

/// Waits for `n` cycles, at most 250.
void wait_cycles(uint32_t n);
__asm__("        .text\n"
        "wait_cycles:\n"
        "        sethi   %hi(9f), %o1\n"
        "        or      %o1, %lo(9f), %o1\n"
        "        sll     %o0, 2, %o0\n"
        "        sub     %o1, %o0, %o1\n"
        "        jmp     %o1\n"
        "        nop\n"
        "        .rept   250\n"
        "        nop\n"
        "        .endr\n"
        "9:      retl\n"
        "        nop\n");

static void meet(void) {
    enter_barrier();
    while (!barrier_complete()) {
    }
}

int main(void) {
    const uint32_t me = NI(self);
    uint32_t wrong = 0, between = 0;
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
            uint32_t s;
            while (!((s = NI(left + status)) & rec_ok)) {
            }
            wrong += tag_of(s) != 4 || words_of(s) != 5;
            for (uint32_t i = 0; i < 5; ++i) wrong += NI(left + receive) != 1000 * n + i;
        } else {
            const uint32_t before = came;
            wait_cycles(100);
            while (!send_5(1000 * n)) {
            }
            while (came == before) {
            }
            between += interrupted - (uint32_t)(uintptr_t)send_5 - 20 <
                       (uint32_t)(send_5_end - (const char *)send_5) - 20 - 4;
        }
        meet();
    }
    if (me == 0) printf("%u wrong\n", wrong);
    if (me == 1)
        printf("%s\n", between >= 10 ? "many sends were interrupted between their words"
                                     : "few sends were interrupted");
    return 0;
}
