// The overhead of interrupts (001 5.1.3), for `inlet reproduce lfc`: the null latency without
// polls, without a delay. Two nodes. The answer leaves in the upcall.
#include <am_core.h>
#include <lfc.h>
#include <lfc_myrinet.h>
#include <stdio.h>

enum { rounds = 16 };

static volatile unsigned upcalls;
static volatile int answers;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)packet, (void)size, (void)flags;
    if (answers) lfc_ucast_launch(src, lfc_send_alloc(0), 0, 0);
    ++upcalls;
    return 0;
}

/// Cycles of one way.
static unsigned trip(unsigned me, int polls) {
    const unsigned before = upcalls;
    const unsigned begun = am_cycles();
    for (unsigned i = 0; i < rounds; ++i) {
        if (me == 0) lfc_ucast_launch(1, lfc_send_alloc(0), 0, 0);
        while (upcalls - before <= i)
            if (polls) lfc_poll();
    }
    return (am_cycles() - begun) / (2 * rounds);
}

int main(void) {
    lfc_interrupt_delay = 0;
    lfc_init(0);
    const unsigned me = lfc_my_proc();
    answers = me == 1;
    const unsigned polled = trip(me, 1);
    lfc_intr_enable();
    const unsigned interrupted = trip(me, 0);
    if (me == 0) printf("curve interrupt_overhead 0 %u 0\n", interrupted - polled);
    lfc_intr_disable();
    lfc_exit();
    return 0;
}
