// run: --nodes 16
// flags: -O2 -lmpi
// All-pairs shortest paths by MPI: Floyd and Warshall's algorithm, rows divided among processes
// (Bhoedjang's thesis, 001, 8.5: ASP). In step k the owner of row k broadcasts it, and every
// process improves its rows by paths over k. The broadcast goes by LFC's multicast or by MPI's own
// tree of messages; process 0 compares both with a sequential computation.
//
// A trace has the part that is timed. With `unchecked` as last argument nothing is compared, for
// short traces.
//
//   asp [multicast | tree: only this broadcast] [vertices, ...; default 32 64]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xnet_trace.h>

enum { most = 512, far = 1 << 20 };

static int rank, size, unchecked, first_way = MPIX_BCAST_LFC, last_way = MPIX_BCAST_TREE;
static const char *const names[] = {"multicast", "tree"};

static int edge(int i, int j) {
    unsigned x = (unsigned)(i * most + j) * 2654435761u;
    x ^= x >> 13;
    return i == j ? 0 : x % 4 ? far : (int)(x >> 8 & 255) + 1;
}

static int first_of(int process, int n) { return process * n / size; }
static int owner_of(int row, int n) {
    int process = row * size / n;
    while (first_of(process + 1, n) <= row) ++process;
    return process;
}

static void improve(int *row, const int *over, int through, int n) {
    for (int j = 0; j < n; ++j) {
        const int length = through + over[j];
        if (length < row[j]) row[j] = length;
    }
}

/// The rows of this process. Returns the cycles that it took, those of them in broadcasts in
/// *waited.
static double solve(int *rows, int *row_k, int n, double *waited) {
    const int first = first_of(rank, n), mine = first_of(rank + 1, n) - first;
    for (int i = 0; i < mine; ++i)
        for (int j = 0; j < n; ++j) rows[i * n + j] = edge(first + i, j);
    MPI_Barrier(MPI_COMM_WORLD);
    xnet_trace_on();
    const double start = MPI_Wtime();
    *waited = 0;
    for (int k = 0; k < n; ++k) {
        const int owner = owner_of(k, n);
        if (owner == rank) memcpy(row_k, rows + (k - first) * n, sizeof(int) * (size_t)n);
        const double before = MPI_Wtime();
        MPI_Bcast(row_k, n, MPI_INT, owner, MPI_COMM_WORLD);
        *waited += MPI_Wtime() - before;
        for (int i = 0; i < mine; ++i) improve(rows + i * n, row_k, rows[i * n + k], n);
    }
    const double time = MPI_Wtime() - start;
    xnet_trace_off();
    return time;
}

static unsigned hash(const int *numbers, int count) {
    unsigned h = 2166136261u;
    for (int i = 0; i < count; ++i) h = (h ^ (unsigned)numbers[i]) * 16777619u;
    return h;
}

static void run(int n) {
    int *const all = malloc(sizeof(int) * (size_t)(n * n));
    int *const rows = malloc(sizeof(int) * (size_t)(n * n));
    int *const row_k = malloc(sizeof(int) * (size_t)n);
    int *const counts = malloc(sizeof(int) * (size_t)size);
    int *const places = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; ++i) {
        counts[i] = (first_of(i + 1, n) - first_of(i, n)) * n;
        places[i] = first_of(i, n) * n;
    }
    unsigned want = 0;
    if (rank == 0 && !unchecked) {
        for (int i = 0; i < n * n; ++i) all[i] = edge(i / n, i % n);
        for (int k = 0; k < n; ++k)
            for (int i = 0; i < n; ++i) improve(all + i * n, all + k * n, all[i * n + k], n);
        want = hash(all, n * n);
    }
    for (int way = first_way; way <= last_way; ++way) {
        MPIX_Bcast_by(way);
        double own[2], most_of[2];
        own[0] = solve(rows, row_k, n, &own[1]);
        MPI_Reduce(own, most_of, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        MPI_Gatherv(rows, counts[rank], MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
        if (rank) continue;
        printf("%4d vertices, broadcast by %-9s: %8.0f cycles, %8.0f of them in MPI_Bcast%s\n", n,
               names[way], most_of[0] / MPI_Wtick(), most_of[1] / MPI_Wtick(),
               unchecked || hash(all, n * n) == want ? "" : "  WRONG");
    }
    free(all), free(rows), free(row_k), free(counts), free(places);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && !strcmp(argv[argc - 1], "unchecked")) unchecked = 1, --argc;
    int given = 1;
    for (int way = MPIX_BCAST_LFC; argc > 1 && way <= MPIX_BCAST_TREE; ++way)
        if (!strcmp(argv[1], names[way])) {
            first_way = last_way = way;
            given = 2;
        }
    if (argc == given) {
        run(32);
        run(64);
    }
    for (int i = given; i < argc; ++i) {
        const int n = atoi(argv[i]);
        if (n < 1 || n > most) {
            if (rank == 0) printf("asp: '%s': 1 to %d vertices\n", argv[i], most);
            break;
        }
        run(n);
    }
    MPI_Finalize();
}
