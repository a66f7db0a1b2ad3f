// sentences: A.1-15 A.1-16 A.1-17 A.1-18 A.1-21 A.2.5-8 A.2.5-16 A.2.5-17 A.2.6-9 A.2.6-11
// sentences: A.2.12-4 A.6.SENDn-1 A.6.SENDnH-1 A.9.2-2 A.10-2 A.10-3 A.10-4 A.10-5 A.10-11
// sentences: A.10-12 A.10-13 A.10-14 A.10-21
// run: --nodes 2
// Node 1 takes nothing and node 0 sends until the network is full, at low priority and then at high
// priority too. Then node 1 takes the high messages, and later the low ones. Count, which all nodes
// share, gives the times.
#include "conform.h"

enum { high_opens = 200000, low_opens = 400000, done = 600000 };

static volatile uint32_t low_came, high_came, low_wrong, high_wrong, low_before_high;

static XNET_HANDLER void on_low(uint32_t number) {
    if (number != low_came) ++low_wrong;
    ++low_came;
}
static XNET_HANDLER void on_high(uint32_t number) {
    if (number != high_came) ++high_wrong;
    ++high_came;
    low_before_high = low_came;
}

static void wait_until(uint32_t count) {
    while (xnet_get_count() < count) {
    }
}

static void receiver(void) {
    set_mask(0);
    wait_until(high_opens);
    EXPECT("A.1-18", xnet_get_nistat() & XNET_NISTAT_HPMP, XNET_NISTAT_HPMP);
    set_mask(XNET_NISTAT_HPMM);
    wait_until(low_opens);
    EXPECT("A.1-17", low_before_high, 0);
    EXPECT("A.10-4", low_before_high, 0);
    EXPECT("A.10-4", low_came, 0);
    HOLDS("A.10-4", high_came > 0);
    const uint32_t high_so_far = high_came;
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    wait_until(done);
    EXPECT("A.1-15", low_wrong + high_wrong, 0);
    EXPECT("A.10-4", high_came, high_so_far);
}

static volatile uint32_t outlet_at, tick_status, tick_sent;
static XNET_HANDLER void on_outlet(void) {
    outlet_at = xnet_get_count();
    set_mask(0);
}
/// A low handler that waits until the network has accepted a high message, which it may.
static XNET_LOW_HANDLER void on_timelet(uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                                        uint32_t e) {
    (void)a, (void)b, (void)c, (void)d, (void)e;
    XNET_UNTIL_SENT(xnet_send1h(1, on_high, tick_sent));
    ++tick_sent;
    tick_status = xnet_get_nistat();
}

/// Sends until a send is refused, and still is 5000 cycles later. Returns the number accepted.
static uint32_t fill(int high, uint32_t count) {
    for (;;) {
        const uint32_t available = xnet_get_nistat() & (high ? XNET_NISTAT_HPA : XNET_NISTAT_LPA);
        const int sent = high ? xnet_send1h(1, on_high, count) : xnet_send1(1, on_low, count);
        if (available) { // no other sender uses the room: the bit's value holds
            EXPECT(high ? "A.2.5-17" : "A.2.5-16", sent, 1);
            EXPECT("A.10-11", sent, 1);
        }
        if (sent) {
            ++count;
            continue;
        }
        pass(5000);
        if (!(xnet_get_nistat() & (high ? XNET_NISTAT_HPA : XNET_NISTAT_LPA))) return count;
    }
}

static volatile uint32_t filled;
/// Uses all available room.
static XNET_HANDLER void on_timelet_fill(void) {
    do {
        while (xnet_send1(1, on_low, filled)) ++filled;
        pass(5000);
    } while (xnet_get_nistat() & XNET_NISTAT_LPA);
}

