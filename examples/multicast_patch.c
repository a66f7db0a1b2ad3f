// run: --nodes 16
// A two-phase multicast to a patch of the grid (CSD-94-823 3.9, Figure 9). Phase one: the source
// multicasts along its row, to both sides; every node of the patch's columns gets a copy. Phase
// two: each of them, the source too, passes the message on along its column, up and down. Nodes
// that the way passes but that are not wanted just look at the message and drop it. The handlers
// send the second phase at high priority: a low handler may wait for that.
//
//   multicast_patch [source row, column, first row, last row, first column, last column]
#include <am.h>
#include <stdio.h>
#include <stdlib.h>
#include <xnet.h>

enum { length = 32 };

struct patch {
    int row, column;              // of the source
    int top, bottom, left, right; // the patch
};
static struct patch patch;
static int columns, rows;

static int data[length];                       // of the source
static volatile int copies, wrong;             // at each node: of the message
static volatile int reports, received, errors; // at node 0

static int node(int row, int column) { return row * columns + column; }
static int row_of(int n) { return n / columns; }
static int column_of(int n) { return n % columns; }
static int exists(int row, int column) { return node(row, column) < am_procs(); }

static int wanted(int n) {
    return row_of(n) >= patch.top && row_of(n) <= patch.bottom && column_of(n) >= patch.left &&
           column_of(n) <= patch.right;
}

// The last row may be shorter than the others.
static int bottom_of(int column) {
    int row = patch.bottom;
    while (!exists(row, column)) --row;
    return row;
}

static void receive(int tag) {
    static int vector[length];
    xnet_swv(1, vector);
    for (int i = 0; i < length; ++i) wrong += vector[i] != tag + i;
    ++copies;
}

static XNET_HANDLER void second(int tag) {
    if (wanted(am_my_proc())) receive(tag);
}

// To the patch's rows above and below this node. The message is in register `vr`.
#define PASS_ON(vr, tag)                                                                           \
    do {                                                                                           \
        const int here = am_my_proc(), column = column_of(here);                                   \
        if (patch.top < row_of(here))                                                              \
            XNET_UNTIL_SENT(xnet_mcst1hv(node(patch.top, column), second, vr, tag));               \
        if (bottom_of(column) > row_of(here))                                                      \
            XNET_UNTIL_SENT(xnet_mcst1hv(node(bottom_of(column), column), second, vr, tag));       \
    } while (0)

static XNET_HANDLER void first(int tag) {
    const int column = column_of(am_my_proc());
    if (column < patch.left || column > patch.right) return;
    if (wanted(am_my_proc())) receive(tag);
    PASS_ON(1, tag);
}

// Along the row to column `to`. The shortest way is the straight one only up to half-way round the
// ring; where the patch reaches further, as none of Figure 9 does, each node is told by itself.
static void along_row(int to, int tag) {
    int at = patch.column;
    const int step = to > at ? 1 : -1, half = (columns - 1) / 2;
    if ((to - at) * step <= half) {
        XNET_UNTIL_SENT(xnet_mcst1v(node(patch.row, to), first, 4, tag));
        return;
    }
    for (at += step; at != to + step; at += step)
        XNET_UNTIL_SENT(xnet_send1v(node(patch.row, at), first, 4, tag));
}

static void distribute(int tag) {
    for (int i = 0; i < length; ++i) data[i] = tag + i;
    xnet_lwv(4, data);
    if (patch.left < patch.column) along_row(patch.left, tag);
    if (patch.right > patch.column) along_row(patch.right, tag);
    if (patch.column < patch.left || patch.column > patch.right) return;
    copies += wanted(am_my_proc()); // the source sends none to itself
    PASS_ON(4, tag);
}

static void report(int src, int count, int words) {
    if (count != wanted(src) || words) {
        printf("node %d: %d copies, %d wrong words\n", src, count, words);
        ++errors;
    }
    received += count;
    ++reports;
}

static void show(void) {
    for (int row = 0; row < rows; ++row) {
        char line[64];
        int at = 0;
        for (int column = 0; column < columns && exists(row, column) && at < 60; ++column) {
            const int n = node(row, column);
            line[at++] = n == node(patch.row, patch.column) ? 'S' : wanted(n) ? 'M' : '.';
            line[at++] = ' ';
        }
        line[at - 1] = '\0';
        puts(line);
    }
}

static int inside(int row, int column) {
    return row >= 0 && row < rows && column >= 0 && column < columns;
}

/// The default patch, or that of the arguments. False: there is no such patch.
static int choose(int argc, char **argv) {
    int at[6] = {1, 1, 0, 2, 1, 2};
    for (int i = 0; i < 6 && argc == 7; ++i) at[i] = atoi(argv[i + 1]);
    patch = (struct patch){at[0], at[1], at[2], at[3], at[4], at[5]};
    return (argc == 1 || argc == 7) && inside(patch.row, patch.column) &&
           exists(patch.row, columns - 1) && inside(patch.top, patch.left) &&
           inside(patch.bottom, patch.right) && patch.top <= patch.bottom &&
           patch.left <= patch.right;
}

int main(int argc, char **argv) {
    while (columns * columns < am_procs()) ++columns; // the machine's own rule (docs/network.md)
    rows = (am_procs() + columns - 1) / columns;
    if (!choose(argc, argv)) {
        if (am_my_proc() == 0)
            puts("usage: multicast_patch [source row, column, first row, last row, first column, "
                 "last column]; the source's row is a whole one");
        return 2;
    }
    const int me = am_my_proc();
    if (me == node(patch.row, patch.column)) distribute(1000);
    if (wanted(me))
        while (copies == 0) {
        }
    am_request_2(0, report, copies, wrong);
    if (me != 0) return 0;
    am_wait(&reports, am_procs());
    show();
    printf("%d nodes have the message%s\n", received, errors ? ", but something is wrong" : "");
    return errors != 0;
}
