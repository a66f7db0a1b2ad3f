// run: --nodes 4
// expect: ok handler_registers
// A handler's information about its message and about the interrupted place: inh, nistat's low
// half, EE, LPEE, LPEPC, HPEPC.
#include "check.h"

static volatile int done;
static volatile unsigned inh, nistat, epc;
extern const char spin_begin[] __asm__("spin"), spin_end[] __asm__("spin_after");

static XNET_HANDLER void raw(void) {
    inh = xnet_get_inh();
    nistat = xnet_get_nistat();
    epc = xnet_get_lpepc();
    ++done;
}
static XNET_HANDLER void raw_high(int a, int b, int c, int d, int e) {
    inh = xnet_get_inh();
    nistat = xnet_get_nistat();
    epc = xnet_get_hpepc();
    done += a + b + c + d + e == 15;
}
static void am(int src, int a, int b) {
    inh = xnet_get_inh();
    nistat = xnet_get_nistat();
    epc = xnet_get_lpepc();
    done += src + a + b == 3;
}

__attribute__((noinline)) void spin(void) {
    while (!done) {
    }
}
__attribute__((noinline)) void spin_after(void) { __asm__ volatile(""); }

static void check(const void *handler, unsigned levels, unsigned pri, unsigned words) {
    spin();
    done = 0;
    CHECK_EQUAL(inh, handler);
    CHECK_EQUAL(nistat & (XNET_NISTAT_EE | XNET_NISTAT_LPEE), levels);
    CHECK_EQUAL(nistat & XNET_NISTAT_PRI, pri);
    CHECK_EQUAL((nistat & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, words);
    CHECK_EQUAL(nistat & (XNET_NISTAT_VLEN | XNET_NISTAT_MCST), 0);
    CHECK(nistat & XNET_NISTAT_AME);
    CHECK(epc >= (unsigned)spin_begin && epc < (unsigned)spin_end);
}

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    CHECK_EQUAL(me, xnet_get_niid());
    for (int kind = 0; kind < 3; ++kind) {
        barrier();
        if (me == 0) {
            delay(2000); // the others are in spin() by now
            for (int to = 1; to < n; ++to) {
                if (kind == 0) XNET_UNTIL_SENT(xnet_send0(to, raw));
                if (kind == 1) XNET_UNTIL_SENT(xnet_send5h(to, raw_high, 1, 2, 3, 4, 5));
                if (kind == 2) am_request_2(to, am, 1, 2);
            }
        } else {
            if (kind == 0) check(raw, XNET_NISTAT_EE, 0, 0);
            if (kind == 1) check(raw_high, XNET_NISTAT_LPEE, XNET_NISTAT_PRI, 5);
            if (kind == 2) check((const char *)am - 8, XNET_NISTAT_EE, 0, 3);
        }
    }
    return finish("handler_registers");
}
