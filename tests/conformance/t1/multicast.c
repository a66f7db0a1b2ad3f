// sentences: A.8.1-1 A.8.2-1 A.8.3-1 A.8.3-2 A.8.MCSTn-1 A.8.MCSTn-2 A.8.MCSTn-3 A.8.MCSTn-4
// sentences: A.8.MCSTn-6 A.8.MCSTn-7 A.8.MCSTn.V-1 A.8.MCSTn.V-2 A.8.MCSTn.V-3 A.8.MCSTn.V-4
// sentences: A.8.MCSTn.V-6 A.8.MCSTn.V-7 A.8.MCSTnH-1 A.8.MCSTnH-2 A.8.MCSTnH-3 A.8.MCSTnH-4
// sentences: A.8.MCSTnH-6 A.8.MCSTnH-7 A.8.MCSTnH.V-1 A.8.MCSTnH.V-2 A.8.MCSTnH.V-3
// sentences: A.8.MCSTnH.V-4 A.8.MCSTnH.V-6 A.8.MCSTnH.V-7
// run: --nodes 16
// Node 4 multicasts to node 6 over node 5, in a row of four: each form, 0 to 5 words. Count, which
// all nodes share, gives the times. Then node 5 takes nothing until the sender is refused.
#include "conform.h"

#ifdef __i386__ // an access takes two cycles: the checks of a slot take longer
#define SLOT 100000
#else
#define SLOT 40000
#endif

enum {
    sender = 4,
    between = 5,
    last = 6,
    slot = SLOT,
    closed = 30 * slot,
    opens = 400000, // later
    again = opens + 10 * slot
};

static const char *const ids[4][6] = {
    {"A.8.MCSTn-1", "A.8.MCSTn-2", "A.8.MCSTn-3", "A.8.MCSTn-4", "A.8.MCSTn-6", "A.8.MCSTn-7"},
    {"A.8.MCSTnH-1", "A.8.MCSTnH-2", "A.8.MCSTnH-3", "A.8.MCSTnH-4", "A.8.MCSTnH-6",
     "A.8.MCSTnH-7"},
    {"A.8.MCSTn.V-1", "A.8.MCSTn.V-2", "A.8.MCSTn.V-3", "A.8.MCSTn.V-4", "A.8.MCSTn.V-6",
     "A.8.MCSTn.V-7"},
    {"A.8.MCSTnH.V-1", "A.8.MCSTnH.V-2", "A.8.MCSTnH.V-3", "A.8.MCSTnH.V-4", "A.8.MCSTnH.V-6",
     "A.8.MCSTnH.V-7"},
};

static int data[32], vector[32];
static volatile uint32_t words[5], status, inh, calls, count[4];

static XNET_HANDLER void got(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    words[0] = a, words[1] = b, words[2] = c, words[3] = d, words[4] = e;
    status = xnet_get_nistat();
    inh = xnet_get_inh();
    xnet_store_vector(vector);
    ++calls;
}
static XNET_HANDLER void counted(uint32_t form) { ++count[form]; }

static void wait_until(uint32_t cycle) {
    while ((int32_t)(xnet_get_count() - cycle) < 0) {
    }
}

