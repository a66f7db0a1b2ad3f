// sentences: A.2.7-1 A.2.13-3 A.8.2-3
// run: --nodes 1
// The values of nistat and inh about a message end with its HRET. Normal code that makes the
// register set of a level visible by hand, and a low handler that makes the high one's visible,
// read nothing.
#include "conform.h"

struct told {
    uint32_t nistat, inh;
};

/// Reads both while nistat is `status`. Uses only registers that no level replaces.
static inline __attribute__((always_inline)) struct told look(uint32_t status, uint32_t normal) {
    register uint32_t closed __asm__("$10") = status;
    register uint32_t open __asm__("$11") = normal;
    register uint32_t nistat __asm__("$2");
    register uint32_t inh __asm__("$3");
    __asm__ volatile("ctc2 %2, $19; nop; nop; nop; cfc2 %0, $19; cfc2 %1, $25; nop;"
                     "ctc2 %3, $19; nop; nop; nop"
                     : "=&r"(nistat), "=&r"(inh)
                     : "r"(closed), "r"(open)
                     : "memory");
    return (struct told){nistat & 0xFFFF, inh};
}

static volatile uint32_t came;
static volatile struct told inside, of_high;

static XNET_HANDLER void handler(uint32_t a, uint32_t b, uint32_t c) {
    (void)a, (void)b, (void)c;
    inside.nistat = xnet_get_nistat() & 0xFFFF;
    inside.inh = xnet_get_inh();
    ++came;
}

static XNET_HANDLER void low_looks(void) {
    const uint32_t status = xnet_get_nistat();
    const struct told found = look(status & ~XNET_NISTAT_EE, status);
    of_high.nistat = found.nistat;
    of_high.inh = found.inh;
    ++came;
}

static void nothing(struct told found) {
    EXPECT("A.2.7-1", found.nistat, 0);
    EXPECT("A.8.2-3", found.nistat, 0);
    EXPECT("A.2.13-3", found.inh, 0);
}

static void wait_for(uint32_t messages) {
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    while (came < messages) {
    }
    set_mask(0);
    came = 0;
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    set_mask(0);
    for (int turn = 0; turn < 3; ++turn) {
        const uint32_t normal = xnet_get_nistat();
        XNET_UNTIL_SENT(xnet_send3(me, (void *)handler, 1, 2, 3));
        wait_for(1);
        EXPECT("A.2.7-1", inside.nistat, 3u << XNET_NISTAT_SLEN_SHIFT);
        EXPECT("A.2.13-3", inside.inh, (uint32_t)handler);
        nothing(look(normal & ~XNET_NISTAT_LPEE, normal));
        XNET_UNTIL_SENT(xnet_send3h(me, (void *)handler, 1, 2, 3));
        wait_for(1);
        EXPECT("A.2.7-1", inside.nistat, XNET_NISTAT_PRI | 3u << XNET_NISTAT_SLEN_SHIFT);
        EXPECT("A.2.13-3", inside.inh, (uint32_t)handler);
        nothing(look(normal & ~XNET_NISTAT_EE, normal));
        XNET_UNTIL_SENT(xnet_send0(me, (void *)low_looks));
        wait_for(1);
        nothing((struct told){of_high.nistat, of_high.inh});
    }
    return conform_end();
}
