// sentences: A.1-9 A.1-10 A.1-13 A.2.7-4 A.3-5 A.6.SENDn.V-1 A.6.SENDn.V-2 A.6.SENDn.V-3
// sentences: A.6.SENDn.V-4 A.6.SENDn.V-6 A.6.SENDnH.V-1 A.6.SENDnH.V-2 A.6.SENDnH.V-3
// sentences: A.6.SENDnH.V-4 A.6.SENDnH.V-6 A.7-5 A.9.1-6 A.9.2-10 A.9.3-10 A.10-16
// t1-only: A.10-16
// run: --nodes 4
// SENDs of 0 to 5 words with vectors of 0 to 32, at both priorities, from node 0 to itself and to
// node 1: the handler's view, and that $vr1 of the interrupted code is unchanged. Node 2 gets
// none. Node 3 ends at once: the number of a hypercube's nodes is a power of two.
#include "conform.h"

static int data[32], own[32], vector[32];
static volatile uint32_t words[5], status, inh, calls, accepted, acknowledged, finished;

static XNET_HANDLER void acknowledge(void) { ++acknowledged; }
static XNET_HANDLER void finish(void) { ++finished; }

static XNET_HANDLER void got(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    words[0] = a, words[1] = b, words[2] = c, words[3] = d, words[4] = e;
    status = xnet_get_nistat();
    inh = xnet_get_inh();
    xnet_store_vector(vector);
    ++calls;
}

