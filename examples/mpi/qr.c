// run: --nodes 16 16 32
// flags: -O2 -lmpi
// QR factorization with column pivoting by MPI (Bhoedjang's thesis, 001, 8.5: QR). Columns are
// dealt out. In each step all agree on the columns with the largest and the smallest norm (a
// reduction of 2 doubles and 2 ints to all, 8.5.8). The owner of the largest makes a reflection of
// it and broadcasts that, and every process reflects its columns. A
// column is computed by one process in the same order whatever their number, so process 0 compares
// the result with one computed alone, bit for bit. Floating point is the machine's: on T1 it is
// software.
//
// A trace has the part that is timed. With `unchecked` nothing is compared, for short traces.
//
//   qr [--paper: 1024 | columns, ...; default 32 192] [--counters] [unchecked]
#include "../applications.h"

#include <math.h>
#include <mpi.h>
#include <xnet_trace.h>

enum { most = 1024 };

struct candidate { // MPI_DOUBLE_INT
    double norm;
    int column;
};
struct extremes { // norms of the smallest are negative: both are maxima
    struct candidate largest, smallest;
};

static application_options_t options;
static int rank, size;

static double entry(int i, int j) {
    unsigned x = (unsigned)(i * 256 + j) * 2654435761u;
    x ^= x >> 15;
    return (double)(int)(x % 2001 - 1000) / 1000;
}

static double norm_below(const double *column, int k, int n) {
    double sum = 0;
    for (int i = k; i < n; ++i) sum += column[i] * column[i];
    return sum;
}

/// Reflects a column by v, whose first k elements are 0; `scale` is 2 / v.v.
static void reflect(double *column, const double *v, double scale, int k, int n) {
    double dot = 0;
    for (int i = k; i < n; ++i) dot += v[i] * column[i];
    dot *= scale;
    for (int i = k; i < n; ++i) column[i] -= dot * v[i];
}

/// v becomes the reflection that leaves only element k of a column below k; the scale is v[n].
static void make_reflection(const double *column, double *v, int k, int n) {
    const double length = sqrt(norm_below(column, k, n));
    for (int i = 0; i < n; ++i) v[i] = i < k ? 0 : column[i];
    v[k] += column[k] < 0 ? -length : length;
    const double square = norm_below(v, k, n);
    v[n] = square == 0 ? 0 : 2 / square;
}

/// Columns `first`, `first + step`, ... of the matrix; done[j]: column j has been a pivot.
static void factorize(double *mine, int n, int first, int step, struct extremes *found) {
    static int done[most];
    static double v[most + 1];
    memset(done, 0, sizeof done);
    for (int j = first, at = 0; j < n; j += step, ++at)
        for (int i = 0; i < n; ++i) mine[at * n + i] = entry(i, j);
    for (int k = 0; k < n; ++k) {
        struct extremes own = {{-1, most}, {-INFINITY, most}}, best;
        for (int j = first, at = 0; j < n; j += step, ++at) {
            if (done[j]) continue;
            const double norm = norm_below(mine + at * n, k, n);
            if (norm > own.largest.norm) own.largest = (struct candidate){norm, j};
            if (-norm > own.smallest.norm) own.smallest = (struct candidate){-norm, j};
        }
        if (step > 1)
            MPI_Allreduce(&own, &best, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
        else
            best = own;
        found[k] = best;
        const int pivot = best.largest.column, owner = pivot % step;
        done[pivot] = 1;
        if (owner == first) make_reflection(mine + pivot / step * n, v, k, n);
        if (step > 1) MPI_Bcast(v, n + 1, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        for (int j = first, at = 0; j < n; j += step, ++at)
            if (!done[j] || j == pivot) reflect(mine + at * n, v, v[n], k, n);
    }
}

static void run(int n) {
    const size_t matrix = sizeof(double) * (size_t)(n * n);
    double *const mine = malloc(matrix / (size_t)size + sizeof(double) * (size_t)n);
    double *const all = malloc(rank ? 1 : matrix), *const column =
                                                       malloc(sizeof(double) * (size_t)n);
    struct extremes *const found = malloc(sizeof *found * (size_t)n);
    struct extremes *const alone = malloc(sizeof *found * (size_t)n);
    MPI_Barrier(MPI_COMM_WORLD);
    xnet_trace_on();
    const double start = MPI_Wtime();
    factorize(mine, n, rank, size, found);
    const double time = MPI_Wtime() - start;
    xnet_trace_off();
    int right = 1;
    if (rank == 0 && !options.unchecked) factorize(all, n, 0, 1, alone);
    for (int j = 0; !options.unchecked && j < n; ++j) {
        const size_t bytes = sizeof(double) * (size_t)n;
        if (j % size == rank) memcpy(column, mine + j / size * n, bytes);
        if (j % size != 0) {
            if (j % size == rank) MPI_Send(column, n, MPI_DOUBLE, 0, j, MPI_COMM_WORLD);
            if (rank == 0)
                MPI_Recv(column, n, MPI_DOUBLE, j % size, j, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (rank == 0) right &= !memcmp(column, all + j * n, bytes);
    }
    for (int k = 0; rank == 0 && !options.unchecked && k < n; ++k)
        right &= found[k].largest.column == alone[k].largest.column &&
                 found[k].smallest.column == alone[k].smallest.column;
    if (rank == 0 && options.json) {
        const application_counter_t counters[] = {{"nodes", size},
                                                  {"columns", n},
                                                  {"cycles", time / MPI_Wtick()},
                                                  {"reduced_bytes", sizeof(struct extremes)}};
        application_json("qr", counters, sizeof counters / sizeof counters[0], right);
    } else if (rank == 0)
        printf("%3d columns: %9.0f cycles%s\n", n, time / MPI_Wtick(), right ? "" : "  WRONG");
    free(mine), free(all), free(column), free(found), free(alone);
}

int main(int argc, char **argv) {
    options = application_options(&argc, argv);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (options.paper) run(1024);
    if (argc == 1 && !options.paper) {
        run(32);
        run(192);
    }
    for (int i = 1; i < argc; ++i) run((int)application_number("qr", argv[i], "columns", 1, most));
    MPI_Finalize();
}
