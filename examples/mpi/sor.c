// run: --nodes 16 32 256
// flags: -O2 -lmpi
// Red-black successive over-relaxation by MPI (Bhoedjang's thesis, 001, 8.5.10: SOR). A grid of
// doubles is divided by rows; before each half step a process exchanges its border rows with its
// neighbours, and after an iteration all agree on the largest change. Process 0 compares the grid
// with one computed alone, bit for bit. Floating point is the machine's: on T1 it is software.
//
// All processes send to their higher neighbour first, as in the thesis. With --alternate odd
// processes begin with the lower one, so that neighbours exchange their rows with each other.
//
// A trace has the part that is timed. With `unchecked` nothing is compared, for short traces.
//
//   sor [--alternate] [--paper: 1536 rows and columns, 42 iterations | columns, ...: 66 rows,
//   3 iterations; default 1536 with 42 iterations] [--counters] [unchecked]
#include "../applications.h"

#include <mpi.h>
#include <xnet_trace.h>

enum { most = 1536 };

static application_options_t options;
static int rank, size, alternate, rows = 66, iterations = 3;
static const double omega = 1.5;

static double begin(int i, int j, int columns) {
    if (i == 0) return j % 7;
    if (i == rows - 1) return j % 5;
    return j == 0 || j == columns - 1 ? 1.0 : 0.0;
}

static double relax(double *row, const double *above, const double *below, int i, int colour,
                    int columns) {
    double most_change = 0;
    for (int j = 1 + ((i + colour) & 1); j < columns - 1; j += 2) {
        const double value = (above[j] + below[j] + row[j - 1] + row[j + 1]) * 0.25;
        const double change = (value - row[j]) * omega;
        row[j] += change;
        const double positive = change < 0 ? -change : change;
        if (positive > most_change) most_change = positive;
    }
    return most_change;
}

static int first_of(int process) { return 1 + process * (rows - 2) / size; }

/// A row to `to`, and one from `from`.
static void exchange(double *send, int to, double *receive, int from, int columns) {
    MPI_Sendrecv(send, columns, MPI_DOUBLE, to, 0, receive, columns, MPI_DOUBLE, from, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// grid: `count` rows from `first` on, with the one above and the one below.
static double iterate(double *grid, int first, int count, int columns, int parallel) {
    double most_change = 0;
    for (int colour = 0; colour < 2; ++colour) {
        if (parallel) {
            const int lower = rank ? rank - 1 : MPI_PROC_NULL,
                      higher = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
            double *const last = grid + count * columns;
            if (!alternate) {
                exchange(last, higher, grid, lower, columns);
                exchange(grid + columns, lower, last + columns, higher, columns);
            } else {
                if (rank % 2) exchange(grid + columns, lower, grid, lower, columns);
                exchange(last, higher, last + columns, higher, columns);
                if (rank % 2 == 0) exchange(grid + columns, lower, grid, lower, columns);
            }
        }
        for (int i = 1; i <= count; ++i) {
            double *const row = grid + i * columns;
            const double change =
                relax(row, row - columns, row + columns, first + i - 1, colour, columns);
            if (change > most_change) most_change = change;
        }
    }
    return most_change;
}

static void fill(double *grid, int first, int count, int columns) {
    for (int i = 0; i < count + 2; ++i)
        for (int j = 0; j < columns; ++j) grid[i * columns + j] = begin(first - 1 + i, j, columns);
}

static void run(int columns) {
    const int first = first_of(rank), count = first_of(rank + 1) - first;
    double *const grid = malloc(sizeof(double) * (size_t)((count + 2) * columns));
    fill(grid, first, count, columns);
    MPI_Barrier(MPI_COMM_WORLD);
    xnet_trace_on();
    const double start = MPI_Wtime();
    double all_change = 0;
    for (int n = 0; n < iterations; ++n) {
        const double change = iterate(grid, first, count, columns, 1);
        MPI_Allreduce(&change, &all_change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    const double time = MPI_Wtime() - start;
    xnet_trace_off();
    double *all = 0;
    int *const counts = malloc(sizeof(int) * (size_t)size);
    int *const places = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; ++i) {
        counts[i] = (first_of(i + 1) - first_of(i)) * columns;
        places[i] = first_of(i) * columns;
    }
    const size_t bytes = sizeof(double) * (size_t)(rows * columns);
    if (rank == 0) all = malloc(bytes);
    MPI_Gatherv(grid + columns, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0,
                MPI_COMM_WORLD);
    if (rank == 0) {
        int right = 1;
        if (!options.unchecked) {
            double *const alone = malloc(bytes), change = 0;
            fill(alone, 1, rows - 2, columns);
            for (int n = 0; n < iterations; ++n) change = iterate(alone, 1, rows - 2, columns, 0);
            right = change == all_change && !memcmp(all + columns, alone + columns,
                                                    bytes / (size_t)rows * (size_t)(rows - 2));
            free(alone);
        }
        const double cycles = time / MPI_Wtick();
        if (options.json) {
            const application_counter_t counters[] = {
                {"nodes", size},      {"rows", rows},
                {"columns", columns}, {"iterations", iterations},
                {"cycles", cycles},   {"border_bytes", columns * (double)sizeof(double)}};
            application_json("sor", counters, sizeof counters / sizeof counters[0], right);
        } else
            printf("%4d columns: %9.0f cycles, last change %d.%05d%s\n", columns, cycles,
                   (int)all_change, (int)((all_change - (int)all_change) * 100000),
                   right ? "" : "  WRONG");
    }
    free(all), free(grid), free(counts), free(places);
}

int main(int argc, char **argv) {
    options = application_options(&argc, argv);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int given = 0;
    for (int i = 1; i < argc; ++i)
        if (!strcmp(argv[i], "--alternate"))
            alternate = 1;
        else
            argv[given++] = argv[i];
    if (options.paper) {
        rows = 1536, iterations = 42;
        run(1536);
    } else if (!given) {
        iterations = 42;
        run(1536);
    }
    for (int i = 0; i < given; ++i)
        run((int)application_number("sor", argv[i], "columns", 3, most));
    MPI_Finalize();
}
