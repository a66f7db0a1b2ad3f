// Node 0 sends packets to node 1, whose interface acknowledges them (own_protocol_control.c).
// "more": it waits for one acknowledgement more, which never comes. "reads": it reads them. "echo":
// node 1 expects no packets.
#include "own_protocol.h"

#include <am_core.h>
#include <myrinet_registers.h>
#include <stdio.h>

enum { LANAI_SHARED = 0x1000 };

static volatile struct basic_shared *const to_ni = (void *)(MYRINET_SRAM + LANAI_SHARED);
static volatile struct basic_shared *const from_ni = (void *)(MYRINET_SRAM_UNCACHED + LANAI_SHARED);
static volatile struct basic_arrival ring[BASIC_RING];

static uint32_t swap(uint32_t value) { return __builtin_bswap32(value); }
static volatile uint32_t *driver(unsigned offset) {
    return (volatile uint32_t *)(MYRINET_DRIVER + offset);
}

static void start(void) {
    *driver(MYRINET_PIN_FIRST) = (uint32_t)ring;
    *driver(MYRINET_PIN_BYTES) = sizeof ring;
    for (int n = 0; n < am_procs(); ++n) {
        to_ni->route[n].bytes = swap(*driver(MYRINET_ROUTE(n)));
        for (int i = 0; i < 3; ++i)
            ((volatile uint32_t *)to_ni->route[n].route)[i] = *driver(MYRINET_ROUTE(n) + 4 + 4 * i);
    }
    to_ni->ring = swap((uint32_t)ring);
    *driver(MYRINET_FENCE) = 0;
}

int main(int argc, char **argv) {
    const char what = argc > 1 ? argv[1][0] : 0;
    if (*driver(MYRINET_OPEN)) return 1;
    start();
    if (am_my_proc() == 0) {
        for (volatile int i = 0; i < 20000; ++i) continue; // until node 1 has started
        for (unsigned k = 0; k < OWN_COUNT; ++k) {
            const unsigned slot = k % OWN_SLOTS;
            while (k - swap(from_ni->sent) >= OWN_SLOTS) continue;
            to_ni->packet[slot].data[0] = swap(0);
            to_ni->packet[slot].data[1] = swap(k);
            to_ni->packet[slot].bytes = swap(OWN_BYTES);
            to_ni->dest[slot] = swap(1);
            *driver(MYRINET_FENCE) = 0;
            to_ni->sends = swap(k + 1);
            const uint32_t header = (uint32_t)&to_ni->packet[slot].bytes - MYRINET_SRAM;
            *driver(MYRINET_HAND_OVER(OWN_BYTES)) = header | 1 << 20;
        }
        for (unsigned k = 1; what == 'r' && k <= OWN_COUNT; ++k) {
            while (swap(from_ni->dest[OWN_ARRIVED]) != k) continue;
            const uint32_t at = MYRINET_SRAM_UNCACHED + swap(from_ni->ring);
            const uint32_t word = swap(*(volatile uint32_t *)at);
            if (word != OWN_ACKNOWLEDGEMENT) printf("acknowledgement %u is %x\n", k, word);
            to_ni->dest[OWN_READ] = swap(k);
            *driver(MYRINET_FENCE) = 0;
        }
        while (swap(from_ni->sent) != OWN_COUNT + (what == 'm')) continue;
        printf("%u packets acknowledged\n", swap(from_ni->sent));
    }
    for (unsigned k = 0; am_my_proc() == 1 && what != 'e' && k < OWN_COUNT; ++k) {
        while (ring[k].bytes == 0) continue;
        const uint32_t number = swap(ring[k].data[(BASIC_BYTES - OWN_BYTES) / 4 + 1]);
        if (number != k) printf("packet %u has number %u\n", k, number);
    }
    return 0;
}
