// run: --nodes 16
// expect: ok multicast
// Every MCST along row and column of 4 x 4 nodes, whose rows are rings: each node on the path gets
// one copy, the source none, but a message to itself travels once around (CSD-94-823 3.9, A.8).
#include "check.h"

enum { columns = 4 };

static volatile int copies, sum, elements;
static volatile unsigned status;
static int data[32];

static XNET_HANDLER void got(int a, int b, int c, int d, int e) {
    static int vector[32];
    status = xnet_get_nistat();
    const int n = (int)((status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT);
    const int words[] = {a, b, c, d, e};
    for (int i = 0; i < n; ++i) sum += words[i];
    const unsigned length = xnet_store_vector(vector);
    for (unsigned i = 0; i < length; ++i) elements += vector[i];
    ++copies;
}

static int away(int from, int to, int step, int size) { // hops along a ring in one direction
    return ((to - from) * step % size + size) % size;
}

/// Whether `node` is on the path of a multicast, by the specification's rule: the shorter way
/// around the row (to the east if both are equally long), straight down or up the column.
static int reached(int node, int from, int to) {
    const int row = from / columns, column = from % columns;
    if (from == to) return node / columns == row;
    if (to / columns == row) {
        const int east = away(column, to % columns, 1, columns);
        const int west = away(column, to % columns, -1, columns);
        const int step = east <= west ? 1 : -1;
        const int there = away(column, node % columns, step, columns);
        return node / columns == row && there >= 1 && there <= (step > 0 ? east : west);
    }
    const int last = to / columns, here = node / columns;
    return node % columns == column &&
           (last > row ? here > row && here <= last : here < row && here >= last);
}

static void one(int from, int to, int n, int form) {
    if (am_my_proc() == from) {
#define CALL(name, ...) name(__VA_ARGS__)
#define WORDS0
#define WORDS1 , 1
#define WORDS2 , 1, 20
#define WORDS3 , 1, 20, 300
#define WORDS4 , 1, 20, 300, 4000
#define WORDS5 , 1, 20, 300, 4000, 50000
#define FORMS(n)                                                                                   \
    case n:                                                                                        \
        if (form == 0) XNET_UNTIL_SENT(CALL(xnet_mcst##n, to, got WORDS##n));                      \
        if (form == 1) XNET_UNTIL_SENT(CALL(xnet_mcst##n##h, to, got WORDS##n));                   \
        if (form == 2) XNET_UNTIL_SENT(CALL(xnet_mcst##n##v, to, got, 4 WORDS##n));                \
        if (form == 3) XNET_UNTIL_SENT(CALL(xnet_mcst##n##hv, to, got, 4 WORDS##n));               \
        break;
        switch (n) {
            FORMS(0)
            FORMS(1)
            FORMS(2)
            FORMS(3)
            FORMS(4)
            FORMS(5)
        }
    }
    static const int sums[] = {0, 1, 21, 321, 4321, 54321};
    const int mine = reached(am_my_proc(), from, to);
    if (mine) {
        while (copies == 0) {
        }
        CHECK_EQUAL((status & XNET_NISTAT_MCST) != 0, 1);
        CHECK_EQUAL((status & XNET_NISTAT_PRI) != 0, form & 1);
        CHECK_EQUAL((status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, n);
    }
    barrier(); // every node has its copies: were there more?
    CHECK_EQUAL(copies, mine);
    CHECK_EQUAL(sum, mine * sums[n]);
    CHECK_EQUAL(elements, mine && form >= 2 ? 32 * 1000 + 496 : 0);
    copies = sum = elements = 0;
    barrier();
}

int main(void) {
    for (int i = 0; i < 32; ++i) data[i] = 1000 + i;
    xnet_lwv(4, data);
    for (int form = 0; form < 4; ++form)
        for (int n = 0; n <= 5; ++n) {
            one(5, 7, n, form);   // half-way round the ring: to the east
            one(5, 4, n, form);   // one hop to the west
            one(4, 7, n, form);   // the short way, over the edge
            one(1, 13, n, form);  // down the column
            one(14, 6, n, form);  // up
            one(10, 10, n, form); // around the ring
        }
    return finish("multicast");
}
