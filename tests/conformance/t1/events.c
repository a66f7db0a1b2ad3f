// sentences: A.1-20 A.1-21 A.1-23 A.1-27 A.1-28 A.1-29 A.2.1-2 A.2.1-3 A.2.2-4 A.2.4-2
// sentences: A.2.4-3 A.2.13-3 A.2.4-4 A.2.5-5 A.2.5-6 A.2.5-12 A.2.5-13 A.2.5-14 A.2.6-3
// sentences: A.2.6-5 A.2.6-6 A.2.6-8 A.2.6-9 A.2.6-10 A.2.6-14 A.2.6-15 A.2.7-1 A.2.12-2
// sentences: A.2.12-3 A.7-2 A.9-2 A.9-6 A.9-7 A.9.1-4 A.9.1-5 A.9.2-1 A.9.2-5 A.9.2-11
// sentences: A.9.3-1 A.9.3-3 A.9.3-5 A.9.3-11 A.10-19
// run: --nodes 1
// with: parts/levels.S
// All four events pend. Each of the 64 values of EE, LPEE and the mask is tried: which events come,
// in which order, and which stay pending.
#include "conform.h"

unsigned open_status(unsigned value, int turns);

enum { high, low, timelet, outlet, kinds };
static const uint32_t masks[kinds] = {XNET_NISTAT_HPMM, XNET_NISTAT_LPMM, XNET_NISTAT_TM,
                                      XNET_NISTAT_OM};
static const uint32_t pending[kinds] = {XNET_NISTAT_HPMP, XNET_NISTAT_LPMP, XNET_NISTAT_TP,
                                        XNET_NISTAT_OP};

static volatile struct { unsigned kind, status, inh; } seen[16];
static volatile unsigned came;

static inline void note(unsigned kind) {
    const unsigned at = came++;
    seen[at].kind = kind;
    seen[at].status = xnet_get_nistat();
    seen[at].inh = xnet_get_inh();
}

static XNET_HANDLER void on_high(void) { note(high); }
static XNET_HANDLER void on_low(void) { note(low); }
static XNET_HANDLER void on_timelet(void) { note(timelet); }
static XNET_HANDLER void on_outlet(void) { // else it would come repeatedly (A.9.2)
    note(outlet);
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
}

static void all_pend(void) {
    came = 0;
    set_mask(0);
    const uint32_t me = xnet_get_niid();
    XNET_UNTIL_SENT(xnet_send0(me, on_low));
    XNET_UNTIL_SENT(xnet_send0h(me, on_high));
    xnet_set_timec(xnet_get_count() + 20);
    const uint32_t written = xnet_get_nistat();
    pass(100);
    EXPECT("A.9.3-3", written & XNET_NISTAT_TP, 0);
    EXPECT("A.2.6-14", written & XNET_NISTAT_TP, 0);
    const uint32_t status = xnet_get_nistat();
    EXPECT("A.2.6-3", status & XNET_NISTAT_HPMP, XNET_NISTAT_HPMP);
    EXPECT("A.2.6-6", status & XNET_NISTAT_LPMP, XNET_NISTAT_LPMP);
    EXPECT("A.2.6-9", status & XNET_NISTAT_OP, XNET_NISTAT_OP);
    EXPECT("A.2.5-5", status & XNET_NISTAT_PEND, 0); // the mask is closed
}