static void sender(void) {
    set_mask(0);
    xnet_set_outh((uint32_t)on_outlet);
    xnet_set_timeh((uint32_t)on_timelet);
    const uint32_t empty = xnet_get_nistat();
    EXPECT("A.2.6-9", empty & XNET_NISTAT_OP, XNET_NISTAT_OP);
    pass(2000);

    const uint32_t lows = fill(0, 0);
    HOLDS("A.1-16", lows > 1);
    const uint32_t full = xnet_get_nistat();
    EXPECT("A.10-2", full & XNET_NISTAT_LPA, 0);
    EXPECT("A.2.5-16", full & XNET_NISTAT_LPA, 0);
    EXPECT("A.2.6-11", full & XNET_NISTAT_OP, 0);
    EXPECT("A.2.12-4", full & (XNET_NISTAT_OP | XNET_NISTAT_HPA), XNET_NISTAT_HPA);
    EXPECT("A.9.2-2", full & XNET_NISTAT_OP, 0);
    EXPECT("A.1-16", xnet_send1(1, on_low, 0xBAD), 0);
    for (int nicond = 0; nicond < 2; ++nicond) {
        xnet_set_nistat((full & ~XNET_NISTAT_NICOND) | (nicond ? XNET_NISTAT_NICOND : 0));
        (void)xnet_send5(1, on_low, 0xBAD, 1, 2, 3, 4);
        const uint32_t after = xnet_get_nistat();
        EXPECT("A.2.5-8", after & XNET_NISTAT_NICOND, 0);
        EXPECT("A.6.SENDn-1", after & XNET_NISTAT_NICOND, 0);
        EXPECT("A.10-3", after & (XNET_NISTAT_NICOND | XNET_NISTAT_LPA), 0);
    }

    // The poll of Figure 18 (CFC2, NOP, SLL, BLTZ) and a SEND that fails with its test, in cycles.
    uint32_t start, polled, sent;
    const uint32_t one = 1;
    __asm__ volatile(".set push\n\t.set noreorder\n\t"
                     "cfc2 %0, $9\n\tcfc2 $2, $19\n\tnop\n\tsll $2, $2, 14\n\tbltz $2, 1f\n"
                     "1:\tcfc2 %1, $9\n\t"
                     "send1 %3, %4\n\tnop\n\tbc2f 2f\n"
                     "2:\tcfc2 %2, $9\n\t.set pop"
                     : "=&r"(start), "=&r"(polled), "=&r"(sent)
                     : "r"((void *)on_low), "r"(one)
                     : "$2", "memory");
    HOLDS("A.10-13", sent - polled > polled - start);

    // Between a failing SEND and its test a low handler sends successfully.
    set_mask(XNET_NISTAT_TM);
    for (uint32_t turn = 0; turn < 12; ++turn) {
        uint32_t branched;
        const uint32_t ticks = tick_sent;
        tick_status = 0;
        __asm__ volatile(".set push\n\t.set noreorder\n\t"
                         "cfc2 $2, $9\n\taddu $2, $2, %3\n\tctc2 $2, $7\n\t"
                         "send1 %1, %2\n\tli %0, 1\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
                         "bc2f 1f\n\tnop\n\tli %0, 0\n"
                         "1:\t.set pop"
                         : "=&r"(branched)
                         : "r"((void *)on_low), "r"(one), "r"(turn + 3)
                         : "$2", "memory");
        pass(200);
        EXPECT("A.10-14", branched, 1);
        EXPECT("A.10-21", tick_sent, ticks + 1);
        EXPECT("A.10-14", tick_status & XNET_NISTAT_NICOND, XNET_NISTAT_NICOND);
        if (!(xnet_get_nistat() & XNET_NISTAT_HPA)) break; // full of these
    }
    set_mask(0);

    const uint32_t highs = fill(1, tick_sent);
    HOLDS("A.1-17", highs > 1);
    const uint32_t both = xnet_get_nistat();
    EXPECT("A.2.5-17", both & XNET_NISTAT_HPA, 0);
    EXPECT("A.10-5", both & (XNET_NISTAT_HPA | XNET_NISTAT_LPA), 0);
    xnet_set_nistat(both | XNET_NISTAT_NICOND);
    (void)xnet_send5h(1, on_high, 0xBAD, 1, 2, 3, 4);
    EXPECT("A.6.SENDnH-1", xnet_get_nistat() & XNET_NISTAT_NICOND, 0);
    EXPECT("A.10-3", xnet_get_nistat() & XNET_NISTAT_NICOND, 0);
    HOLDS("A.10-5", xnet_get_count() < high_opens);

    // The high ones leave: room for high only, so still no outlet event.
    wait_until(high_opens + 50000);
    const uint32_t half = xnet_get_nistat();
    EXPECT("A.1-17", half & (XNET_NISTAT_HPA | XNET_NISTAT_LPA), XNET_NISTAT_HPA);
    EXPECT("A.1-18", half & (XNET_NISTAT_HPA | XNET_NISTAT_LPA), XNET_NISTAT_HPA);
    set_mask(XNET_NISTAT_OM);
    wait_until(low_opens - 1000);
    EXPECT("A.2.12-4", outlet_at, 0);
    wait_until(low_opens + 50000);
    HOLDS("A.1-21", outlet_at >= low_opens);
    HOLDS("A.9.2-2", outlet_at >= low_opens && outlet_at < low_opens + 20000);
    EXPECT("A.2.6-9", xnet_get_nistat() & XNET_NISTAT_OP, XNET_NISTAT_OP);

    // A handler uses up the network between the poll and the SEND (A.10, "Typical Send Sequence"):
    // node 1 has closed its mask again.
    wait_until(done + 20000);
    filled = lows;
    xnet_set_timeh((uint32_t)on_timelet_fill);
    xnet_set_timec(xnet_get_count() + 20);
    pass(100);
    const uint32_t before = xnet_get_nistat();
    set_mask(XNET_NISTAT_TM);
    EXPECT("A.10-12", xnet_send1(1, on_low, 0xBAD), 0);
    set_mask(0);
    EXPECT("A.10-12", before & XNET_NISTAT_LPA, XNET_NISTAT_LPA);
    HOLDS("A.10-12", filled > lows + 1);
    const uint32_t next = filled;
    // Node 1 gets the number of accepted messages.
    wait_until(done + 200000);
    XNET_UNTIL_SENT(xnet_send1(1, on_low, next));
    XNET_UNTIL_SENT(xnet_send1h(1, on_high, highs));
    low_came = next + 1;
    high_came = highs + 1;
}

static volatile uint32_t told, low_sent, high_sent;
static XNET_HANDLER void totals(uint32_t lows, uint32_t highs) {
    low_sent = lows;
    high_sent = highs;
    told = 1;
}

int main(void) {
    if (xnet_node() == 0) {
        sender();
        XNET_UNTIL_SENT(xnet_send2(1, totals, low_came, high_came));
    } else {
        receiver();
        set_mask(0);
        wait_until(done + 150000);
        set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
        while (!told) {
        }
        EXPECT("A.1-15", low_came, low_sent);
        EXPECT("A.1-15", high_came, high_sent);
        EXPECT("A.1-15", low_wrong + high_wrong, 0);
        EXPECT("A.6.SENDn-1", low_came, low_sent); // refused messages did not arrive
        EXPECT("A.6.SENDnH-1", high_came, high_sent);
    }
    return conform_end();
}
