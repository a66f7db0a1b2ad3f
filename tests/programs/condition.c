// run: --nodes 3
// expect: ok condition
// A low handler may send, or write nicond: HRET restores the interrupted code's nicond (CSD-94-823
// A.7, A.9.1). A high handler that does so saves and restores it itself. So a SEND's result is
// valid until its test, however late.
#include "check.h"

static volatile int wrong, inverted[2], stop, stopped;

static XNET_HANDLER void invert_low(void) {
    xnet_set_nistat(xnet_get_nistat() ^ XNET_NISTAT_NICOND);
    ++inverted[0];
}
static XNET_HANDLER void invert_high(void) {
    const unsigned before = xnet_get_nistat();
    xnet_set_nistat(before ^ XNET_NISTAT_NICOND);
    ++inverted[1];
    xnet_set_nistat(before);
}

static void halt(int src) {
    (void)src;
    stop = 1;
}
static void halted(int src) {
    (void)src;
    ++stopped;
}

// Sets nicond to `value`, waits a little and tests it by BC2T. In assembly, so that no other code
// uses nicond.
__attribute__((noinline)) static int keep(int value) {
    const unsigned others = xnet_get_nistat() & ~XNET_NISTAT_NICOND;
    xnet_set_nistat(value ? others | XNET_NISTAT_NICOND : others);
    for (int i = 0; i < 10; ++i) __asm__ volatile("nop; nop; nop");
    return xnet_nicond() == value;
}

int main(void) {
    const int me = am_my_proc();
    if (me != 0) {
        unsigned random = (unsigned)me;
        while (!stop) {
            if (me == 1)
                XNET_UNTIL_SENT(xnet_send0(0, invert_low));
            else
                XNET_UNTIL_SENT(xnet_send0h(0, invert_high));
            delay(random_below(&random, 300));
        }
        am_request_0(0, halted);
    } else {
        while (inverted[0] < 1000 || inverted[1] < 1000) wrong += !keep(1) + !keep(0);
        CHECK_EQUAL(wrong, 0);
        for (int to = 1; to < am_procs(); ++to) am_request_0(to, halt);
        am_wait(&stopped, am_procs() - 1);
    }
    return finish("condition");
}
