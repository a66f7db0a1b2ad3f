// Adds up the words when the host's flag is set, and delivers the sum, which is not 0.
#include <lanai.h>

static volatile struct { uint32_t words[16], flag, sum; } shared LANAI_SHARE;
static volatile uint32_t sum;

int main(void) {
    while (shared.flag == 0) {
    }
    uint32_t all = 100;
    for (unsigned i = 0; i < 8; ++i) all += shared.words[i];
    sum = all;
    __asm__ volatile("" ::: "memory");
    lanai_store(LANAI_DMA_DIR, 1);
    lanai_store(LANAI_EAR, shared.sum);
    lanai_store(LANAI_LAR, (uint32_t)&sum);
    lanai_store(LANAI_DMA_CTR, 4);
    for (;;) (void)lanai_load(LANAI_ISR);
}
