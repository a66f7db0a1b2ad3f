// run: --machine cm5 --nodes 2
// levels: -O2
// For `inlet reproduce cm5`: a message interrupts node 0, by CMAM's kernel (000 4.3.7).
#include <am_core.h>
#include <cmam.h>
#include <cmam_interrupt.h>

#define LABEL(name)                                                                                \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.align 4\n\t.type " #name ", @object\n\t"      \
                     ".size " #name ", 4\n" #name ":\t.word 1b\n\t.popsection" ::                  \
                         : "memory")

static volatile int count, seen;
static void counter_h(void) { ++count; }

__attribute__((noinline)) static void compute(void) {
    LABEL(interrupt_begin);
    while (!count) {
    }
    LABEL(interrupt_end);
    seen = 1;
}

int main(void) {
    CMAM_barrier();
    if (am_my_proc() == 1) {
        for (volatile int i = 0; i < 200; ++i) {
        }
        CMAM_4(0, (void (*)())counter_h);
    } else {
        CMAM_enable_interrupts();
        compute();
        CMAM_disable_interrupts();
    }
    CMAM_barrier();
    return 0;
}
