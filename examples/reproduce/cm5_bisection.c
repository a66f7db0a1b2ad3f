// run: --machine cm5 --nodes 64
// levels: -O2
// For `inlet reproduce cm5`: every node sends to the one as far away as any, so that all messages
// go through the fat tree's highest routers (000, Table 4-9: g).
#include <am_core.h>
#include <cmam.h>

#define LABEL(name)                                                                                \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.align 4\n\t.type " #name ", @object\n\t"      \
                     ".size " #name ", 4\n" #name ":\t.word 1b\n\t.popsection" ::                  \
                         : "memory")

enum { warm = 50, messages = 100 };

static volatile int count;
static void counter_h(void) { ++count; }

static void stream(int to, int n) {
    while (n--) CMAM_4(to, (void (*)())counter_h, 1, 2, 3, 4);
}

int main(void) {
    const int to = (am_my_proc() + am_procs() / 2) % am_procs();
    CMAM_barrier();
    stream(to, warm); // the FIFOs on the way are full
    LABEL(bisection_begin);
    stream(to, messages);
    LABEL(bisection_end);
    CMAM_wait(&count, warm + messages);
    return 0;
}