/// The message has been handled: it had n words and `length` of the data.
static void handled(uint32_t n, uint32_t length, int high) {
    while (calls != accepted) {
    }
    const char *const parts = high ? "A.6.SENDnH.V-4" : "A.6.SENDn.V-4";
    EXPECT(high ? "A.6.SENDnH.V-3" : "A.6.SENDn.V-3", inh, got);
    EXPECT(high ? "A.6.SENDnH.V-6" : "A.6.SENDn.V-6", !!(status & XNET_NISTAT_PRI), high);
    EXPECT("A.1-13", !!(status & XNET_NISTAT_PRI), high);
    EXPECT(parts, (status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, n);
    EXPECT("A.2.7-4", (status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT, length);
    EXPECT("A.3-5", (status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT, length);
    for (uint32_t i = 0; i < n; ++i) EXPECT(parts, words[i], 11 * (i + 1));
    for (uint32_t i = 0; i < length; ++i) {
        EXPECT(parts, vector[i], data[i]);
        EXPECT("A.1-9", vector[i], data[i]);
        EXPECT("A.1-10", vector[i], data[i]);
        EXPECT("A.9.1-6", vector[i], data[i]);
        vector[i] = 0;
    }
}

static void unchanged(const char *sentence) { // $vr1 of main
    static int now[32];
    xnet_set_vlr(32);
    xnet_swv(1, now);
    for (int i = 0; i < 32; ++i) EXPECT(sentence, now[i], own[i]);
}

/// The message was sent. It is handled here, or by node 1 in receives().
static void sent(uint32_t to, uint32_t n, uint32_t length, int high) {
    if (to == xnet_get_niid()) {
        ++accepted;
        handled(n, length, high);
        return;
    }
    while (!acknowledged) {
    }
    acknowledged = 0;
    EXPECT(high ? "A.6.SENDnH.V-3" : "A.6.SENDn.V-3", calls, accepted); // not here
}

/// Node 1: the messages of sends(), in their order.
static void receives(uint32_t length) {
    for (uint32_t n = 0; n <= CONFORM_WORDS; ++n)
        for (int high = 0; high < 2; ++high) {
            ++accepted;
            handled(n, length, high);
            XNET_UNTIL_SENT(xnet_send0(0, acknowledge));
        }
    unchanged("A.7-5");
}

static void sends(uint32_t to, uint32_t length) {
    xnet_set_vlr(length);
    xnet_lwv(4, data);
#define CALL(name, ...) name(__VA_ARGS__)
#define BOTH(n, ...)                                                                               \
    EXPECT("A.6.SENDn.V-2", CALL(xnet_send##n##v, to, got, 4 __VA_ARGS__), 1);                     \
    sent(to, n, length, 0);                                                                        \
    EXPECT("A.6.SENDnH.V-2", CALL(xnet_send##n##hv, to, got, 4 __VA_ARGS__), 1);                   \
    sent(to, n, length, 1);                                                                        \
    pass(200);
    BOTH(0)
    BOTH(1, , 11)
    BOTH(2, , 11, 22)
    BOTH(3, , 11, 22, 33)
    BOTH(4, , 11, 22, 33, 44)
#if CONFORM_WORDS >= 5
    BOTH(5, , 11, 22, 33, 44, 55)
#endif
    unchanged("A.7-5");
    unchanged("A.1-10");
}

/// With the events masked the network fills; a refused message is not sent.
static void refused(uint32_t me) {
    set_mask(0);
    uint32_t low = 0, high = 0;
    while (xnet_send1v(me, got, 4, 11)) ++low, pass(200);
    EXPECT("A.6.SENDn.V-1", xnet_get_nistat() & XNET_NISTAT_NICOND, 0);
    while (xnet_send1hv(me, got, 4, 11)) ++high, pass(200);
    EXPECT("A.6.SENDnH.V-1", xnet_get_nistat() & XNET_NISTAT_NICOND, 0);
    HOLDS("A.6.SENDn.V-1", low > 0);
    HOLDS("A.6.SENDnH.V-1", high > 0);
    const uint32_t before = calls;
    set_mask(XNET_NISTAT_HPMM);
    pass(10000);
    EXPECT("A.6.SENDnH.V-1", calls, before + high);
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    pass(10000);
    EXPECT("A.6.SENDn.V-1", calls, before + high + low);
    accepted += low + high;
}

static int other[32], in_high[32], in_low[32];
static volatile uint32_t high_came, low_ended;
static XNET_HANDLER void high_nested(void) {
    xnet_store_vector(in_high);
    high_came = 1;
}
/// Its $vr1 is restored after a high message with a vector came in between.
static XNET_LOW_HANDLER void low_nested(void) {
    XNET_UNTIL_SENT(xnet_send0hv(xnet_get_niid(), high_nested, 31));
    while (!high_came) {
    }
    xnet_store_vector(in_low);
    low_ended = 1;
}

/// Each level has its own copy of $vr1.
static void nested(uint32_t me) {
    xnet_set_vlr(32);
    xnet_lwv(1, own);
    xnet_lwv(4, data);
    xnet_lwv(31, other);
    XNET_UNTIL_SENT(xnet_send0v(me, low_nested, 4));
    while (!low_ended) {
    }
    for (int i = 0; i < 32; ++i) {
        EXPECT("A.9.1-6", in_high[i], other[i]);
        EXPECT("A.9.1-6", in_low[i], data[i]);
        EXPECT("A.1-10", in_low[i], data[i]);
        EXPECT("A.7-5", in_low[i], data[i]);
    }
    unchanged("A.7-5");
}

static volatile uint32_t events;
static XNET_HANDLER void on_event(void) { // composes in $vr1 and does not preserve it
    xnet_lwv(1, data);
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    ++events;
}

#ifdef __mips__
// Figure 18, from the handler and the node on; 1: the message was sent, 0: it was refused.
uint32_t figure18(void *handler, uint32_t node, const int *block);
__asm__(".set push\n\t.set noreorder\n\t.text\n\t.globl figure18\nfigure18:\n\t"
        "move $8, $4\n\tmove $9, $5\n\tlw.v $vr4, 0($6)\n\tmove $10, $29\n"
        "1:\tcfc2 $2, $19\n\tnop\n\tsll $2, $2, 14\n\tbgez $2, 1b\n\tnop\n\t"
        "li $4, 11\n\tli $5, 22\n\tli $6, 33\n\tli $7, 44\n\tli $29, 55\n\t"
        "send5.v $8, $9, $vr4\n\tmove $29, $10\n\tbc2f 2f\n\tli $2, 0\n\tli $2, 1\n"
        "2:\tjr $31\n\tnop\n\t.set pop");
#endif

int main(void) {
    const uint32_t me = xnet_get_niid();
    if (me == 3) return 0;
    static const uint32_t lengths[] = {0, 1, 31, 32};
    for (int i = 0; i < 32; ++i) data[i] = 1000 + i, own[i] = 5000 - i, other[i] = 77 * i;
    xnet_lwv(1, own);
    if (me == 2) {
        while (!finished) {
        }
        EXPECT("A.6.SENDn.V-3", calls, 0);
        EXPECT("A.6.SENDnH.V-3", calls, 0);
        return conform_end();
    }
    if (me == 1) {
        for (int i = 0; i < 4; ++i) receives(lengths[i]);
        return conform_end();
    }
    for (int i = 0; i < 4; ++i) sends(me, lengths[i]);
    for (int i = 0; i < 4; ++i) sends(1, lengths[i]);
    XNET_UNTIL_SENT(xnet_send0(2, finish));
    nested(me);
    refused(me);
    xnet_set_vlr(32);
#ifdef __mips__
    EXPECT("A.10-16", figure18(got, me, data), 1);
    ++accepted;
    handled(5, 32, 0);
    EXPECT("A.10-16", calls, accepted);
#endif

    xnet_lwv(1, own);
    xnet_set_outh((uint32_t)on_event);
    xnet_set_timeh((uint32_t)on_event);
    set_mask(XNET_NISTAT_OM);
    pass(200);
    EXPECT("A.9.2-10", events, 1);
    unchanged("A.9.2-10");
    xnet_set_timec(xnet_get_count() + 500);
    set_mask(XNET_NISTAT_TM);
    pass(1000);
    EXPECT("A.9.3-10", events, 2);
    unchanged("A.9.3-10");
    return conform_end();
}
