// Changes its own code, which is allowed and has an effect at once; fence.c's host then says "all
// words".
#include <lanai.h>

enum { right = 128, mov_1 = 0xF4020001 }; ///< what fence.c expects; mov 0x1, %rv

static volatile struct { uint32_t words[16], flag, sum; } shared LANAI_SHARE;
static volatile uint32_t sum;

__attribute__((weak)) uint32_t number(void) { // the compiler does not know the result
    __asm__ volatile("" ::: "memory");
    return 1;
}

int main(void) {
    volatile uint32_t *const code = (volatile uint32_t *)(uintptr_t)number;
    while (shared.flag == 0) {
    }
    uint32_t before = 0, after = 0;
    for (unsigned i = 0; i < 100; ++i) before += number(); // compiled by then
    for (unsigned i = 0; i < 8; ++i)
        if (code[i] == mov_1) code[i] = mov_1 + 1;
    for (unsigned i = 0; i < 100; ++i) after += number();
    sum = before == 100 && after == 200 ? right : 1;
    __asm__ volatile("" ::: "memory");
    lanai_store(LANAI_DMA_DIR, 1);
    lanai_store(LANAI_EAR, shared.sum);
    lanai_store(LANAI_LAR, (uint32_t)&sum);
    lanai_store(LANAI_DMA_CTR, 4);
    for (;;) (void)lanai_load(LANAI_ISR);
}
