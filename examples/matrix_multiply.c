// run: --nodes 16
// flags: -O2
// Matrix multiplication with split-phase fetches, both versions of von Eicken's thesis, section
// 4.2.6.1. The matrices lie in blocks of columns: each of P processors has R/P columns of A, M/P of
// B, and makes M/P of C. It fetches column after column of A, starting with its own so that nobody
// asks the same processor first, and adds the outer product with its row of B to C. The simple
// version waits for each column; the other one fetches the next column while it computes. M/P says
// how much there is to compute with each column.
//
// The thesis multiplies 64-bit floating-point numbers. T1 has no floating point, and in software it
// would hide all communication, so these are integers; C has a closed form for comparison.
// Cycles in get (which copies a column that is here) count as fetching, those in sync as waiting,
// all others, handlers included, as computing; each of the processor where they are most.
//
//   matrix_multiply [largest M/P, up to 8 [rows of A, up to 128]]
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_rows = 128, most_width = 8 };

static int R;     // columns of A, rows of B: 4 for each processor
static int width; // M/P
static int rows = most_rows;
static int *A; // [R/P][rows]: this processor's columns
static int B[most_width][512], C[most_width][most_rows];
static int V[2][most_rows];
static unsigned fetching, waiting;

static int a(int i, int k) { return i + 2 * k; }
static int b(int k, int j) { return 3 * k - j; }

// Column k of A is on its way to V[which].
static void fetch(int k, int which) {
    const unsigned start = get_cycles();
    bulk_get(V[which], toglobal(k / 4, A + k % 4 * rows), rows * sizeof(int));
    fetching += get_cycles() - start;
}

static void wait_for_column(void) {
    const unsigned start = get_cycles();
    sync();
    waiting += get_cycles() - start;
}

static void add_product(const int *column, int k) {
    for (int j = 0; j < width; ++j) {
        const int factor = B[j][k];
        int *const sum = C[j];
        for (int i = 0; i < rows; ++i) sum[i] += column[i] * factor;
    }
}

static void simple(void) {
    int k = 4 * MYPROC;
    for (int dk = 0; dk < R; ++dk) {
        fetch(k, 0);
        wait_for_column();
        add_product(V[0], k);
        if (++k == R) k = 0;
    }
}

static void prefetching(void) {
    int k = 4 * MYPROC;
    fetch(k, 0);
    for (int dk = 0; dk < R; ++dk) {
        const int next = k + 1 == R ? 0 : k + 1;
        wait_for_column();
        if (dk + 1 < R) fetch(next, (dk + 1) & 1);
        add_product(V[dk & 1], k);
        k = next;
    }
}

// The sum over k of (i + 2k)(3k - j).
static int wrong_elements(void) {
    const int sum_k = R * (R - 1) / 2, sum_kk = sum_k * (2 * R - 1) / 3;
    int wrong = 0;
    for (int j = 0; j < width; ++j)
        for (int i = 0; i < rows; ++i) {
            const int column = MYPROC * width + j;
            wrong += C[j][i] != 6 * sum_kk + (3 * i - 2 * column) * sum_k - R * i * column;
        }
    return wrong;
}

static int run(void (*version)(void), const char *name) {
    for (int j = 0; j < width; ++j) {
        for (int k = 0; k < R; ++k) B[j][k] = b(k, MYPROC * width + j);
        for (int i = 0; i < rows; ++i) C[j][i] = 0;
    }
    fetching = waiting = 0;
    barrier();
    const unsigned start = get_cycles();
    version();
    const unsigned own = get_cycles() - start;
    barrier();
    const unsigned cycles = get_cycles() - start;
    const unsigned computing = all_reduce_to_one_max(own - fetching - waiting);
    const unsigned fetched = all_reduce_to_one_max(fetching);
    const unsigned waited = all_reduce_to_one_max(waiting);
    const int wrong = all_reduce_to_one_add(wrong_elements());
    if (MYPROC == 0)
        printf("  %s: %u cycles, computing %u cycles, fetching %u cycles, waiting %u cycles%s\n",
               name, cycles, computing, fetched, waited, wrong ? ", wrong" : "");
    return wrong;
}

int splitc_main(int argc, char **argv) {
    const int most = argc > 1 ? atoi(argv[1]) : most_width;
    if (argc > 2) rows = atoi(argv[2]);
    R = 4 * PROCS;
    if (most < 1 || most > most_width || rows < 1 || rows > most_rows || R > 512) {
        if (MYPROC == 0) puts("usage: matrix_multiply [1 to 8 [1 to 128]], on at most 128 nodes");
        return 2;
    }
    A = tolocal(all_spread_malloc(R * rows, sizeof(int)));
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < rows; ++i) A[k * rows + i] = a(i, 4 * MYPROC + k);
    int wrong = 0;
    for (width = 1; width <= most; width *= 2) {
        if (MYPROC == 0)
            printf("A %d x %d, B %d x %d: %d columns of C for each of %d processors\n", rows, R, R,
                   width * PROCS, width, PROCS);
        wrong += run(simple, "waits for each column");
        wrong += run(prefetching, "fetches the next one");
    }
    if (MYPROC == 0) puts(wrong ? "wrong" : "all elements are right");
    return wrong != 0;
}
