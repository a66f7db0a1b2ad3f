// What the programs of `inlet reproduce sp2` share: labels between which it measures.
#pragma once

#include <am.h>

/// A constant of that name has the address of the next instruction.
#define LABEL(name)                                                                                \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.align 2\n\t.type " #name ", @object\n\t"      \
                     ".size " #name ", 4\n" #name ":\t.long 1b\n\t.popsection" ::                  \
                         : "memory")
/// Called as any function is: the compiler does not know its callers.
#define MEASURED __attribute__((noinline))

static volatile int seen; // something to do behind a label, so that the compiler makes one of it
