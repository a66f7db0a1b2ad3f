// run: --nodes 2
// expect: ok default_handler
// With ame clear every message goes to dmh, which finds the message's own handler in inh
// (CSD-94-823 A.2.13); messages may then carry anything there, here a small tag.
#include "check.h"

static volatile int tags[8], sums[8], own;

static XNET_HANDLER void any(int a, int b) {
    const unsigned tag = xnet_get_inh();
    ++tags[tag / 4 % 8];
    sums[tag / 4 % 8] += a + b;
}
static XNET_HANDLER void mine(void) { ++own; }

int main(void) {
    const int me = am_my_proc();
    xnet_set_dmh((unsigned)any);
    CHECK_EQUAL(xnet_get_dmh(), (unsigned)any);
    barrier();
    am_hold();
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_AME);
    am_release();
    for (unsigned tag = 1; tag < 5; ++tag)
        for (unsigned i = 0; i < tag; ++i)
            XNET_UNTIL_SENT(xnet_send2(me, (void *)(tag * 4), tag, 10));
    while (tags[4] < 4) {
    }
    am_hold();
    xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_AME);
    am_release();
    for (int tag = 1; tag < 5; ++tag) {
        CHECK_EQUAL(tags[tag], tag);
        CHECK_EQUAL(sums[tag], tag * (tag + 10));
    }
    XNET_UNTIL_SENT(xnet_send0(me, mine));
    while (!own) {
    }
    return finish("default_handler");
}
