// A host that hands words over to its interface with a fence before the flag, or without one, which
// shows (001 3.3.2): the control program (fence_control.c) finds the flag before the words.
// Argument: "fenced", or a locked instruction, which is a fence as well: "add", "xchg", "cmpxchg";
// "plain": an add that is not locked.
#include <am_core.h>
#include <myrinet_registers.h>
#include <stdio.h>
#include <string.h>

enum { LANAI_SHARED = 0x1000, words = 8 };

static volatile unsigned sum;
static unsigned other;

/// The instructions are those of the x86, whatever the compiler makes of an atomic operation.
static void fence(const char *kind) {
    unsigned value = 1, was = 0;
    if (strcmp(kind, "fenced") == 0)
        *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_FENCE) = 0;
    else if (strcmp(kind, "add") == 0)
        __asm__ volatile("lock; addl %1, %0" : "+m"(other) : "r"(value) : "memory", "cc");
    else if (strcmp(kind, "xchg") == 0)
        __asm__ volatile("xchgl %1, %0" : "+m"(other), "+r"(value)::"memory");
    else if (strcmp(kind, "cmpxchg") == 0)
        __asm__ volatile("lock; cmpxchgl %2, %0"
                         : "+m"(other), "+a"(was)
                         : "r"(value)
                         : "memory", "cc");
    else
        __asm__ volatile("addl %1, %0" : "+m"(other) : "r"(value) : "memory", "cc");
}

int main(int argc, char **argv) {
    volatile unsigned *const to = (volatile unsigned *)(MYRINET_SRAM + LANAI_SHARED);
    volatile unsigned *const flag =
        (volatile unsigned *)(MYRINET_SRAM_UNCACHED + LANAI_SHARED + 64);
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_PIN_FIRST) = (unsigned)&sum;
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_PIN_BYTES) = sizeof sum;
    to[16 + 1] = __builtin_bswap32((unsigned)&sum);
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_FENCE) = 0;
    for (unsigned i = 0; i < words - 1; ++i)
        to[i] = __builtin_bswap32(1 + i); // a line that is not full
    const unsigned before = other;
    if (argc > 1) fence(argv[1]);
    *flag = __builtin_bswap32(1); // not combined, it overtakes them
    while (!sum) {
    }
    if (argc > 1 && strcmp(argv[1], "fenced") != 0 && other != before + 1) return 1;
    printf("%s\n",
           __builtin_bswap32(sum) == 100 + words * (words - 1) / 2 ? "all words" : "old words");
    return 0;
}
