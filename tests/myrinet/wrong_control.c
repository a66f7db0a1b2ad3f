// What a control program can do wrong: WRONG is the case.
#include <lanai.h>

int main(void) {
#if WRONG == 0
    *(volatile uint32_t *)0x200000 = 1;
#elif WRONG == 1
    __asm__ volatile("bt main\n\tbt main\n\tnop");
#elif WRONG == 2
    lanai_store(LANAI_RMP, 0x200000);
    lanai_store(LANAI_RML, 0x200010);
#elif WRONG == 3
    lanai_store(LANAI_SMP, 0x9000);
    lanai_store(LANAI_SMLT, 0x8000);
#elif WRONG == 4 // to the host's memory, where nothing is pinned
    lanai_store(LANAI_DMA_DIR, 1);
    lanai_store(LANAI_EAR, 0x7000);
    lanai_store(LANAI_LAR, 0x8000);
    lanai_store(LANAI_DMA_CTR, 64);
#elif WRONG == 5
    lanai_store(LANAI_DMA_CTR, 0);
#elif WRONG == 6
    lanai_store(LANAI_DMA_CTR, 4);
    lanai_store(LANAI_DMA_CTR, 4);
#elif WRONG == 7 // 64 bytes that do not lie within SRAM
    lanai_store(LANAI_LAR, MYRINET_SRAM_BYTES - 32);
    lanai_store(LANAI_DMA_CTR, 64);
#elif WRONG == 8 // a packet of 64 bytes for node 1, whose receive DMA has 32
    *(volatile uint8_t *)0x8000 = 0x81;
    lanai_store(LANAI_RMP, 0x9000);
    lanai_store(LANAI_RML, 0x9020);
    lanai_store(LANAI_SMP, 0x8000);
    lanai_store(LANAI_SMLT, 0x8040);
#elif WRONG == 9 // while a packet for node 1, which takes none, fills the links
    *(volatile uint8_t *)0x8000 = 0x81;
    lanai_store(LANAI_SMP, 0x8000);
    lanai_store(LANAI_SMLT, 0x8800);
    lanai_store(LANAI_SMLT, 0x8800);
#elif WRONG == 10
    lanai_store(LANAI_RMP, 0x9000);
    lanai_store(LANAI_RML, 0x9020);
    lanai_store(LANAI_RML, 0x9040);
#endif
    for (;;) (void)lanai_load(LANAI_ISR);
}
