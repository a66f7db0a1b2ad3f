// sentences: A.1-18 A.2.5-16 A.2.6-9 A.2.12-4 A.9.2-2
// run: --nodes 2
// The high network is full and the low one is not: this suffices for op and for an outlet event.
#include "conform.h"

static volatile uint32_t outlets, came, low_came;
static XNET_HANDLER void on_outlet(void) {
    ++outlets;
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
}
static XNET_HANDLER void take(void) { ++came; }
static XNET_HANDLER void take_low(void) { ++low_came; }

int main(void) {
    set_mask(0);
    if (xnet_node() == 1) {
        while (xnet_get_count() < 100000) {
        }
        EXPECT("A.1-18", xnet_get_nistat() & XNET_NISTAT_LPMP, XNET_NISTAT_LPMP);
        set_mask(XNET_NISTAT_LPMM);
        pass(200);
        EXPECT("A.1-18", low_came, 1);
        EXPECT("A.1-18", came, 0);
        return conform_end();
    }
    pass(2000);
    do {
        while (xnet_send0h(1, take)) {
        }
        pass(3000);
    } while (xnet_get_nistat() & XNET_NISTAT_HPA);
    xnet_set_outh((uint32_t)on_outlet);
    const uint32_t full = xnet_get_nistat();
    set_mask(XNET_NISTAT_OM);
    pass(100);
    const uint32_t events = outlets;
    const int sent = xnet_send0(1, take_low);
    const uint32_t all = XNET_NISTAT_OP | XNET_NISTAT_LPA | XNET_NISTAT_HPA;
    EXPECT("A.2.6-9", full & all, XNET_NISTAT_OP | XNET_NISTAT_LPA);
    EXPECT("A.2.12-4", full & all, XNET_NISTAT_OP | XNET_NISTAT_LPA);
    EXPECT("A.9.2-2", events, 1);
    EXPECT("A.2.5-16", sent, 1);
    HOLDS("A.1-18", xnet_get_count() < 100000);
    return conform_end();
}
