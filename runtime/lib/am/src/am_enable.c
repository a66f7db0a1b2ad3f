#include <am.h>

enum { rounds = 16 }; // enough for 2^16 nodes

static volatile int arrived[rounds];

static AM_SHORT void arrive(int round) { ++arrived[round]; }
AM_EXPRESS_SHORT(arrive);

/// Every node notifies the node 2^k further, for each k. A node that has heard from all of these
/// has, through them, heard from every node (dissemination barrier: Hensgen, Finkel, Manber 1988).
static void meet(void) {
    const int me = am_my_proc(), n = am_procs();
    for (int k = 0; 1 << k < n; ++k) {
        am_short_request_1((me + (1 << k)) % n, arrive, k);
        am_wait(&arrived[k], 1);
    }
}

static int polling;

void am_enable(int mode) {
    const int hold = AM_ASYNC && mode == AM_POLLING;
    if (hold && !polling) am_hold();
    if (!hold && polling) am_release();
    polling = hold;
    meet();
}

void am_disable(void) {
    meet();
    if (polling) am_release();
    polling = 0;
}
