// How long a host DMA takes while the host waits, and while it copies beyond its second cache,
// where both need memory (001 5.1.1). The control program is contention_control.c.
#include <myrinet_registers.h>
#include <stdio.h>
#include <string.h>

enum { LANAI_SHARED = 0x1000, big = 1 << 20 };

static volatile struct { unsigned took, data[2048]; } arrival;
static char copies[2][big];

static void copy(void) {
    memcpy(copies[0], copies[1], big);
    __asm__ volatile("" ::"r"(copies) : "memory"); // not without a reader
}
static void nothing(void) {}

static unsigned turn(unsigned number, void (*meanwhile)(void)) {
    volatile unsigned *const to = (volatile unsigned *)(MYRINET_SRAM_UNCACHED + LANAI_SHARED);
    arrival.took = 0;
    to[0] = __builtin_bswap32((unsigned)&arrival);
    to[1] = __builtin_bswap32(number);
    do meanwhile();
    while (!arrival.took);
    return __builtin_bswap32(arrival.took);
}

int main(void) {
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_PIN_FIRST) = (unsigned)&arrival;
    *(volatile unsigned *)(MYRINET_DRIVER + MYRINET_PIN_BYTES) = sizeof arrival;
    copy();
    const unsigned waits = turn(1, nothing), copies_too = turn(2, copy);
    printf("64 KB by DMA: %u half microseconds, while the host copies %u\n", waits, copies_too);
    return 0;
}
