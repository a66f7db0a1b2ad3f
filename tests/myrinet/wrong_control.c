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
#endif
    for (;;) (void)lanai_load(LANAI_ISR);
}
