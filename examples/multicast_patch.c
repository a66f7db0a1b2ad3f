// run: --nodes 64 3 2 1 6 0 5
// flags: -O2
// A two-phase multicast to a patch of the grid (CSD-94-823 3.9, Figure 9). Phase one: the source
// multicasts along its row, to both sides; every node of the patch's columns gets a copy. Phase
// two: each of them, the source too, passes the message on along its column, up and down. Nodes
// that the way passes but that are not wanted just look at the message and drop it. The handlers
// send the second phase at high priority: a low handler may wait for that. Then the source sends
// the same to each node of the patch by itself, for comparison. Printed are the cycles from the
// first send until the last node of the patch is in its handler.
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

static int data[length];          // of the source
static volatile int copies;       // at each node: of the message
static volatile unsigned time_of; // at each node: when the copy came; at the source: first send
static volatile int vector[length];
static int is_wanted, above, below; // at each node: the ends of its column in the patch, or -1
static int target[2048], targets;   // the nodes of the patch but this one

static volatile int reports, received, errors, go; // node 0: what the others reported; may go on
static volatile unsigned sent_at, last_at;

static int node(int row, int column) { return row * columns + column; }
static int row_of(int n) { return n / columns; }
static int column_of(int n) { return n % columns; }
static int exists(int row, int column) { return node(row, column) < am_procs(); }

static int value(int way, int i) { return 1000 * (way + 1) + i; }

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

static void receive(void) {
    time_of = xnet_get_count();
    xnet_swv(1, vector);
    ++copies;
}

static XNET_HANDLER void second(void) {
    if (is_wanted) receive();
}

// To the patch's rows above and below this node. The message is in register `vr`.
#define PASS_ON(vr)                                                                                \
    do {                                                                                           \
        if (above >= 0) XNET_UNTIL_SENT(xnet_mcst0hv(above, second, vr));                          \
        if (below >= 0) XNET_UNTIL_SENT(xnet_mcst0hv(below, second, vr));                          \
    } while (0)

static XNET_LOW_HANDLER void first(void) {
    PASS_ON(1);
    if (is_wanted) receive();
}

// What the handlers need to know about this node's place.
static void look_around(void) {
    const int me = am_my_proc(), row = row_of(me), column = column_of(me);
    is_wanted = wanted(me);
    for (int n = 0; n < am_procs(); ++n)
        if (wanted(n) && n != me) target[targets++] = n;
    above = below = -1;
    if (column < patch.left || column > patch.right) return;
    if (patch.top < row) above = node(patch.top, column);
    if (bottom_of(column) > row) below = node(bottom_of(column), column);
}

// Along the row to column `to`. The shortest way is the straight one only up to half-way round the
// ring; where the patch reaches further, as none of Figure 9 does, each node is told by itself.
static void along_row(int to) {
    int at = patch.column;
    const int step = to > at ? 1 : -1, half = (columns - 1) / 2;
    if ((to - at) * step <= half) {
        XNET_UNTIL_SENT(xnet_mcst0v(node(patch.row, to), first, 4));
        return;
    }
    for (at += step; at != to + step; at += step)
        XNET_UNTIL_SENT(xnet_send0v(node(patch.row, at), first, 4));
}

static void distribute(void) {
    if (patch.left < patch.column) along_row(patch.left);
    if (patch.right > patch.column) along_row(patch.right);
    PASS_ON(4);
}

static void send_to_each(void) {
    for (int i = 0; i < targets; ++i) XNET_UNTIL_SENT(xnet_send0v(target[i], second, 4));
}

static void report(int src, int count, int words, int time, int is_source) {
    if (count != wanted(src) || words) {
        printf("node %d: %d copies, %d wrong words\n", src, count, words);
        ++errors;
    }
    received += count;
    if (is_source)
        sent_at = time;
    else if (count && (unsigned)time > last_at)
        last_at = time;
    ++reports;
}

static void next(int src) {
    (void)src;
    ++go;
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
    static void (*const ways[])(void) = {distribute, send_to_each};
    static const char *const names[] = {"two-phase multicast", "a message to each"};
    const int me = am_my_proc(), source = node(patch.row, patch.column);
    look_around();
    if (me == 0) show();
    for (int way = 0; way < 2; ++way) {
        if (me == 0)
            for (int n = 0; n < am_procs(); ++n) am_request_0(n, next);
        am_wait(&go, 1);
        if (me == source) {
            for (int i = 0; i < length; ++i) data[i] = vector[i] = value(way, i);
            xnet_lwv(4, data);
            time_of = xnet_get_count();
            ways[way]();
            copies += is_wanted; // it sends none to itself
        }
        if (is_wanted)
            while (copies == 0) {
            }
        int wrong = 0;
        for (int i = 0; i < length && is_wanted; ++i) wrong += vector[i] != value(way, i);
        am_request_4(0, report, copies, wrong, time_of, me == source);
        copies = 0;
        if (me != 0) continue;
        am_wait(&reports, am_procs());
        printf("%s: %d nodes have it after %u cycles%s\n", names[way], received,
               last_at > sent_at ? last_at - sent_at : 0, errors ? ", but something is wrong" : "");
        received = 0;
        last_at = 0;
    }
    return errors != 0;
}
