// Arrivals interrupt by tag (von Eicken 4.3.7): node 1 computes, and its own trap handler takes the
// messages of node 0. Messages of another tag wait until main polls for them.
#include "arrival.h"

#include <stdio.h>

enum { messages = 200 };

/// Deep enough that windows overflow, so that messages arrive during their traps too.
__attribute__((noinline)) static uint32_t fib(uint32_t n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
    const uint32_t me = NI(self);
    if (me == 1) {
        install();
        NI(int_tags) = 1u << 3;
    }
    enter_barrier();
    while (!barrier_complete()) {
    }
    if (me == 0) {
        for (uint32_t n = 1; n <= messages; ++n) {
            do {
                NI(first(left, 3, 1)) = 1;
                NI(left + send_word) = n;
            } while (!(NI(left + status) & send_ok));
            for (volatile int i = 0; i < 20; ++i) {
            } // else node 1 would only handle messages
        }
        while (!try_send_2(left, 1, 4, 11, 12)) {
        }
    } else if (me == 1) {
        uint32_t rounds = 0, right_ones = 0;
        while (came < messages) {
            right_ones += fib(8) == 21;
            ++rounds;
        }
        uint32_t s;
        while (!((s = NI(left + status)) & rec_ok)) {
        }
        const uint64_t last = NI_DOUBLE(left + receive);
        printf("%u messages, sum %u; main's of tag %u: %u %u; %s\n", came, sum, tag_of(s),
               (uint32_t)(last >> 32), (uint32_t)last,
               rounds > 3 && rounds == right_ones ? "main computed meanwhile"
                                                  : "main is disturbed");
    }
    enter_barrier();
    while (!barrier_complete()) {
    }
    return 0;
}
