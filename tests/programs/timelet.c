// run: --nodes 1
// expect: ok timelet
// The timelet event (CSD-94-823 A.9.3): tp is set when Count equals timec; the handler, a low one,
// runs when tm is set; a write of timec clears tp.
#include "check.h"

enum { period = 500, ticks = 10 };

static volatile int ticked;
static volatile unsigned at[ticks + 1], state;

static XNET_HANDLER void tick(void) {
    at[ticked] = xnet_get_count();
    state = xnet_get_nistat();
    if (ticked < ticks) {
        xnet_set_timec(xnet_get_timec() + period);
        ++ticked;
    }
}

int main(void) {
    xnet_set_timeh((unsigned)tick);
    CHECK_EQUAL(xnet_get_timeh(), (unsigned)tick);

    // With tm clear only tp shows it; writing timec clears it.
    xnet_set_timec(xnet_get_count() + 100);
    CHECK_EQUAL(xnet_get_nistat() & XNET_NISTAT_TP, 0);
    while (!(xnet_get_nistat() & XNET_NISTAT_TP)) {
    }
    CHECK_EQUAL(xnet_get_nistat() & XNET_NISTAT_PEND, 0); // not enabled by the mask
    const unsigned start = xnet_get_count() + period;
    xnet_set_timec(start);
    CHECK_EQUAL(xnet_get_nistat() & XNET_NISTAT_TP, 0);

    xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_TM);
    while (ticked < ticks) {
    }
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_TM);
    CHECK_EQUAL(state & (XNET_NISTAT_EE | XNET_NISTAT_LPEE), XNET_NISTAT_EE);
    CHECK_EQUAL(state & XNET_NISTAT_TP, 0); // the event cleared it
    for (int i = 0; i < ticks; ++i) {
        const unsigned late = at[i] - (start + (unsigned)i * period);
        CHECK(late < 60);
    }
    return finish("timelet");
}
