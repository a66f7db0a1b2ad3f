// Every node multicasts along its row and its column, to both sides, and round its ring, with
// vectors of many lengths, and behind each multicast sends a message to each of its nodes. The
// receivers check that all comes in order, marked as what it is.
#include "programs.h"

#include <stdio.h>
#include <xnet.h>

enum { east, west, south, north, ring, ways };
enum { rounds = 24, most_nodes = 2048, length = 32, own_length = 11 };

static volatile unsigned char next_copy[ways][most_nodes], next_single[ways][most_nodes];
static volatile unsigned wrong, came[ways]; // of one way all come at one priority
static volatile unsigned finished, finished_wrong, finished_came;

static unsigned length_of(unsigned number) { return number * 8 % (length + 1); }
static int upright(int way) { return way == south || way == north; }

static unsigned word_of(unsigned source, unsigned number, unsigned i) {
    return source << 16 ^ number << 8 ^ i * 0x01010101u;
}

/// What the handler of this message knows of it.
static inline __attribute__((always_inline)) void
check(unsigned source, unsigned way, unsigned number, unsigned words, int multicast) {
    const unsigned nistat = xnet_get_nistat(), vector = length_of(number);
    unsigned arrived[length];
    wrong += ((nistat & XNET_NISTAT_MCST) != 0) != multicast;
    wrong += (nistat & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT != words;
    wrong += xnet_store_vector(arrived) != vector;
    for (unsigned i = 0; i < vector; ++i) wrong += arrived[i] != word_of(source, number, i);
    ++came[way];
}

XNET_HANDLER void rows_copy(unsigned source, unsigned way, unsigned number) {
    wrong += number != next_copy[way][source]++;
    check(source, way, number, 3, 1);
}

/// Behind the copy of its number.
XNET_HANDLER void rows_single(unsigned source, unsigned way, unsigned number, unsigned sum,
                              unsigned zero) {
    wrong += number != next_single[way][source]++ || sum != source + number || zero;
    wrong += next_copy[way][source] != number + 1;
    check(source, way, number, 5, 0);
}

XNET_HANDLER void rows_finished(unsigned errors, unsigned messages) {
    finished_wrong += errors;
    finished_came += messages;
    ++finished;
}

static int node_at(int from, int way, int i) {
    const int column = from % columns, first = from - column;
    if (upright(way)) return way == south ? from + i * columns : from - i * columns;
    return first + (way == west ? column - i + columns : column + i) % columns;
}

/// How far node `from` multicasts: up and down its column, along its row as far as that is the
/// shortest way, round the ring.
static int hops(int from, int way) {
    const int nodes = xnet_nodes();
    if (way == ring) return columns > 1 ? columns : 0;
    if (upright(way)) return way == south ? (nodes - 1 - from) / columns : from / columns;
    int far = way == east ? columns / 2 : (columns - 1) / 2;
    while (far && node_at(from, way, far) >= nodes) --far;
    return far;
}

/// Messages that come here from all nodes.
static unsigned due(void) {
    const int self = xnet_node();
    unsigned sum = 0;
    for (int from = 0; from < xnet_nodes(); ++from)
        for (int way = east; way < ways; ++way)
            for (int i = 1; i <= hops(from, way); ++i)
                if (node_at(from, way, i) == self) sum += way == ring ? rounds : 2 * rounds;
    return sum;
}

static unsigned all_came(void) {
    unsigned sum = 0;
    for (int way = east; way < ways; ++way) sum += came[way];
    return sum;
}

void rows_main(void) {
    const int self = xnet_node(), nodes = xnet_nodes();
    unsigned kept[length], now[length];
    for (unsigned i = 0; i < length; ++i) kept[i] = ~(unsigned)self * 77 - i;
    xnet_lwv(9, kept);
    xnet_lwv(1, kept); // main's own $vr1
    for (unsigned number = 0; number < rounds; ++number) {
        unsigned vector[length];
        for (unsigned i = 0; i < length; ++i) vector[i] = word_of((unsigned)self, number, i);
        xnet_lwv(2, vector);
        xnet_set_vlr(length_of(number));
        for (int way = east; way < ways; ++way) {
            const int far = hops(self, way);
            if (!far) continue;
            const unsigned last = (unsigned)node_at(self, way, far), me = (unsigned)self;
            if (upright(way))
                XNET_UNTIL_SENT(xnet_mcst3hv(last, (void *)rows_copy, 2, me, way, number));
            else
                XNET_UNTIL_SENT(xnet_mcst3v(last, (void *)rows_copy, 2, me, way, number));
            for (int i = 1; i <= far && way != ring; ++i) {
                const unsigned to = (unsigned)node_at(self, way, i);
                if (to >= (unsigned)nodes) continue;
                if (upright(way))
                    XNET_UNTIL_SENT(
                        xnet_send5hv(to, (void *)rows_single, 2, me, way, number, me + number, 0));
                else
                    XNET_UNTIL_SENT(
                        xnet_send5v(to, (void *)rows_single, 2, me, way, number, me + number, 0));
            }
        }
        xnet_set_vlr(length);
    }
    xnet_set_vlr(own_length);
    const unsigned all = due();
    while (all_came() < all) {
    }
    wrong += all_came() != all || xnet_get_vlr() != own_length;
    xnet_set_vlr(length);
    for (unsigned i = 0; i < 2 * length; ++i) {
        if (i == 0) xnet_swv(9, now);
        if (i == length) xnet_swv(1, now);
        wrong += now[i % length] != kept[i % length];
    }
    XNET_UNTIL_SENT(xnet_send2(0, (void *)rows_finished, wrong, all_came()));
    while (self == 0 && finished < (unsigned)nodes) {
    }
}

void rows_print(void) {
    printf("rows: %u messages and copies on %d nodes, %u wrong or out of order\n", finished_came,
           xnet_nodes(), finished_wrong);
}
