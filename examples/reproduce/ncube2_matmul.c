// Matrix multiplication with split-phase fetches of columns of doubles: von Eicken's thesis,
// 4.2.6.1, and the six points of Figures 4-13 and 4-14. C = A B: each of P processors has R/P
// columns of A, m = M/P of B, and makes m of C. It fetches column after column of A, its own first,
// the next while it computes with one, and adds the outer product with its row of B to C. A column
// is a message's 1 Kbyte; m goes from 1 to 32, and R m stays the same, so that all points have the
// same number of operations. (The printed code has owner k/P and column k%P, which do not fit
// blocks of R/P columns: here they are k/(R/P) and k%(R/P).)
//
// Prints lines of a name and a number: the size of a column, cycles of each point with and without
// communication, and how many elements of C are wrong.
#include <splitc.h>
#include <stdio.h>

enum { rows = 128, most = 32 }; // N; m

static int R, m;
static double *A, *B, *C; // [R/P][rows], [m][R], [m][rows]
static double V[2][rows];

static double a(int i, int k) { return i % 7 + k % 5; }
static double b(int k, int j) { return k % 3 - j % 4; }

static void add_product(const double *column, int k) {
    for (int j = 0; j < m; ++j) {
        const double factor = B[j * R + k];
        double *const sum = C + j * rows;
        for (int i = 0; i < rows; i += 4) {
            sum[i] += column[i] * factor;
            sum[i + 1] += column[i + 1] * factor;
            sum[i + 2] += column[i + 2] * factor;
            sum[i + 3] += column[i + 3] * factor;
        }
    }
}

static void fetch(int k, int which) {
    const int each = R / PROCS;
    bulk_get(V[which], toglobal(k / each, A + k % each * rows), sizeof V[which]);
}

static void multiply(void) {
    int k = MYPROC * (R / PROCS);
    fetch(k, 0);
    for (int dk = 0; dk < R; ++dk) {
        const int next = k + 1 == R ? 0 : k + 1;
        sync();
        if (dk + 1 < R) fetch(next, (dk + 1) & 1);
        add_product(V[dk & 1], k);
        k = next;
    }
}

/// Of one column of C, against a direct product.
static int wrong_elements(void) {
    int wrong = 0;
    const int column = MYPROC * m + m - 1;
    for (int i = 0; i < rows; i += 37) {
        double sum = 0;
        for (int k = 0; k < R; ++k) sum += a(i, k) * b(k, column);
        wrong += C[(m - 1) * rows + i] != sum;
    }
    return wrong;
}

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    for (m = 1; m <= most; m *= 2) {
        R = PROCS * most / m;
        const int each = R / PROCS;
        A = tolocal(spread_cast(double, all_spread_malloc(each * rows * PROCS, sizeof(double))));
        B = tolocal(spread_cast(double, all_spread_malloc(m * R * PROCS, sizeof(double))));
        C = tolocal(spread_cast(double, all_spread_malloc(m * rows * PROCS, sizeof(double))));
        for (int k = 0; k < each; ++k)
            for (int i = 0; i < rows; ++i) A[k * rows + i] = a(i, MYPROC * each + k);
        for (int j = 0; j < m; ++j)
            for (int k = 0; k < R; ++k) B[j * R + k] = b(k, MYPROC * m + j);
        for (int i = 0; i < m * rows; ++i) C[i] = 0;
        // What computing alone takes: the processor's peak.
        for (int i = 0; i < rows; ++i) V[0][i] = 0;
        unsigned start = get_cycles();
        for (int k = 0; k < R; ++k) add_product(V[0], k);
        const unsigned alone = get_cycles() - start;
        barrier();
        start = get_cycles();
        multiply();
        barrier();
        const unsigned cycles = get_cycles() - start;
        const int wrong = all_reduce_to_one_add(wrong_elements());
        if (MYPROC == 0) {
            if (wrong) printf("wrong %d\n", wrong);
            printf("matmul.%d.columns %d\nmatmul.%d.alone %u\nmatmul.%d.cycles %u\n", m, R, m,
                   alone, m, cycles);
        }
        all_spread_free(tospread(0, C));
        all_spread_free(tospread(0, B));
        all_spread_free(tospread(0, A));
    }
    if (MYPROC == 0) printf("rows %d\ncolumn.bytes %d\n", rows, (int)sizeof V[0]);
    return 0;
}
