// What `inlet reproduce lfc` measures of the hardware (001 Table 2.1, Figure 2.2, 1.6.2, 2.5), on
// two nodes with the control program myrinet_hw_control.c. Prints "curve NAME X CYCLES BYTES"; the
// names begin with PREFIX.
#include "myrinet_hw.h"

#include <am_core.h>
#include <myrinet_registers.h>
#include <stdio.h>
#include <string.h>

#ifndef PREFIX
#define PREFIX ""
#endif

enum { LANAI_SHARED = 0x1000, rounds = 16, copied = 1 << 20 };

static volatile struct hw_shared *const to_ni = (void *)(MYRINET_SRAM + LANAI_SHARED);
static uint32_t memory[HW_BYTES / 4];
static volatile uint32_t done[2];
static char copies[2][copied];

static uint32_t swap(uint32_t value) { return __builtin_bswap32(value); }
static volatile uint32_t *driver(unsigned offset) {
    return (volatile uint32_t *)(MYRINET_DRIVER + offset);
}
static void fence(void) { *driver(MYRINET_FENCE) = 0; }
static void pin(volatile void *at, unsigned bytes) {
    *driver(MYRINET_PIN_FIRST) = (uint32_t)at;
    *driver(MYRINET_PIN_BYTES) = bytes;
}

static void point(const char *name, unsigned x, unsigned took, unsigned bytes) {
    printf("curve " PREFIX "%s %u %u %u\n", name, x, took, bytes);
}

static uint32_t turn;
static void start(enum hw_command command, unsigned times, unsigned bytes, unsigned to_host) {
    to_ni->command = swap(command);
    to_ni->times = swap(times);
    to_ni->bytes = swap(bytes);
    to_ni->to_host = swap(to_host);
    to_ni->memory = swap((uint32_t)memory);
    to_ni->done = swap((uint32_t)done);
    fence();
    to_ni->turn = swap(++turn);
    fence();
}
static void end(void) {
    while (done[0] != swap(turn)) {
    }
}
static void run(enum hw_command command, unsigned times, unsigned bytes, unsigned to_host) {
    start(command, times, bytes, to_host);
    end();
}

// --- The host's processor ---

static void __attribute__((noinline)) store(volatile uint32_t *to, unsigned bytes) {
    for (unsigned i = 0; i < bytes / 4; ++i) to[i] = memory[i];
}

/// A copy, then the fence that comes before the flag.
static unsigned copy(unsigned base, unsigned bytes, int fenced) {
    volatile uint32_t *const to = (volatile uint32_t *)(base + HW_BUFFER);
    const unsigned begun = am_cycles();
    for (int i = 0; i < rounds; ++i) {
        store(to, bytes);
        if (fenced) fence();
    }
    return (am_cycles() - begun) / rounds;
}

static void host(void) {
    unsigned begun = am_cycles();
    point("rdtsc", 1, am_cycles() - begun, 0);

    memcpy(copies[1], copies[0], copied);
    begun = am_cycles();
    memcpy(copies[1], copies[0], copied);
    point("copy", copied, am_cycles() - begun, copied);

    static const unsigned sizes[] = {4, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        point("pio", sizes[i], copy(MYRINET_SRAM_UNCACHED, sizes[i], 0), sizes[i]);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        point("combined", sizes[i], copy(MYRINET_SRAM, sizes[i], 1), sizes[i]);

    const volatile uint32_t *const from =
        (const volatile uint32_t *)(MYRINET_SRAM_UNCACHED + HW_BUFFER);
    begun = am_cycles();
    for (unsigned i = 0; i < HW_BYTES / 4; ++i) memory[i] = from[i];
    point("pio_read", HW_BYTES, am_cycles() - begun, HW_BYTES);
    begun = am_cycles();
    for (int i = 0; i < rounds; ++i) (void)from[0];
    point("load", 1, (am_cycles() - begun) / rounds, 0);
}

// --- DMA ---

/// Cycles of one transfer: the difference of 3 and 3 + `rounds`.
static unsigned each(enum hw_command command, unsigned bytes, unsigned to_host) {
    unsigned took[2];
    for (unsigned k = 0; k < 2; ++k) {
        const unsigned begun = am_cycles();
        run(command, k ? 3 + rounds : 3, bytes, to_host);
        took[k] = am_cycles() - begun;
    }
    return (took[1] - took[0]) / rounds;
}

/// A copy to the DMA area, and DMA.
static unsigned copied_dma(unsigned bytes, unsigned dma) {
    const unsigned begun = am_cycles();
    memcpy(memory, copies[0], bytes);
    return am_cycles() - begun + dma;
}

static void transfers(void) {
    static const unsigned sizes[] = {4, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const unsigned cycles = each(HW_DMA, sizes[i], 0);
        point("dma", sizes[i], cycles, sizes[i]);
        point("copy_dma", sizes[i], copied_dma(sizes[i], cycles), sizes[i]);
    }
    point("dma_to_host", HW_BYTES, each(HW_DMA, HW_BYTES, 1), HW_BYTES);
}

// --- The network ---

int main(void) {
    (void)*driver(MYRINET_OPEN);
    pin(memory, sizeof memory);
    pin(done, sizeof done);
    const unsigned me = (unsigned)am_my_proc();
    if (me == 0) {
        host();
        transfers();
    }
    // Node 1 is ready long before node 0.
    for (unsigned k = 0; k < 2; ++k) {
        static const unsigned sizes[] = {1024, HW_BYTES};
        const unsigned bytes = sizes[k];
        if (me == 1) {
            run(HW_RECEIVE, 3 + 3 + rounds, bytes, 0);
            continue;
        }
        const unsigned route = *driver(MYRINET_ROUTE(1));
        for (unsigned w = 0; w < 3; ++w)
            *(volatile uint32_t *)(MYRINET_SRAM + HW_BUFFER - 12 + 4 * w) =
                *driver(MYRINET_ROUTE(1) + 4 + 4 * w);
        to_ni->route_bytes = swap(route);
        point("network", bytes, each(HW_SEND, bytes, 0), bytes);
    }
    return 0;
}
