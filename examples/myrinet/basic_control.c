// The basic protocol (001 2.1) on the network interface: sends what the host has put into a slot,
// and delivers what arrives to the next place of a ring in the host's memory. The network is
// reliable, and there is no flow control: hosts take packets faster than they come.
#include "basic.h"

#include <lanai.h>

static volatile struct basic_shared shared LANAI_SHARE;

// Two, so that a packet can arrive while the one before goes to the host; and its last word.
static struct basic_packet arrivals[2];

static void arm(struct basic_packet *packet) {
    lanai_store(LANAI_RMP, (uint32_t)&packet->bytes);
    lanai_store(LANAI_RML, (uint32_t)(packet + 1));
}

static void send(uint32_t slot) {
    volatile struct basic_packet *packet = &shared.packet[slot];
    const uint32_t dest = shared.dest[slot];
    for (unsigned i = 0; i < 3; ++i)
        ((volatile uint32_t *)packet->route)[i] =
            ((volatile uint32_t *)shared.route[dest].route)[i];
    lanai_store(LANAI_SMP, (uint32_t)&packet->bytes - shared.route[dest].bytes);
    lanai_store(LANAI_SMLT, (uint32_t)packet->data + packet->bytes);
}

int main(void) {
    uint32_t sent = 0, slot = 0, place = 0, sending = 0, waiting = 0, delivering = 0, next = 0;
    arm(&arrivals[0]);
    for (;;) {
        if (!sending && shared.sends != sent) {
            send(slot);
            sending = 1;
        }
        const uint32_t events = lanai_load(LANAI_ISR);
        if (events & LANAI_SEND) {
            lanai_store(LANAI_ISR, LANAI_SEND);
            sending = 0;
            shared.sent = ++sent;
            slot = (slot + 1) & (BASIC_SLOTS - 1);
        }
        if (events & LANAI_DMA) {
            lanai_store(LANAI_ISR, LANAI_DMA);
            delivering = 0;
        }
        if (events & LANAI_RECV) waiting = 1;
        if (waiting && !delivering) { // the packet before has left the other buffer
            struct basic_packet *packet = &arrivals[next];
            const uint32_t bytes = packet->bytes;
            waiting = 0;
            lanai_store(LANAI_ISR, LANAI_RECV);
            next ^= 1;
            arm(&arrivals[next]);
            packet->data[bytes >> 2] = bytes | 0x80000000;
            __asm__ volatile("" ::: "memory"); // it is in SRAM before the DMA reads it
            lanai_store(LANAI_DMA_DIR, 1);
            lanai_store(LANAI_EAR,
                        shared.ring + place + (uint32_t)sizeof(struct basic_arrival) - bytes - 4);
            lanai_store(LANAI_LAR, (uint32_t)packet->data);
            lanai_store(LANAI_DMA_CTR, bytes + 4);
            delivering = 1;
            place += sizeof(struct basic_arrival);
            if (place == BASIC_RING * sizeof(struct basic_arrival)) place = 0;
        }
    }
}
