// The basic protocol (001 2.1) on the host: packets go to and fro between nodes 0 and 1.
//
//     lanai-clang -O2 basic_control.c -o control.elf
//     myrinet-clang -O2 basic.c -o basic.elf
//     inlet run --machine myrinet --nodes 2 --firmware control.elf basic.elf 64 20
#include "basic.h"

#include <am_core.h>
#include <myrinet_registers.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANAI_SHARED = 0x1000 };

static volatile struct basic_shared *const to_ni = (void *)(MYRINET_SRAM + LANAI_SHARED);
static volatile struct basic_shared *const from_ni = (void *)(MYRINET_SRAM_UNCACHED + LANAI_SHARED);
static volatile struct basic_arrival ring[BASIC_RING];

static uint32_t swap(uint32_t value) { return __builtin_bswap32(value); }
static volatile uint32_t *driver(unsigned offset) {
    return (volatile uint32_t *)(MYRINET_DRIVER + offset);
}
static void fence(void) { *driver(MYRINET_FENCE) = 0; }

static void start(void) {
    if (*driver(MYRINET_OPEN)) printf("the network interface is open already\n");
    *driver(MYRINET_PIN_FIRST) = (uint32_t)ring;
    *driver(MYRINET_PIN_BYTES) = sizeof ring;
    for (int n = 0; n < am_procs(); ++n) {
        to_ni->route[n].bytes = swap(*driver(MYRINET_ROUTE(n)));
        for (int i = 0; i < 3; ++i)
            ((volatile uint32_t *)to_ni->route[n].route)[i] = *driver(MYRINET_ROUTE(n) + 4 + 4 * i);
    }
    to_ni->ring = swap((uint32_t)ring);
    fence();
}

static void send(int dest, const uint32_t *data, unsigned bytes) {
    static unsigned sends, sent;
    while (sends - sent == BASIC_SLOTS) sent = swap(from_ni->sent);
    const unsigned slot = sends % BASIC_SLOTS;
    for (unsigned i = 0; i < bytes / 4; ++i) to_ni->packet[slot].data[i] = data[i];
    to_ni->packet[slot].bytes = swap(bytes);
    to_ni->dest[slot] = swap((uint32_t)dest);
    fence(); // the packet is in SRAM before the launch
    to_ni->sends = swap(++sends);
    // A fence, which also tells inlet's observers of the packet.
    const uint32_t header = (uint32_t)&to_ni->packet[slot].bytes - MYRINET_SRAM;
    *driver(MYRINET_HAND_OVER(bytes)) = header | (uint32_t)dest << 20;
}

/// Waits for the next packet; its bytes.
static unsigned receive(uint32_t *data) {
    static unsigned place;
    volatile struct basic_arrival *arrival = &ring[place];
    while (arrival->bytes == 0) {
    }
    const unsigned bytes = swap(arrival->bytes) & 0x7FFFFFFF;
    for (unsigned i = 0; i < bytes / 4; ++i) data[i] = arrival->data[(BASIC_BYTES - bytes) / 4 + i];
    arrival->bytes = 0;
    place = (place + 1) % BASIC_RING;
    return bytes;
}

int main(int argc, char **argv) {
    static uint32_t out[BASIC_BYTES / 4], in[BASIC_BYTES / 4];
    const int me = am_my_proc(), rounds = argc > 2 ? atoi(argv[2]) : 20;
    const unsigned bytes = argc > 1 ? (unsigned)atoi(argv[1]) & ~3u : 64;
    if (bytes > BASIC_BYTES) return 1;
    start();
    if (me == 1) {
        for (int k = 0; k < rounds; ++k) {
            const unsigned size = receive(in);
            send(0, in, size);
        }
    }
    if (me != 0) return 0;
    for (volatile int i = 0; i < 20000; ++i) continue; // until node 1 has started
    int wrong = 0;
    for (int k = 0; k < rounds; ++k) {
        for (unsigned i = 0; i < bytes / 4; ++i) out[i] = 100 * (unsigned)k + i;
        send(1, out, bytes);
        wrong += receive(in) != bytes;
        for (unsigned i = 0; i < bytes / 4; ++i) wrong += in[i] != 100 * (unsigned)k + i;
    }
    printf("%d packets of %u bytes to and fro, %d wrong\n", rounds, bytes, wrong);
    return wrong != 0;
}
