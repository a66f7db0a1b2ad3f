// Matrix transpose with one-way stores: von Eicken's thesis, 4.2.6.2, and the runs of Table 4-6
// that the machine has nodes for. An N x N matrix of doubles lies in blocks of columns, and so does
// the result. Each processor sends N/P x N/P values to each other one, to itself first, then to the
// next:
//   word    a value in each message
//   row     a row of what goes to one processor is gathered and sent
//   block   all rows for one processor are gathered and sent; the receiver puts them into place
// (A message has at most 1024 bytes; what is longer goes in several.)
//
//   ncube2_transpose N [word | row | block]
//
// Prints lines of a name and a number: cycles of the variant from barrier to barrier, those of
// copying within one node, and how many elements are wrong. Without a variant it does all but the
// transpose: what it sends then is in the other runs too.
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int N, part; // N/P
static double *from, *to, *buffer, *arrived;

static double value(int row, int column) { return row * 4096 + column; }
static int in_turn(int i) { return (MYPROC + i) % PROCS; }

static void words(void) {
    for (int i = 0; i < PROCS; ++i) {
        const int proc = in_turn(i);
        for (int r = 0; r < part; ++r)
            for (int c = 0; c < part; ++c)
                store(toglobal(proc, to + r * N + MYPROC * part + c),
                      from[c * N + proc * part + r]);
    }
}

static void gather(void) {
    double *at = buffer;
    for (int proc = 0; proc < PROCS; ++proc)
        for (int r = 0; r < part; ++r)
            for (int c = 0; c < part; ++c) *at++ = from[c * N + proc * part + r];
}

static void row(void) {
    gather();
    for (int i = 0; i < PROCS; ++i) {
        const int proc = in_turn(i);
        for (int r = 0; r < part; ++r)
            bulk_store(toglobal(proc, to + r * N + MYPROC * part),
                       buffer + (proc * part + r) * part, part * sizeof(double));
    }
}

static void block(void) {
    gather();
    for (int i = 0; i < PROCS; ++i) {
        const int proc = in_turn(i);
        bulk_store(toglobal(proc, arrived + MYPROC * part * part), buffer + proc * part * part,
                   part * part * sizeof(double));
    }
}

static void put_into_place(void) {
    const double *at = arrived;
    for (int proc = 0; proc < PROCS; ++proc)
        for (int r = 0; r < part; ++r)
            for (int c = 0; c < part; ++c) to[r * N + proc * part + c] = *at++;
}

static void run(void (*variant)(void), const char *name) {
    for (int i = 0; i < N * part; ++i) to[i] = 0;
    barrier();
    const unsigned start = get_cycles();
    if (variant) {
        variant();
        store_sync(N * part * (int)sizeof(double));
    }
    if (variant == block) put_into_place();
    barrier();
    const unsigned cycles = get_cycles() - start;
    int wrong = 0;
    for (int c = 0; variant && c < part; ++c)
        for (int r = 0; r < N; ++r) wrong += to[c * N + r] != value(MYPROC * part + c, r);
    wrong = all_reduce_to_one_add(wrong);
    if (MYPROC == 0) {
        if (wrong) printf("wrong %d\n", wrong);
        if (variant) printf("transpose.%s %u\n", name, cycles);
    }
}

static double *columns(void) {
    return tolocal(spread_cast(double, all_spread_malloc(N * N, sizeof(double))));
}

int splitc_main(int argc, char **argv) {
    const char *const name = argc > 2 ? argv[2] : "";
    void (*const variant)(void) = strcmp(name, "word") == 0    ? words
                                  : strcmp(name, "row") == 0   ? row
                                  : strcmp(name, "block") == 0 ? block
                                                               : 0;
    N = argc > 1 ? atoi(argv[1]) : 0;
    part = N / PROCS;
    if (part == 0 || part * PROCS != N || (*name && !variant)) {
        if (MYPROC == 0)
            puts("usage: ncube2_transpose N [word | row | block], N a multiple of the nodes");
        return 2;
    }
    from = columns(), to = columns(), buffer = columns(), arrived = columns();
    for (int c = 0; c < part; ++c)
        for (int r = 0; r < N; ++r) from[c * N + r] = value(r, MYPROC * part + c);
    const unsigned start = get_cycles();
    gather();
    const unsigned copying = get_cycles() - start;
    if (MYPROC == 0) printf("transpose.copy %u\n", copying);
    run(variant, name);
    return 0;
}
