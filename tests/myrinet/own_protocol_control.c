// The control program of own_protocol.c: delivers packets as examples/myrinet/basic_control.c does,
// and acknowledges them itself. The sender's interface takes an acknowledgement without its host.
//
// -DMODE=FORGETS: the sender's interface forgets acknowledgements without a look at them.
// -DMODE=HOST_READS: it does not look at them, either; its host reads them through the window.
// In both it counts a packet when it has sent it.
// -DMODE=ECHOES: the receiver's interface sends each packet back, without a look at it.
#include "own_protocol.h"

#include <lanai.h>

#define ACKNOWLEDGES 0
#define FORGETS 1
#define HOST_READS 2
#define ECHOES 3

static volatile struct basic_shared shared LANAI_SHARE;
static struct basic_packet arrivals[2], acknowledgement;

static void arm(struct basic_packet *packet) {
    lanai_store(LANAI_RMP, (uint32_t)&packet->bytes);
    lanai_store(LANAI_RML, (uint32_t)(packet + 1));
}

/// Sends a packet with so many bytes behind its first word.
static void send(volatile struct basic_packet *packet, uint32_t dest, uint32_t bytes) {
    for (unsigned i = 0; i < 3; ++i)
        ((volatile uint32_t *)packet->route)[i] =
            ((volatile uint32_t *)shared.route[dest].route)[i];
    lanai_store(LANAI_SMP, (uint32_t)&packet->bytes - shared.route[dest].bytes);
    lanai_store(LANAI_SMLT, (uint32_t)packet->data + bytes);
}

int main(void) {
    uint32_t sent = 0, acknowledged = 0, sending = 0, waiting = 0, delivering = 0, next = 0;
    uint32_t place = 0, due = 0, source = 0;
    arm(&arrivals[0]);
    for (;;) {
        const uint32_t events = lanai_load(LANAI_ISR);
        if (events & LANAI_SEND) {
            lanai_store(LANAI_ISR, LANAI_SEND);
            sending = 0;
        }
        if (!sending && due) {
            --due;
            acknowledgement.bytes = OWN_ACKNOWLEDGEMENT;
            send(&acknowledgement, source, 0);
            sending = 1;
        } else if (!sending && shared.sends != sent) {
            const uint32_t slot = sent++ & (OWN_SLOTS - 1);
            send(&shared.packet[slot], shared.dest[slot], shared.packet[slot].bytes);
            sending = 1;
            if (MODE == FORGETS || MODE == HOST_READS) shared.sent = sent;
        }
        if (events & LANAI_DMA) {
            lanai_store(LANAI_ISR, LANAI_DMA);
            delivering = 0;
        }
        if (events & LANAI_RECV) waiting = 1;
        if (MODE == HOST_READS && waiting && sent) {
            shared.ring = (uint32_t)&arrivals[next].bytes;
            shared.dest[OWN_ARRIVED] = acknowledged + 1;
        }
        if (waiting && sent &&
            (MODE == FORGETS ||
             (MODE == HOST_READS && shared.dest[OWN_READ] == acknowledged + 1))) {
            ++acknowledged;
            waiting = 0;
            lanai_store(LANAI_ISR, LANAI_RECV);
            arm(&arrivals[next]);
        }
        if (MODE == ECHOES && waiting && !sent && !sending) {
            send(&arrivals[next], 0, OWN_BYTES);
            sending = 1;
            waiting = 0;
            lanai_store(LANAI_ISR, LANAI_RECV);
            next ^= 1;
            arm(&arrivals[next]);
        }
        if ((MODE == ECHOES && !sent) || (MODE == HOST_READS && sent)) continue;
        if (waiting && !delivering) {
            struct basic_packet *packet = &arrivals[next];
            const uint32_t bytes = packet->bytes;
            waiting = 0;
            lanai_store(LANAI_ISR, LANAI_RECV);
            next ^= 1;
            arm(&arrivals[next]);
            if (bytes == (MODE == ECHOES ? OWN_BYTES : OWN_ACKNOWLEDGEMENT)) {
                shared.sent = ++acknowledged;
                continue;
            }
            source = packet->data[0];
            ++due;
            packet->data[bytes >> 2] = bytes | 0x80000000;
            __asm__ volatile("" ::: "memory"); // it is in SRAM before the DMA reads it
            lanai_store(LANAI_DMA_DIR, 1);
            lanai_store(LANAI_EAR,
                        shared.ring + place + (uint32_t)sizeof(struct basic_arrival) - bytes - 4);
            lanai_store(LANAI_LAR, (uint32_t)packet->data);
            lanai_store(LANAI_DMA_CTR, bytes + 4);
            delivering = 1;
            place += sizeof(struct basic_arrival);
        }
    }
}
