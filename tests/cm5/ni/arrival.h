// The trap handler of a node that is interrupted by arrivals of tag 3.
#pragma once

#include "ni.h"

enum { level_10 = 0x1A };
volatile uint32_t came, sum, interrupted; ///< messages, the sum of their words, the last one's pc

/// Uses locals only: the trap may have entered a window that is not free. Edge-triggered: clears
/// the cause before it checks for messages, so that it misses none.
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
        "        sethi   %hi(interrupted), %l5\n"
        "        st      %l1, [%l5+%lo(interrupted)]\n"
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
