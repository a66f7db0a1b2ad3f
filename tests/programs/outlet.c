// run: --nodes 3
// expect: ok outlet
// The outlet event (CSD-94-823 A.9.2, A.10): a background transfer whose handler sends the next
// word whenever the network accepts one, while main computes; node 0 drains slowly.
#include "check.h"

enum { words = 200 };

static volatile int next, sent_all, received[4], sum[4], refused;

static XNET_HANDLER void take(int src, int value) {
    sum[src] += value;
    ++received[src];
}

// "Attempt to send; if it worked, update; return": no loop.
static XNET_HANDLER void outlet(void) {
    const int value = next;
    if (!xnet_send2(0, take, am_my_proc(), value)) {
        ++refused;
        return;
    }
    next = value + 1;
    if (value + 1 == words) {
        xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM); // else outlets would come endlessly
        sent_all = 1;
    }
}

int main(void) {
    const int me = am_my_proc();
    if (me != 0) {
        xnet_set_outh((unsigned)outlet);
        CHECK_EQUAL(xnet_get_outh(), (unsigned)outlet);
        xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_OM);
        while (!sent_all) delay(10);
        CHECK_EQUAL(next, words);
    } else
        for (int src = 1; src < am_procs(); ++src) {
            while (received[src] < words) {
                am_hold();
                delay(100);
                am_release();
            }
            CHECK_EQUAL(sum[src], words * (words - 1) / 2);
        }
    return finish("outlet");
}
