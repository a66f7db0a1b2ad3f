// sentences: A.2.1-4 A.2.2-2 A.2.2-3 A.2.2-6 A.2.4-6 A.2.6-4 A.2.6-7 A.2.6-12 A.2.6-13 A.2.8-2
// sentences: A.2.9-2 A.9-1 A.9.1-2 A.9.2-4 A.9.3-2 A.9.3-4
// run: --nodes 1
// with: parts/next_cycle.S
// An event comes in the first cycle in which it may: the address that it interrupts shows this.
#include "conform.h"

void unmask(uint32_t value), enable_low(uint32_t closed, uint32_t open), enable_all(uint32_t open);
void count_down(uint32_t cycles), disable(uint32_t cycles);
uint32_t pending_at(uint32_t cycles, uint32_t *before);
extern char unmask_next[], enable_low_next[], enable_all_next[], count_here[];
extern char disable_at[], enabled_again[];

static volatile uint32_t low_at, high_at, count_at;

static XNET_HANDLER void on_low(void) { low_at = xnet_get_lpepc(); }
static XNET_HANDLER void on_high(void) { high_at = xnet_get_hpepc(); }
static XNET_HANDLER void on_timelet(void) {
    count_at = xnet_get_count();
    low_at = xnet_get_lpepc();
}
static XNET_HANDLER void on_outlet(void) {
    low_at = xnet_get_lpepc();
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
}

enum { high, low, timelet, outlet };

/// One event pends, the mask is closed.
static void pend(int kind) {
    low_at = high_at = 0;
    set_mask(0);
    const uint32_t me = xnet_get_niid();
    if (kind == high) XNET_UNTIL_SENT(xnet_send0h(me, on_high));
    if (kind == low) XNET_UNTIL_SENT(xnet_send0(me, on_low));
    if (kind == timelet) xnet_set_timec(xnet_get_count() + 20);
    pass(100);
}

static void check(int kind, const char *next) {
    const uint32_t at = (uint32_t)next;
    if (kind == high) {
        EXPECT("A.2.6-4", high_at, at);
        EXPECT("A.2.9-2", high_at, at);
        EXPECT("A.9.1-2", high_at, at);
        EXPECT("A.9.1-2", low_at, 0);
    } else {
        EXPECT("A.9-1", low_at, at);
        EXPECT("A.2.8-2", low_at, at);
    }
    if (kind == low) EXPECT("A.2.6-7", low_at, at);
    if (kind == low) EXPECT("A.9.1-2", low_at, at);
    if (kind == timelet) EXPECT("A.2.6-13", low_at, at);
    if (kind == timelet) EXPECT("A.2.2-3", low_at, at);
    if (kind == timelet) EXPECT("A.9.3-4", low_at, at);
    if (kind == outlet) EXPECT("A.9.2-4", low_at, at);
}

int main(void) {
    static const uint32_t masks[] = {XNET_NISTAT_HPMM, XNET_NISTAT_LPMM, XNET_NISTAT_TM,
                                     XNET_NISTAT_OM};
    const uint32_t normal = XNET_NISTAT_EE | XNET_NISTAT_LPEE | XNET_NISTAT_AME;
    xnet_set_timeh((uint32_t)on_timelet);
    xnet_set_outh((uint32_t)on_outlet);
    for (int kind = 0; kind < 4; ++kind) {
        pend(kind);
        unmask(normal | masks[kind]);
        check(kind, unmask_next);
        if (kind != high) { // LPEE
            pend(kind);
            enable_low((normal | masks[kind]) & ~XNET_NISTAT_LPEE, normal | masks[kind]);
            check(kind, enable_low_next);
        }
        pend(kind); // EE; and no event comes after EE was cleared
        enable_all((normal | masks[kind]) & ~XNET_NISTAT_EE);
        check(kind, enable_all_next);
        EXPECT("A.2.4-6", kind == high ? high_at : low_at, enable_all_next);
    }

    // A timelet at every cycle around a write of 0 to enable: before it, or when EE is set again.
    for (uint32_t cycles = 5; cycles < 50; ++cycles) {
        pend(timelet);
        xnet_set_timec(xnet_get_count() + 0x80000000);
        set_mask(XNET_NISTAT_TM);
        disable(cycles);
        const uint32_t last = (uint32_t)disable_at, again = (uint32_t)enabled_again;
        EXPECT("A.2.4-6", low_at,
               cycles <= 20   ? last - 4 * (20 - cycles)
               : cycles <= 42 ? again
                              : again + 4 * (cycles - 42));
    }

    // tp, and the timelet where it may come directly, in the cycle in which Count becomes timec.
    for (uint32_t cycles = 3; cycles < 60; ++cycles) {
        pend(timelet);
        xnet_set_timec(xnet_get_count() + 0x80000000); // clears tp
        EXPECT("A.2.2-6", xnet_get_nistat() & XNET_NISTAT_TP, 0);
        set_mask(XNET_NISTAT_TM);
        pass(100);
        EXPECT("A.2.2-6", low_at, 0);
        count_down(cycles);
        EXPECT("A.9.3-2", low_at, count_here + 4 * cycles);
        EXPECT("A.9.3-4", low_at, count_here + 4 * cycles);
        EXPECT("A.2.2-3", low_at, count_here + 4 * cycles);
    }
    set_mask(0);
    for (uint32_t cycles = 8; cycles < 60; cycles += 2) {
        uint32_t before;
        EXPECT("A.2.1-4", pending_at(cycles, &before) & XNET_NISTAT_TP, XNET_NISTAT_TP);
        EXPECT("A.2.1-4", before & XNET_NISTAT_TP, 0);
        EXPECT("A.2.2-2", before & XNET_NISTAT_TP, 0);
        EXPECT("A.2.6-12", pending_at(cycles, &before) & XNET_NISTAT_TP, XNET_NISTAT_TP);
        EXPECT("A.2.2-2", pending_at(cycles, &before) & XNET_NISTAT_TP, XNET_NISTAT_TP);
    }
    return conform_end();
}
