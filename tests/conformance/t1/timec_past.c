// sentences: A.2.1-4 A.2.2-5
// run: --nodes 1
// not: --lock-step --trace-hash
// timec written when Count has already passed it: the timelet comes after a full wrap of Count,
// 2^32 cycles. The reference scheduler and an observed run would take minutes each; the others skip
// the wait.
#include "conform.h"

static volatile uint32_t rung, at;
static XNET_HANDLER void ring(void) {
    at = xnet_get_count();
    ++rung;
}

int main(void) {
    xnet_set_timeh((uint32_t)ring);
    set_mask(XNET_NISTAT_TM);
    for (uint32_t past = 1; past <= 1000; past *= 10) {
        rung = 0;
        const uint32_t compare = xnet_get_count() - past;
        xnet_set_timec(compare);
        EXPECT("A.2.2-5", xnet_get_timec(), compare); // read at any time
        pass(5000);
        EXPECT("A.2.2-5", rung, 0);
        EXPECT("A.2.1-4", rung, 0);
        EXPECT("A.2.1-4", xnet_get_nistat() & XNET_NISTAT_TP, 0);
        while (!rung) {
        }
        HOLDS("A.2.2-5", at - compare < 100);
        EXPECT("A.2.2-5", rung, 1);
    }
    return conform_end();
}
