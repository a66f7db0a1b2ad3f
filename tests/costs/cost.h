// Pieces of code whose cost is measured: inlet-costs shows node 0's instructions in each, and the
// path of its messages (docs/costs.md). A piece is a function of its own, so its operands are in
// registers:
//
//     COST(request_1, (int to, int a), am_request_1(to, take, a))
//
// defines cost_request_1(to, a), which executes it once and waits until it is complete.
#pragma once

#define COST_LABEL(name)                                                                           \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.balign 4\n\t.globl " #name "\n\t.type " #name \
                     ", @object\n\t.size " #name ", 4\n" #name ":\t.long 1b\n\t.popsection" ::     \
                         : "memory")

/// Longer than the work of any piece on other nodes.
static __attribute__((noinline, unused)) void cost_pause(void) {
    for (int i = 0; i < 4000; ++i) __asm__ volatile("");
}

/// Marks `value` as used at this point.
#define COST_USE(value) __asm__ volatile("" ::"r"(value))

#define COST(name, parameters, ...)                                                                \
    __attribute__((noinline)) void cost_##name parameters {                                        \
        COST_LABEL(cost_begin_##name);                                                             \
        __VA_ARGS__;                                                                               \
        COST_LABEL(cost_end_##name);                                                               \
        cost_pause();                                                                              \
    }