/// One value of EE, LPEE and the mask. `bits` of the mask: in the order of the kinds.
static void attempt(unsigned ee, unsigned lpee, unsigned bits) {
    all_pend();
    uint32_t value = XNET_NISTAT_AME | (ee ? XNET_NISTAT_EE : 0) | (lpee ? XNET_NISTAT_LPEE : 0);
    for (int kind = 0; kind < kinds; ++kind)
        if (bits >> kind & 1) value |= masks[kind];
    const uint32_t after = open_status(value, 200);

    unsigned expected[kinds], count = 0;
    for (unsigned kind = 0; kind < kinds; ++kind)
        if ((bits >> kind & 1) && ee && (lpee || kind == high)) expected[count++] = kind;
    const unsigned got = came;
    unsigned was[kinds] = {0};
    for (unsigned i = 0; i < got && i < kinds; ++i) ++was[seen[i].kind];

    EXPECT("A.1-20", got, count);
    EXPECT("A.9-7", got, count); // each of them returned
    if (!ee) EXPECT("A.1-27", got, 0);
    if (!ee) EXPECT("A.2.4-2", got, 0);
    if (!ee) EXPECT("A.10-19", got, 0);
    if (!lpee) EXPECT("A.2.5-12", was[low] + was[timelet] + was[outlet], 0);
    if (!lpee) EXPECT("A.10-19", was[low] + was[timelet] + was[outlet], 0);
    EXPECT("A.1-28", was[low] + was[timelet] + was[outlet],
           ee && lpee ? (bits >> low & 1) + (bits >> timelet & 1) + (bits >> outlet & 1) : 0);
    EXPECT("A.1-28", was[high], ee && (bits >> high & 1));
    EXPECT("A.1-23", was[high], ee && (bits >> high & 1));
    EXPECT("A.1-23", was[low] + was[timelet] + was[outlet],
           ee && lpee ? (bits >> low & 1) + (bits >> timelet & 1) + (bits >> outlet & 1) : 0);
    EXPECT("A.9-2", was[high], ee && (bits >> high & 1));
    for (unsigned kind = 0; kind < kinds; ++kind)
        if (!(bits >> kind & 1)) {
            EXPECT("A.1-29", was[kind], 0);
            EXPECT("A.2.6-15", was[kind], 0);
        } else if (ee && lpee) {
            EXPECT("A.2.6-15", was[kind], 1);
        }
    const unsigned can = ee && lpee;
    EXPECT("A.2.1-3", was[timelet], can && (bits >> timelet & 1));
    EXPECT("A.2.1-2", was[timelet], can && (bits >> timelet & 1));
    EXPECT("A.9.3-11", was[timelet], can && (bits >> timelet & 1));
    EXPECT("A.2.2-4", was[timelet], can && (bits >> timelet & 1));
    EXPECT("A.9.3-1", was[timelet], can && (bits >> timelet & 1));
    EXPECT("A.2.6-10", was[outlet], can && (bits >> outlet & 1));
    EXPECT("A.2.12-2", was[outlet], can && (bits >> outlet & 1));
    EXPECT("A.2.12-3", was[outlet], can && (bits >> outlet & 1));
    EXPECT("A.9.2-1", was[outlet], can && (bits >> outlet & 1));
    EXPECT("A.9.2-11", was[outlet], can && (bits >> outlet & 1));
    EXPECT("A.1-21", was[outlet], can && (bits >> outlet & 1));
    for (unsigned i = 0; i < got && i < count; ++i) EXPECT("A.9-6", seen[i].kind, expected[i]);

    // In the handlers: EE and LPEE; the event no longer pends.
    for (unsigned i = 0; i < got && i < kinds; ++i) {
        const uint32_t status = seen[i].status;
        const unsigned kind = seen[i].kind;
        const void *const handler = kind == high ? on_high : kind == low ? on_low : 0;
        EXPECT("A.2.13-3", seen[i].inh, (uint32_t)handler);
        if (kind == high) {
            EXPECT("A.2.4-3", status & XNET_NISTAT_EE, 0);
            EXPECT("A.9.1-5", status & XNET_NISTAT_EE, 0);
            EXPECT("A.2.6-5", status & XNET_NISTAT_HPMP, 0);
        } else {
            EXPECT("A.2.7-1", status & 0xFFFF,
                   0); // timelets and outlets have no such information
            EXPECT("A.2.5-13", status & CONFORM_LEVELS, XNET_NISTAT_EE);
            if (kind == low) EXPECT("A.9.1-4", status & CONFORM_LEVELS, XNET_NISTAT_EE);
            if (kind == low) EXPECT("A.2.6-8", status & XNET_NISTAT_LPMP, 0);
            if (kind == timelet) EXPECT("A.9.3-5", status & CONFORM_LEVELS, XNET_NISTAT_EE);
            if (kind == timelet) EXPECT("A.9.3-3", status & XNET_NISTAT_TP, 0);
            if (kind == timelet) EXPECT("A.2.6-14", status & XNET_NISTAT_TP, 0);
            if (kind == outlet) EXPECT("A.9.2-5", status & CONFORM_LEVELS, XNET_NISTAT_EE);
        }
    }
    // And after them.
    EXPECT("A.2.4-4", after & XNET_NISTAT_EE, value & XNET_NISTAT_EE);
    EXPECT("A.2.5-14", after & XNET_NISTAT_LPEE, value & XNET_NISTAT_LPEE);
    EXPECT("A.7-2", after & CONFORM_LEVELS, value & CONFORM_LEVELS);
    uint32_t pend = 0;
    for (unsigned kind = 0; kind < kinds; ++kind) {
        const int remains = kind == outlet || !was[kind];
        if (kind == high) EXPECT("A.2.6-5", !!(after & pending[kind]), remains);
        if (kind == low) EXPECT("A.2.6-8", !!(after & pending[kind]), remains);
        if (kind == timelet) EXPECT("A.2.6-14", !!(after & pending[kind]), remains);
        if ((after & pending[kind]) && (after & masks[kind])) pend = XNET_NISTAT_PEND;
    }
    EXPECT("A.2.5-5", after & XNET_NISTAT_PEND, pend);
    if (!ee) EXPECT("A.2.5-6", after & XNET_NISTAT_PEND, bits ? XNET_NISTAT_PEND : 0);

    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM | XNET_NISTAT_TM); // the rest
    pass(100);
}

int main(void) {
    xnet_set_timeh((uint32_t)on_timelet);
    xnet_set_outh((uint32_t)on_outlet);
    for (unsigned levels = 0; levels < 4; ++levels)
        for (unsigned bits = 0; bits < 16; ++bits) attempt(levels >> 1, levels & 1, bits);
    return conform_end();
}
