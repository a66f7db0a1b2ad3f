// run: --nodes 16
// flags: -O2 -lmpi
// Red-black successive over-relaxation by MPI (Bhoedjang's thesis, 001, 8.5: SOR). A grid is
// divided by rows; before each half step a process exchanges its border rows with its neighbours,
// and after an iteration all agree on the largest change. Process 0 compares the grid with one
// computed alone, bit for bit. Floating point is the machine's: on T1 it is software.
//
// A trace has the part that is timed. With `unchecked` as last argument nothing is compared, for
// short traces.
//
//   sor [columns, ...; default 32 256]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xnet_trace.h>

enum { rows = 66, iterations = 3, most = 1536 };

static int rank, size, unchecked;
static const float omega = 1.5f;

static float begin(int i, int j, int columns) {
    if (i == 0) return (float)(j % 7);
    if (i == rows - 1) return (float)(j % 5);
    return j == 0 || j == columns - 1 ? 1.0f : 0.0f;
}

static float relax(float *row, const float *above, const float *below, int i, int colour,
                   int columns) {
    float most_change = 0;
    for (int j = 1 + ((i + colour) & 1); j < columns - 1; j += 2) {
        const float value = (above[j] + below[j] + row[j - 1] + row[j + 1]) * 0.25f;
        const float change = (value - row[j]) * omega;
        row[j] += change;
        const float positive = change < 0 ? -change : change;
        if (positive > most_change) most_change = positive;
    }
    return most_change;
}

static int first_of(int process) { return 1 + process * (rows - 2) / size; }

/// grid: `count` rows from `first` on, with the one above and the one below.
static float iterate(float *grid, int first, int count, int columns, int parallel) {
    float most_change = 0;
    for (int colour = 0; colour < 2; ++colour) {
        if (parallel) {
            const int up = rank ? rank - 1 : MPI_PROC_NULL,
                      down = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
            float *const last = grid + count * columns;
            MPI_Sendrecv(grid + columns, columns, MPI_FLOAT, up, 0, last + columns, columns,
                         MPI_FLOAT, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Sendrecv(last, columns, MPI_FLOAT, down, 1, grid, columns, MPI_FLOAT, up, 1,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        for (int i = 1; i <= count; ++i) {
            float *const row = grid + i * columns;
            const float change =
                relax(row, row - columns, row + columns, first + i - 1, colour, columns);
            if (change > most_change) most_change = change;
        }
    }
    return most_change;
}

static void fill(float *grid, int first, int count, int columns) {
    for (int i = 0; i < count + 2; ++i)
        for (int j = 0; j < columns; ++j) grid[i * columns + j] = begin(first - 1 + i, j, columns);
}

static void run(int columns) {
    const int first = first_of(rank), count = first_of(rank + 1) - first;
    float *const grid = malloc(sizeof(float) * (size_t)((count + 2) * columns));
    fill(grid, first, count, columns);
    MPI_Barrier(MPI_COMM_WORLD);
    xnet_trace_on();
    const double start = MPI_Wtime();
    float all_change = 0;
    for (int n = 0; n < iterations; ++n) {
        const float change = iterate(grid, first, count, columns, 1);
        MPI_Allreduce(&change, &all_change, 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
    }
    const double time = MPI_Wtime() - start;
    xnet_trace_off();
    float *all = 0;
    int *const counts = malloc(sizeof(int) * (size_t)size);
    int *const places = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; ++i) {
        counts[i] = (first_of(i + 1) - first_of(i)) * columns;
        places[i] = first_of(i) * columns;
    }
    if (rank == 0) all = malloc(sizeof(float) * rows * (size_t)columns);
    MPI_Gatherv(grid + columns, counts[rank], MPI_FLOAT, all, counts, places, MPI_FLOAT, 0,
                MPI_COMM_WORLD);
    if (rank == 0) {
        float *const alone = malloc(sizeof(float) * rows * (size_t)columns), change = 0;
        fill(alone, 1, rows - 2, columns);
        for (int n = 0; n < iterations && !unchecked; ++n)
            change = iterate(alone, 1, rows - 2, columns, 0);
        const size_t inner = sizeof(float) * (rows - 2) * (size_t)columns;
        const int same =
            unchecked || (!memcmp(all + columns, alone + columns, inner) && change == all_change);
        printf("%4d columns: %9.0f cycles, last change %d.%05d%s\n", columns, time / MPI_Wtick(),
               (int)all_change, (int)((all_change - (int)all_change) * 100000),
               same ? "" : "  WRONG");
        free(alone);
    }
    free(all), free(grid), free(counts), free(places);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && !strcmp(argv[argc - 1], "unchecked")) unchecked = 1, --argc;
    if (argc == 1) {
        run(32);
        run(256);
    }
    for (int i = 1; i < argc; ++i) {
        const int columns = atoi(argv[i]);
        if (columns < 3 || columns > most) {
            if (rank == 0) printf("sor: '%s': 3 to %d columns\n", argv[i], most);
            break;
        }
        run(columns);
    }
    MPI_Finalize();
}
