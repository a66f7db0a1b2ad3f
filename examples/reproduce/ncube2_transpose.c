// Matrix transpose with one-way stores: von Eicken's thesis, 4.2.6.2, and the runs of Table 4-6
// that the machine has nodes for. An N x N matrix of doubles lies in blocks of columns, and so does
// the result. Each processor sends N/P x N/P values to each other one, to itself first, then to the
// next:
//   word    a value in each message
//   row     a row of what goes to one processor is gathered and sent
//   block   all rows for one processor are gathered and sent; the receiver puts them into place
// (A message has at most 1024 bytes; what is longer goes in several.)
//
//   ncube2_transpose N...
//
// Prints lines of a name and a number: cycles of each variant from barrier to barrier, those of
// copying within one node, and how many elements are wrong.
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

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
    variant();
    store_sync(N * part * (int)sizeof(double));
    if (variant == block) put_into_place();
    barrier();
    const unsigned cycles = get_cycles() - start;
    int wrong = 0;
    for (int c = 0; c < part; ++c)
        for (int r = 0; r < N; ++r) wrong += to[c * N + r] != value(MYPROC * part + c, r);
    wrong = all_reduce_to_one_add(wrong);
    if (MYPROC == 0) {
        if (wrong) printf("wrong %d\n", wrong);
        printf("transpose.%d.%s %u\n", N, name, cycles);
    }
}

static double *columns(void) {
    return tolocal(spread_cast(double, all_spread_malloc(N * N, sizeof(double))));
}

int splitc_main(int argc, char **argv) {
    for (int n = 1; n < argc; ++n) {
        N = atoi(argv[n]);
        part = N / PROCS;
        from = columns(), to = columns(), buffer = columns(), arrived = columns();
        for (int c = 0; c < part; ++c)
            for (int r = 0; r < N; ++r) from[c * N + r] = value(r, MYPROC * part + c);
        const unsigned start = get_cycles();
        gather();
        const unsigned copying = get_cycles() - start;
        if (MYPROC == 0) printf("transpose.%d.copy %u\n", N, copying);
        run(words, "word");
        run(row, "row");
        run(block, "block");
        for (double **p = (double *[]){arrived, buffer, to, from, 0}; *p; ++p)
            all_spread_free(tospread(0, *p));
    }
    return 0;
}
