// Moves 8 KB to the host's memory for each turn, and then the time that it took, in units of 0.5
// us.
#include <lanai.h>

static volatile struct { uint32_t to, turn; } shared LANAI_SHARE;
static volatile uint32_t data[2048], took;

static void move(uint32_t to, volatile uint32_t *from, uint32_t bytes) {
    lanai_store(LANAI_DMA_DIR, 1);
    lanai_store(LANAI_EAR, to);
    lanai_store(LANAI_LAR, (uint32_t)from);
    lanai_store(LANAI_DMA_CTR, bytes);
    while (!(lanai_load(LANAI_ISR) & LANAI_DMA)) continue;
    lanai_store(LANAI_ISR, LANAI_DMA);
}

int main(void) {
    for (uint32_t turn = 1;; ++turn) {
        while (shared.turn != turn) continue;
        const uint32_t begun = lanai_load(LANAI_RTC);
        for (unsigned i = 0; i < 8; ++i) move(shared.to + 4, data, sizeof data);
        took = lanai_load(LANAI_RTC) - begun;
        __asm__ volatile("" ::: "memory");
        move(shared.to, &took, 4);
    }
}
