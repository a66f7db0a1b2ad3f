// Arrivals interrupt by tag (von Eicken 4.3.7): node 1 computes, and a trap handler of its own
// takes what node 0 sends. Messages of another tag wait until main asks for them.
#include "ni.h"

#include <stdio.h>

enum { messages = 200, level_10 = 0x1A };
volatile uint32_t came, sum;

/// In locals only: the trap may have entered a window that is not free. Edge-triggered: the cause
/// goes before the messages are looked at, so that none is overlooked.
__asm__("        .text\n"
        "        .globl  arrival\n"
        "arrival:\n"
        "        rd      %psr, %l0\n"
        "        sethi   %hi(0x20000000), %l3\n"
        "        mov     3, %l4\n"
        "        st      %l4, [%l3+0x44]\n"
        "1:      ld      [%l3+0x100], %l4\n"
        "        andcc   %l4, 2, %g0\n"
        "        be      2f\n"
        "        srl     %l4, 12, %l4\n"
        "        and     %l4, 15, %l4\n"
        "        cmp     %l4, 3\n"
        "        bne     2f\n" // main's
        "        nop\n"
        "        ld      [%l3+0x110], %l4\n"
        "        sethi   %hi(sum), %l5\n"
        "        ld      [%l5+%lo(sum)], %l6\n"
        "        add     %l6, %l4, %l6\n"
        "        st      %l6, [%l5+%lo(sum)]\n"
        "        sethi   %hi(came), %l5\n"
        "        ld      [%l5+%lo(came)], %l6\n"
        "        add     %l6, 1, %l6\n"
        "        ba      1b\n"
        "        st      %l6, [%l5+%lo(came)]\n"
        "2:      wr      %l0, %psr\n"
        "        nop\n"
        "        nop\n"
        "        nop\n"
        "        jmp     %l1\n"
        "        rett    %l2\n");
extern const char arrival[];

/// Into the program's trap table, which is code.
static void install(void) {
    uint32_t base, psr;
    __asm__ volatile("rd %%tbr, %0" : "=r"(base));
    volatile uint32_t *entry = (volatile uint32_t *)((base & ~0xFFFu) + level_10 * 16);
    const uint32_t to = (uint32_t)(uintptr_t)arrival;
    entry[0] = 0x29000000 | to >> 10;     // sethi %hi(arrival), %l4
    entry[1] = 0x81C52000 | (to & 0x3FF); // jmp %l4 + %lo(arrival)
    entry[2] = 0x01000000;                // nop
    __asm__ volatile("rd %%psr, %0" : "=r"(psr));
    __asm__ volatile("wr %0, %%psr; nop; nop; nop" : : "r"(psr & ~0xF00u)); // level 0
}

/// Deep enough that windows overflow, so that arrivals come in their traps too.
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
            } // else node 1 does nothing but handle
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
