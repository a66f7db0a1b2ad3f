// sentences: A.1-16 A.10-2
// run: --nodes 1x8
// Node 0 sends to a node that takes nothing, one, two and three routers away in its row, until the
// network refuses. The messages fill the buffers along the path, so a longer path holds more; those
// of a node between wait behind them. Count, which all nodes share, gives the times.
#include "conform.h"

enum { length = 300000, far = 3 };

static volatile uint32_t came[2], behind;

static XNET_HANDLER void take(uint32_t number) {
    if (number == came[0]) ++came[0];
}
static XNET_HANDLER void take_high(uint32_t number) {
    if (number == came[1]) ++came[1];
}
static XNET_HANDLER void note(void) { ++behind; }

static void wait_until(uint32_t count) {
    while ((int32_t)(xnet_get_count() - count) < 0) {
    }
}

/// Sends until a send is refused and still is 5000 cycles later. Returns the number accepted.
static uint32_t fill(uint32_t to, int high) {
    uint32_t accepted = 0;
    for (;;) {
        if (high ? xnet_send1h(to, take_high, accepted) : xnet_send1(to, take, accepted)) {
            ++accepted;
            continue;
        }
        pass(5000);
        if (!(xnet_get_nistat() & (high ? XNET_NISTAT_HPA : XNET_NISTAT_LPA))) return accepted;
    }
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    uint32_t accepted[2][far + 1] = {{0}};
    if (me > far) return 0;
    set_mask(0);
    for (uint32_t away = 1; away <= far; ++away) {
        const uint32_t start = away * length, opens = start + length / 2;
        wait_until(start);
        came[0] = came[1] = behind = 0;
        if (me == 0)
            for (int high = 0; high < 2; ++high) accepted[high][away] = fill(away, high);
        // A message of node 1, which is on the path, enters behind these.
        if (me == 1 && away > 1) {
            wait_until(start + length / 4);
            XNET_UNTIL_SENT(xnet_send0(away, note));
        }
        if (me == away) {
            wait_until(opens - 1000);
            const uint32_t pending = XNET_NISTAT_LPMP | XNET_NISTAT_HPMP;
            EXPECT("A.10-2", xnet_get_nistat() & pending, pending);
            EXPECT("A.10-2", came[0] + came[1] + behind, 0);
            set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
        }
        wait_until(opens + length / 4);
        set_mask(0);
        if (me == 0) { // room again
            EXPECT("A.1-16", xnet_get_nistat() & (XNET_NISTAT_LPA | XNET_NISTAT_HPA),
                   XNET_NISTAT_LPA | XNET_NISTAT_HPA);
            // The number that must have arrived; the distant node takes them in the last quarter.
            XNET_UNTIL_SENT(xnet_send1(away, take, accepted[0][away]));
            XNET_UNTIL_SENT(xnet_send1h(away, take_high, accepted[1][away]));
        }
        if (me == away) {
            const uint32_t low = came[0], high = came[1];
            set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
            pass(5000);
            set_mask(0);
            HOLDS("A.1-16", low > 0 && high > 0);
            EXPECT("A.1-16", came[0], low + 1); // its number follows the previous one
            EXPECT("A.1-16", came[1], high + 1);
            EXPECT("A.10-2", behind, away > 1);
        }
    }
    if (me == 0)
        for (int high = 0; high < 2; ++high) {
            HOLDS("A.1-16", accepted[high][1] > 1);
            HOLDS("A.10-2", accepted[high][2] > accepted[high][1]);
            HOLDS("A.10-2", accepted[high][3] > accepted[high][2]);
            // Each router on the path has buffers of one size.
            EXPECT("A.10-2", accepted[high][3] - accepted[high][2],
                   accepted[high][2] - accepted[high][1]);
        }
    return conform_end();
}
