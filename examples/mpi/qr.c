// run: --nodes 16
// flags: -O2 -lmpi
// QR factorization with column pivoting by MPI (Bhoedjang's thesis, 001, 8.5: QR). Columns are
// dealt out. In each step all agree on the column with the largest norm (a reduction to all), its
// owner makes a reflection of it and broadcasts that, and every process reflects its columns. A
// column is computed by one process in the same order whatever their number, so process 0 compares
// the result with one computed alone, bit for bit. Floating point is the machine's: on T1 it is
// software.
//
// A trace has the part that is timed. With `unchecked` as last argument nothing is compared, for
// short traces.
//
//   qr [columns, ...; default 16 32]
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xnet_trace.h>

enum { most = 256 };

struct candidate { // MPI_DOUBLE_INT
    double norm;
    int column;
};

static int rank, size, unchecked;

static double entry(int i, int j) {
    unsigned x = (unsigned)(i * most + j) * 2654435761u;
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
static void factorize(double *mine, int n, int first, int step, int *pivots) {
    static int done[most];
    static double v[most + 1];
    memset(done, 0, sizeof done);
    for (int j = first, at = 0; j < n; j += step, ++at)
        for (int i = 0; i < n; ++i) mine[at * n + i] = entry(i, j);
    for (int k = 0; k < n; ++k) {
        struct candidate own = {-1, most}, best;
        for (int j = first, at = 0; j < n; j += step, ++at) {
            if (done[j]) continue;
            const double norm = norm_below(mine + at * n, k, n);
            if (norm > own.norm) own = (struct candidate){norm, j};
        }
        if (step > 1)
            MPI_Allreduce(&own, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
        else
            best = own;
        pivots[k] = best.column;
        done[best.column] = 1;
        const int owner = best.column % step;
        if (owner == first) make_reflection(mine + best.column / step * n, v, k, n);
        if (step > 1) MPI_Bcast(v, n + 1, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        for (int j = first, at = 0; j < n; j += step, ++at)
            if (!done[j] || j == best.column) reflect(mine + at * n, v, v[n], k, n);
    }
}

static void run(int n) {
    double *const mine = malloc(sizeof(double) * (size_t)(n * n));
    double *const all = malloc(sizeof(double) * (size_t)(n * n));
    int pivots[most], alone_pivots[most];
    MPI_Barrier(MPI_COMM_WORLD);
    xnet_trace_on();
    const double start = MPI_Wtime();
    factorize(mine, n, rank, size, pivots);
    const double time = MPI_Wtime() - start;
    xnet_trace_off();
    int same = 1;
    if (rank == 0 && !unchecked) factorize(all, n, 0, 1, alone_pivots);
    for (int j = 0; !unchecked && j < n; ++j) {
        double column[most];
        if (j % size == rank) memcpy(column, mine + j / size * n, sizeof(double) * (size_t)n);
        if (j % size != 0) {
            if (j % size == rank) MPI_Send(column, n, MPI_DOUBLE, 0, j, MPI_COMM_WORLD);
            if (rank == 0)
                MPI_Recv(column, n, MPI_DOUBLE, j % size, j, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (rank == 0) same &= !memcmp(column, all + j * n, sizeof(double) * (size_t)n);
    }
    if (rank == 0) {
        same &= unchecked || !memcmp(pivots, alone_pivots, sizeof(int) * (size_t)n);
        printf("%3d columns: %9.0f cycles%s\n", n, time / MPI_Wtick(), same ? "" : "  WRONG");
    }
    free(mine), free(all);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && !strcmp(argv[argc - 1], "unchecked")) unchecked = 1, --argc;
    if (argc == 1) {
        run(16);
        run(32);
    }
    for (int i = 1; i < argc; ++i) {
        const int n = atoi(argv[i]);
        if (n < 1 || n > most) {
            if (rank == 0) printf("qr: '%s': 1 to %d columns\n", argv[i], most);
            break;
        }
        run(n);
    }
    MPI_Finalize();
}
