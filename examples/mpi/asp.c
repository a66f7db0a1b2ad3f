// run: --nodes 16 32 64
// flags: -O2 -lmpi-lfc
// All-pairs shortest paths by MPI: Floyd and Warshall's algorithm, rows divided among processes
// (Bhoedjang's thesis, 001, 8.5: ASP). In step k the owner of row k broadcasts it, and every
// process improves its rows by paths over k. The broadcast goes by LFC's multicast or by MPI's own
// tree of messages; process 0 compares both with a sequential computation.
//
// A process receives only in calls of MPI, so the owner may wait while others compute (8.5.2). With
// --probe every process calls MPI_Iprobe for each row.
//
// A trace has the part that is timed. With `unchecked` nothing is compared, for short traces.
//
//   asp [multicast | tree: only this broadcast] [--probe] [--paper: 1024 | vertices, ...; default
//   64 384] [--counters] [unchecked]
#include "../applications.h"

#include <mpi.h>
#include <xnet_trace.h>

enum { most = 1024, far = 1 << 20 };

static application_options_t options;
static int rank, size, probe, first_way = MPIX_BCAST_LFC, last_way = MPIX_BCAST_TREE;
static const char *const names[] = {"multicast", "tree"};

static int edge(int i, int j) {
    unsigned x = (unsigned)(i * 512 + j) * 2654435761u;
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
        for (int i = 0; i < mine; ++i) {
            improve(rows + i * n, row_k, rows[i * n + k], n);
            int flag;
            if (probe)
                MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        }
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
    const int mine = first_of(rank + 1, n) - first_of(rank, n);
    int *const all = malloc(rank ? 1 : sizeof(int) * (size_t)(n * n));
    int *const rows = malloc(sizeof(int) * (size_t)(mine * n + 1));
    int *const row_k = malloc(sizeof(int) * (size_t)n);
    int *const counts = malloc(sizeof(int) * (size_t)size);
    int *const places = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; ++i) {
        counts[i] = (first_of(i + 1, n) - first_of(i, n)) * n;
        places[i] = first_of(i, n) * n;
    }
    unsigned want = 0;
    if (rank == 0 && !options.unchecked) {
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
        const int right = options.unchecked || hash(all, n * n) == want;
        const double cycles = most_of[0] / MPI_Wtick(), waited = most_of[1] / MPI_Wtick();
        if (options.json) {
            const application_counter_t counters[] = {
                {"nodes", size},    {"vertices", n},      {"tree", way == MPIX_BCAST_TREE},
                {"cycles", cycles}, {"in_bcast", waited}, {"row_bytes", n * (double)sizeof(int)}};
            application_json("asp", counters, sizeof counters / sizeof counters[0], right);
        } else
            printf("%4d vertices, broadcast by %-9s: %8.0f cycles, %8.0f of them in MPI_Bcast%s\n",
                   n, names[way], cycles, waited, right ? "" : "  WRONG");
    }
    free(all), free(rows), free(row_k), free(counts), free(places);
}

int main(int argc, char **argv) {
    options = application_options(&argc, argv);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int given = 0;
    for (int i = 1; i < argc; ++i) {
        if (!strcmp(argv[i], "--probe"))
            probe = 1;
        else if (!strcmp(argv[i], names[MPIX_BCAST_LFC]))
            last_way = MPIX_BCAST_LFC;
        else if (!strcmp(argv[i], names[MPIX_BCAST_TREE]))
            first_way = MPIX_BCAST_TREE;
        else
            argv[given++] = argv[i];
    }
    if (options.paper) run(1024);
    if (!given && !options.paper) {
        run(64);
        run(384);
    }
    for (int i = 0; i < given; ++i)
        run((int)application_number("asp", argv[i], "vertices", 1, most));
    MPI_Finalize();
}
