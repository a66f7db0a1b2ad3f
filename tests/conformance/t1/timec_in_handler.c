// sentences: A.2.2-6 A.2.6-14 A.9.3-3
// run: --nodes 1
// A timelet pends while a handler is running, and the handler writes timec: tp is clear, and the
// timelet comes when Count has the new value. In handlers of all kinds.
#include "conform.h"

enum { low, high, timelet, outlet, kinds };

static volatile uint32_t before, after, ticks, tick_at, target, tick_writes;

/// Lets a timelet become pending, and then writes timec.
static inline void write_timec(void) {
    pass(300);
    before = xnet_get_nistat();
    target = xnet_get_count() + 2000;
    xnet_set_timec(target);
    after = xnet_get_nistat();
}

static XNET_HANDLER void on_message(void) { write_timec(); }
static XNET_HANDLER void on_outlet(void) {
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
    write_timec();
}
static XNET_HANDLER void on_timelet(void) {
    if (tick_writes) { // the next one pends in this one's handler
        tick_writes = 0;
        xnet_set_timec(xnet_get_count() + 100);
        write_timec();
        return;
    }
    ++ticks;
    tick_at = xnet_get_count();
}

static void attempt(int kind) {
    const uint32_t me = xnet_get_niid();
    set_mask(0);
    before = after = ticks = tick_at = 0;
    tick_writes = kind == timelet;
    if (kind == low) XNET_UNTIL_SENT(xnet_send0(me, on_message));
    if (kind == high) XNET_UNTIL_SENT(xnet_send0h(me, on_message));
    pass(200);
    xnet_set_timec(xnet_get_count() + 150); // in the handler's time
    if (kind == timelet) pass(300);
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM | XNET_NISTAT_TM |
             (kind == outlet ? XNET_NISTAT_OM : 0));
    pass(1500);
    const uint32_t early = ticks;
    EXPECT("A.2.2-6", before & XNET_NISTAT_TP, XNET_NISTAT_TP);
    EXPECT("A.2.2-6", after & XNET_NISTAT_TP, 0);
    EXPECT("A.2.6-14", after & XNET_NISTAT_TP, 0);
    EXPECT("A.9.3-3", after & XNET_NISTAT_TP, 0);
    EXPECT("A.2.2-6", early, 0); // the old timelet does not come
    pass(2500);
    EXPECT("A.2.2-6", ticks, 1);
    HOLDS("A.2.2-6", tick_at - target < 100);
    set_mask(0);
}

int main(void) {
    xnet_set_timeh((uint32_t)on_timelet);
    xnet_set_outh((uint32_t)on_outlet);
    for (int kind = 0; kind < kinds; ++kind) attempt(kind);
    return conform_end();
}