static int send(uint32_t form, uint32_t n, void *h, uint32_t first) {
#define CALL(name, ...) name(__VA_ARGS__)
#define WORDS0
#define WORDS1 , first
#define WORDS2 , first, 22
#define WORDS3 , first, 22, 33
#define WORDS4 , first, 22, 33, 44
#define WORDS5 , first, 22, 33, 44, 55
#define FORMS(k)                                                                                   \
    case k:                                                                                        \
        if (form == 0) return CALL(xnet_mcst##k, last, h WORDS##k);                                \
        if (form == 1) return CALL(xnet_mcst##k##h, last, h WORDS##k);                             \
        if (form == 2) return CALL(xnet_mcst##k##v, last, h, 4 WORDS##k);                          \
        return CALL(xnet_mcst##k##hv, last, h, 4 WORDS##k);
    switch (n) {
        FORMS(0)
        FORMS(1)
        FORMS(2)
        FORMS(3)
        FORMS(4)
#if CONFORM_WORDS >= 5
        FORMS(5)
#endif
    }
    return 0;
}

static void one(uint32_t me, uint32_t form, uint32_t n, uint32_t start) {
    const uint32_t before = calls;
    wait_until(start);
    if (me == sender) EXPECT(ids[form][1], send(form, n, got, 11), 1);
    wait_until(start + slot / 4);
    const uint32_t here = me == between || me == last;
    EXPECT(ids[form][4], calls, before + here);
    EXPECT("A.8.1-1", calls, before + here);
    EXPECT("A.8.3-2", calls, before + here);
    if (!here || calls == before) return;
    EXPECT("A.8.2-1", !!(status & XNET_NISTAT_MCST), 1);
    EXPECT(ids[form][2], inh, got);
    EXPECT(ids[form][5], !!(status & XNET_NISTAT_PRI), form & 1);
    EXPECT(ids[form][3], (status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, n);
    const uint32_t length = form >= 2 ? 32 : 0;
    EXPECT("A.8.3-1", (status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT, length);
    EXPECT(ids[form][3], (status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT, length);
    uint32_t wrong = 0; // a check takes long: one for all of them
    for (uint32_t i = 0; i < n; ++i) wrong += words[i] != 11 * (i + 1);
    for (uint32_t i = 0; i < length; ++i) wrong += vector[i] != (int)(1000 + i);
    EXPECT(ids[form][3], wrong, 0);
}

/// Node 5 takes nothing: its copies stay, and so do messages behind them. The two forms of a
/// priority fill the same buffers, so `first` and `first` + 1 do and the others are refused
/// immediately; no node gets more than was accepted.
static void refused(uint32_t me, uint32_t first, uint32_t start) {
    uint32_t sent[4] = {0};
    for (uint32_t form = 0; form < 4; ++form) count[form] = 0;
    if (me == between) set_mask(0);
    wait_until(start);
    if (me == sender)
        for (uint32_t turn = 0; turn < 4; ++turn) {
            const uint32_t form = (first + turn) % 4;
            while (send(form, 1, counted, form)) ++sent[form], pass(2000);
            EXPECT(ids[form][0], xnet_get_nistat() & XNET_NISTAT_NICOND, 0);
            if (turn < 2)
                HOLDS(ids[form][0], sent[form] > 0);
            else
                EXPECT(ids[form][0], sent[form], 0);
            // Refused again, with nicond set before.
            xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_NICOND);
            (void)send(form, 1, counted, form);
            EXPECT(ids[form][0], xnet_get_nistat() & XNET_NISTAT_NICOND, 0);
        }
    wait_until(start + opens);
    if (me == between) set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    wait_until(start + opens + slot);
    for (uint32_t form = 0; form < 4 && me == sender; ++form) { // the number that must have arrived
        XNET_UNTIL_SENT(xnet_send2(between, got, form, sent[form]));
        XNET_UNTIL_SENT(xnet_send2(last, got, form, sent[form]));
        wait_until(start + opens + slot + (form + 1) * slot);
    }
    for (uint32_t form = 0; form < 4 && (me == between || me == last); ++form) {
        wait_until(start + opens + slot + form * slot + slot / 2);
        EXPECT(ids[form][0], words[0], form);
        EXPECT(ids[form][0], words[1], count[form]);
        EXPECT("A.8.2-1", !!(status & XNET_NISTAT_MCST), 0);
    }
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    if (me < sender || me > sender + 4) return 0; // three others are enough to see that none comes
    for (int i = 0; i < 32; ++i) data[i] = 1000 + i;
    xnet_lwv(4, data);
    for (uint32_t form = 0; form < 4; ++form)
        for (uint32_t n = 0; n <= CONFORM_WORDS; ++n) one(me, form, n, (form * 6 + n + 1) * slot);
    refused(me, 0, closed);
    refused(me, 2, closed + again);
    return conform_end();
}
