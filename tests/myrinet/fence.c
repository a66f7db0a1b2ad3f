// A host that hands words over to its interface with a fence before the flag, or without one, which
// shows (001 3.3.2): the control program (fence_control.c) finds the flag before the words.
// Argument: "fenced".
#include <am_core.h>
#include <myrinet_registers.h>
#include <stdio.h>

enum { LANAI_SHARED = 0x1000, words = 8 };

static volatile unsigned sum;

int main(int argc, char **argv) {
    volatile unsigned *const to = (volatile unsigned *)(MYRINET_SRAM + LANAI_SHARED);
    volatile unsigned *const flag =
        (volatile unsigned *)(MYRINET_SRAM_UNCACHED + LANAI_SHARED + 64);
    (void)argv;
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_PIN_FIRST) = (unsigned)&sum;
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_PIN_BYTES) = sizeof sum;
    to[16 + 1] = __builtin_bswap32((unsigned)&sum);
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_FENCE) = 0;
    for (unsigned i = 0; i < words - 1; ++i)
        to[i] = __builtin_bswap32(1 + i); // a line that is not full
    if (argc > 1) *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_FENCE) = 0;
    *flag = __builtin_bswap32(1); // not combined, it overtakes them
    while (!sum) {
    }
    printf("%s\n",
           __builtin_bswap32(sum) == 100 + words * (words - 1) / 2 ? "all words" : "old words");
    return 0;
}
