// run: --nodes 16
// flags: -O2
// Matrix transpose with one-way stores, the three variants of von Eicken's thesis, section 4.2.6.2.
// An N x N matrix of 64-bit values lies in blocks of columns, and so does the result. Every
// processor sends N/P x N/P values to each other one, in staggered order: to itself first, then to
// the next.
//   word    a value in each message
//   row     a row of what goes to one processor is gathered and sent as a block
//   block   all rows for one processor are gathered and sent as one block; the receiver puts them
//           into place
// What a processor gathers and puts into place counts as computing, the stores and the wait for
// store_sync as communicating; each of the processor where it is most.
//
//   transpose [largest N, a power of two and a multiple of P; default 128]
#include "phases.h"

#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int N, part; // part = N/P
static double *from, *to, *buffer, *arrived;

static double value(int row, int column) { return row * 4096 + column; }

static int in_turn(int i) { return (MYPROC + i) % PROCS; }

// Element (row, column) of a matrix is m[column % part * N + row] on processor column / part.
static void send_words(void) {
    const int all = N, mine = part; // numbers that no call can change
    for (int i = 0; i < PROCS; ++i) {
        const int proc = in_turn(i);
        double *row = to + MYPROC * mine;
        for (int r = 0; r < mine; ++r, row += all) {
            const double *value = from + proc * mine + r;
            for (int c = 0; c < mine; ++c, value += all) store(toglobal(proc, row + c), *value);
        }
    }
}

// Row r of what goes to `proc` is a piece of its column r.
static void gather(void) {
    double *at = buffer;
    for (int proc = 0; proc < PROCS; ++proc)
        for (int r = 0; r < part; ++r)
            for (int c = 0; c < part; ++c) *at++ = from[c * N + proc * part + r];
}

static void send_rows(void) {
    for (int i = 0; i < PROCS; ++i) {
        const int proc = in_turn(i);
        for (int r = 0; r < part; ++r)
            bulk_store(toglobal(proc, to + r * N + MYPROC * part),
                       buffer + (proc * part + r) * part, part * sizeof(double));
    }
}

static void send_blocks(void) {
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

static void wait_for_all(void) { store_sync(N * part * (int)sizeof(double)); }

static void words(void) { TIMED(communicating, send_words(); wait_for_all()); }

static void rows(void) {
    TIMED(computing, gather());
    TIMED(communicating, send_rows(); wait_for_all());
}

static void blocks(void) {
    TIMED(computing, gather());
    TIMED(communicating, send_blocks(); wait_for_all());
    TIMED(computing, put_into_place());
}

static int run(void (*variant)(void), const char *name) {
    memset(to, 0, N * part * sizeof *to);
    computing = communicating = 0;
    barrier();
    unsigned cycles = 0;
    TIMED(cycles, variant(); barrier());
    int wrong = 0;
    for (int c = 0; c < part; ++c)
        for (int r = 0; r < N; ++r) wrong += to[c * N + r] != value(MYPROC * part + c, r);
    wrong = all_reduce_to_one_add(wrong);
    print_phases(name, cycles, wrong);
    return wrong;
}

int splitc_main(int argc, char **argv) {
    const int largest = argc > 1 ? atoi(argv[1]) : 128;
    if (largest < PROCS || largest > 1024 || largest % PROCS) {
        if (MYPROC == 0) puts("usage: transpose [N, a multiple of the nodes and at most 1024]");
        return 2;
    }
    int wrong = 0;
    for (N = 2 * PROCS > largest ? largest : 2 * PROCS; N <= largest; N *= 2) {
        part = N / PROCS;
        from = tolocal(spread_cast(double, all_spread_malloc(N * N, sizeof(double))));
        to = tolocal(spread_cast(double, all_spread_malloc(N * N, sizeof(double))));
        buffer = tolocal(spread_cast(double, all_spread_malloc(N * N, sizeof(double))));
        arrived = tolocal(spread_cast(double, all_spread_malloc(N * N, sizeof(double))));
        for (int c = 0; c < part; ++c)
            for (int r = 0; r < N; ++r) from[c * N + r] = value(r, MYPROC * part + c);
        if (MYPROC == 0)
            printf("%d x %d on %d processors: rows of %d, blocks of %d bytes\n", N, N, PROCS,
                   part * (int)sizeof(double), part * part * (int)sizeof(double));
        wrong += run(words, "word");
        wrong += run(rows, "row");
        wrong += run(blocks, "block");
    }
    if (MYPROC == 0) puts(wrong ? "wrong" : "all elements are right");
    return wrong != 0;
}
