// sentences: A.1-14 A.1-24 A.1-25 A.1-26 A.2.6-5 A.2.6-8 A.2.7-1 A.2.13-2 A.7-1 A.9-3 A.9-4 A.9-5
// sentences: A.9.1-5
// run: --nodes 1
// All events come while a low handler and then a high one are running: which may interrupt, and in
// which order the others follow.
#include "conform.h"

enum { low_begins = 1, high_begins, high_ends, second_high, low_ends, second_low, timelet, outlet };

static volatile uint32_t order[16], came, high_status, low_status[2];
static volatile uint32_t in_high, in_low, inh_high, inh_low[2];

static inline void note(uint32_t what) {
    const uint32_t at = came++;
    if (at < 16) order[at] = what;
}

static XNET_HANDLER void on_second_high(void) { note(second_high); }
static XNET_HANDLER void on_second_low(void) { note(second_low); }
static XNET_HANDLER void on_timelet(void) { note(timelet); }
static XNET_HANDLER void on_outlet(void) {
    note(outlet);
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
}

// It sends at high priority, which handlers should not: the interface permits it.
#pragma clang diagnostic ignored "-Wxnet-handler-level" // no code uses the outcome of a send
static XNET_HANDLER void on_high(uint32_t a, uint32_t b) {
    note(high_begins);
    inh_high = xnet_get_inh();
    in_high = a * 16 + b;
    XNET_UNTIL_SENT(xnet_send0h(xnet_get_niid(), on_second_high));
    pass(300);
    high_status = xnet_get_nistat();
    note(high_ends);
}

static XNET_LOW_HANDLER void on_low(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    note(low_begins);
    const uint32_t me = xnet_get_niid();
    low_status[0] = xnet_get_nistat();
    inh_low[0] = xnet_get_inh();
    XNET_UNTIL_SENT(xnet_send0(me, on_second_low));
    pass(300);
    XNET_UNTIL_SENT(xnet_send2h(me, on_high, 7, 9));
    pass(1500);
    low_status[1] = xnet_get_nistat();
    inh_low[1] = xnet_get_inh();
    in_low = a + b * 16 + c * 256 + d * 4096 + e * 65536;
    note(low_ends);
}

int main(void) {
    static const uint32_t expected[] = {low_begins, high_begins, high_ends, second_high,
                                        low_ends,   second_low,  timelet,   outlet};
    xnet_set_timeh((uint32_t)on_timelet);
    xnet_set_outh((uint32_t)on_outlet);
    set_mask(0);
    XNET_UNTIL_SENT(xnet_send5(xnet_get_niid(), on_low, 1, 2, 3, 4, 5));
    xnet_set_timec(xnet_get_count() + 250);
    pass(200);
    set_mask(CONFORM_MASKS); // the low message; its handler is running when the timelet comes
    pass(4000);
    const uint32_t status = xnet_get_nistat();

    EXPECT("A.1-26", came, 8);
    for (int i = 0; i < 8; ++i) {
        EXPECT("A.1-26", order[i], expected[i]);
        if (i != 1) EXPECT("A.1-24", order[i], expected[i]);
        EXPECT("A.9-3", order[i], expected[i]);
    }
    EXPECT("A.1-25", order[1], high_begins); // before low_ends
    EXPECT("A.1-25", order[2], high_ends);   // before second_high
    EXPECT("A.9-4", order[1], high_begins);
    EXPECT("A.9-5", order[2], high_ends);
    EXPECT("A.9.1-5", order[2], high_ends);
    // The second high message waited, as did the second low one; each of the two event sets had its
    // own.
    EXPECT("A.9-5", high_status & XNET_NISTAT_HPMP, XNET_NISTAT_HPMP);
    EXPECT("A.9-5", high_status & CONFORM_LEVELS, 0); // LPEE is as in the low handler
    EXPECT("A.9-3", low_status[1] & XNET_NISTAT_LPMP, XNET_NISTAT_LPMP);
    EXPECT("A.9-3", low_status[1] & XNET_NISTAT_TP, XNET_NISTAT_TP);
    // A first one is handled, a second one waits: still pending.
    EXPECT("A.2.6-5", high_status & XNET_NISTAT_HPMP, XNET_NISTAT_HPMP);
    EXPECT("A.2.6-5", status & XNET_NISTAT_HPMP, 0);
    EXPECT("A.2.6-8", low_status[1] & XNET_NISTAT_LPMP, XNET_NISTAT_LPMP);
    EXPECT("A.2.6-8", status & XNET_NISTAT_LPMP, 0);
    EXPECT("A.9-4", in_high, 0x79);
    EXPECT("A.9-4", in_low, 0x54321);
    // The information about a message belongs to its level.
    EXPECT("A.2.7-1", low_status[0] & 0xFFFF, 5 << 8);
    EXPECT("A.2.7-1", high_status & 0xFFFF, XNET_NISTAT_PRI | 2 << 8);
    EXPECT("A.2.7-1", low_status[1] & 0xFFFF, 5 << 8);
    EXPECT("A.2.13-2", inh_low[0], on_low);
    EXPECT("A.2.13-2", inh_high, on_high);
    EXPECT("A.2.13-2", inh_low[1], on_low);
    // HRET returned to the low handler, then to normal code.
    EXPECT("A.7-1", low_status[0] & CONFORM_LEVELS, XNET_NISTAT_EE);
    EXPECT("A.7-1", low_status[1] & CONFORM_LEVELS, XNET_NISTAT_EE);
    EXPECT("A.7-1", status & CONFORM_LEVELS, CONFORM_LEVELS);
    EXPECT("A.1-14", status & CONFORM_LEVELS, CONFORM_LEVELS);
    return conform_end();
}
