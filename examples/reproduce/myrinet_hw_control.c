// A control program that moves data as the host says: the host DMA, each transfer acknowledged by
// one of a word (001 2.2.3), and packets from SRAM to SRAM.
#include "myrinet_hw.h"

#include <lanai.h>

static volatile struct hw_shared shared LANAI_SHARE;
static volatile uint32_t word;

static void wait(uint32_t event) {
    while (!(lanai_load(LANAI_ISR) & event)) {
    }
    lanai_store(LANAI_ISR, event);
}

static void dma(uint32_t to_host, uint32_t memory, uint32_t at, uint32_t bytes) {
    lanai_store(LANAI_DMA_DIR, to_host);
    lanai_store(LANAI_EAR, memory);
    lanai_store(LANAI_LAR, at);
    lanai_store(LANAI_DMA_CTR, bytes);
    wait(LANAI_DMA);
}

int main(void) {
    uint32_t turn = 1;
    for (;;) {
        while (shared.turn != turn) {
        }
        word = turn++;
        const uint32_t bytes = shared.bytes;
        for (uint32_t left = shared.times; left; --left) {
            if (shared.command == HW_DMA) {
                dma(shared.to_host, shared.memory, HW_BUFFER, bytes);
                if (left > 1) dma(1, shared.done + 4, (uint32_t)&word, 4);
            } else if (shared.command == HW_SEND) {
                lanai_store(LANAI_SMP, HW_BUFFER - shared.route_bytes);
                lanai_store(LANAI_SMLT, HW_BUFFER + bytes);
                wait(LANAI_SEND);
            } else {
                lanai_store(LANAI_RMP, HW_BUFFER);
                lanai_store(LANAI_RML, HW_BUFFER + bytes);
                wait(LANAI_RECV);
            }
        }
        dma(1, shared.done, (uint32_t)&word, 4);
    }
}
