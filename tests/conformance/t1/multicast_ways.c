// sentences: A.2.5-20 A.2.11-2 A.2.13-4 A.8.1-1 A.8.2-1 A.8.3-1 A.8.3-2 A.8.MCSTn-6 A.8.MCSTn.V-6
// sentences: 3.9-2 A.8.MCSTnH-6 A.8.MCSTnH.V-6
// run: --nodes 4x6
// Multicasts in all four directions over one to three links, and over the end of a ring, in each
// form, with Active Messages enabled and disabled: every node on the path gets one complete copy,
// and no other node does. Count, which all nodes share, gives the times.
#include "conform.h"

enum { columns = 6, slot = 9000, tag = 0x80000004 };

/// The source, and the nodes that receive it; the last one is the destination.
static const struct {
    uint32_t from, count, to[3];
} ways[] = {
    {7, 1, {8}},         // east
    {7, 2, {8, 9}},      //
    {9, 2, {10, 11}},    //
    {10, 2, {11, 6}},    // over the end of the row's ring
    {9, 1, {8}},         // west
    {10, 2, {9, 8}},     //
    {7, 2, {6, 11}},     // over the end
    {1, 1, {7}},         // south
    {1, 2, {7, 13}},     //
    {1, 3, {7, 13, 19}}, //
    {19, 1, {13}},       // north
    {19, 2, {13, 7}},    //
    {19, 3, {13, 7, 1}}, //
};
enum { ways_count = sizeof ways / sizeof *ways };

static int data[32], vector[32];
static volatile uint32_t words[5], status, inh, calls, defaulted;

static inline void keep(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    words[0] = a, words[1] = b, words[2] = c, words[3] = d, words[4] = e;
    status = xnet_get_nistat();
    inh = xnet_get_inh();
    xnet_store_vector(vector);
}
static XNET_HANDLER void got(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    keep(a, b, c, d, e);
    ++calls;
}
static XNET_HANDLER void by_default(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    keep(a, b, c, d, e);
    ++defaulted;
}

#if CONFORM_WORDS >= 5
#define MCST(form, ...) xnet_mcst5##form(__VA_ARGS__, 11, 22, 33, 44, 55)
#else
#define MCST(form, ...) xnet_mcst4##form(__VA_ARGS__, 11, 22, 33, 44)
#endif
static int send(uint32_t form, uint32_t to, void *handler) {
    switch (form) {
    case 0: return MCST(, to, handler);
    case 1: return MCST(h, to, handler);
    case 2: return MCST(v, to, handler, 4);
    default: return MCST(hv, to, handler, 4);
    }
}

static void wait_until(uint32_t cycle) {
    while ((int32_t)(xnet_get_count() - cycle) < 0) {
    }
}

// A check takes long, so each is made once, at the end: the number of
// failures.
static uint32_t not_accepted[4], not_received[4], not_default, other_inh, not_multicast, other_data;

static void attempt(uint32_t me, uint32_t way, uint32_t form, uint32_t ame, uint32_t start) {
    const uint32_t last = ways[way].to[ways[way].count - 1];
    uint32_t here = 0;
    for (uint32_t i = 0; i < ways[way].count; ++i) here += ways[way].to[i] == me;
    calls = defaulted = 0;
    for (int i = 0; i < 32; ++i) vector[i] = 0;
    const uint32_t other = xnet_get_nistat() & ~XNET_NISTAT_AME;
    xnet_set_nistat(ame ? other | XNET_NISTAT_AME : other);
    wait_until(start);
    if (me == ways[way].from)
        not_accepted[form] += !send(form, last, ame ? (void *)got : (void *)tag);
    wait_until(start + 600);
    not_received[form] += calls + defaulted != here;
    if (!here) return;
    not_default += defaulted != !ame;
    other_inh += inh != (ame ? (uint32_t)got : tag);
    not_multicast += !(status & XNET_NISTAT_MCST);
    other_data += !!(status & XNET_NISTAT_PRI) != (form & 1);
    for (uint32_t i = 0; i < CONFORM_WORDS; ++i) other_data += words[i] != 11 * (i + 1);
    for (uint32_t i = 0; i < 32; ++i) other_data += vector[i] != (form >= 2 ? (int)(1000 + i) : 0);
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    for (int i = 0; i < 32; ++i) data[i] = 1000 + i;
    xnet_lwv(4, data);
    xnet_set_dmh((uint32_t)by_default);
    for (uint32_t way = 0; way < ways_count; ++way)
        for (uint32_t form = 0; form < 4; ++form)
            for (uint32_t ame = 0; ame < 2; ++ame)
                attempt(me, way, form, ame, 20000 + ((way * 4 + form) * 2 + ame) * slot);
    static const char *const reached[] = {"A.8.MCSTn-6", "A.8.MCSTnH-6", "A.8.MCSTn.V-6",
                                          "A.8.MCSTnH.V-6"};
    for (uint32_t form = 0; form < 4; ++form) {
        EXPECT(reached[form], not_accepted[form], 0);
        EXPECT(reached[form], not_received[form], 0);
        EXPECT("A.8.1-1", not_received[form], 0);
        EXPECT("3.9-2", not_received[form], 0);
        EXPECT("A.8.3-2", not_received[form], 0);
    }
    EXPECT("A.2.5-20", not_default, 0);
    EXPECT("A.2.11-2", not_default, 0);
    EXPECT("A.2.13-4", other_inh, 0);
    EXPECT("A.8.2-1", not_multicast, 0);
    EXPECT("A.8.3-1", other_data, 0);
    return conform_end();
}
