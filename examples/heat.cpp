// run: --nodes 16
// flags: -O2
// Heat in a rod, in Split-C's C++ form: a temperature changes towards its two neighbours' in every
// step; the ends are held. Two layouts of the same rod:
//   cyclic    a spread array, cell i on processor i mod P: a[i - 1] and a[i + 1] are plain
//             expressions, and both are on other processors
//   blocked   n/P cells next to each other on each processor, and copies of the neighbours' last
//             ones (ghosts), which the neighbours store through global pointers after each step
// Cycles in remote accesses, and waiting for them and for the others, count as communicating; each
// number is of the processor where it is most. Temperatures are integers, and processor 0 computes
// the whole rod by itself for comparison.
//
//   heat [cells for each processor, up to 64; default 32 [steps, default 10]]
#include <splitc.hpp>
#include <stdio.h>
#include <stdlib.h>

static int cells, all, steps; // all = cells on all processors
static unsigned communicating;

static int initial(int i) { return i == 0 ? 100000 : i == all - 1 ? -50000 : i * 37 % 1000; }
static int next(int left, int here, int right) { return here + (left - 2 * here + right) / 4; }

// What f() returns; its cycles count as communicating.
template <typename F> static auto communicate(F f) {
    struct timer {
        unsigned start = get_cycles();
        ~timer() { communicating += get_cycles() - start; }
    } const timer;
    return f();
}

// Both leave this processor's cells in `result`.
static void cyclic(int *result) {
    auto a = all_spread_malloc<int>(all), b = all_spread_malloc<int>(all);
    for (int i = MYPROC; i < all; i += PROCS) a[i] = b[i] = initial(i);
    barrier();
    for (int step = 0; step < steps; ++step) {
        for (int i = MYPROC; i < all; i += PROCS) {
            if (i == 0 || i == all - 1) continue;
            const int left = communicate([&] { return read(a + (i - 1)); });
            const int right = communicate([&] { return read(a + (i + 1)); });
            b[i] = next(left, a[i], right);
        }
        communicate(barrier);
        const auto done = b;
        b = a;
        a = done;
    }
    for (int i = 0; i < cells; ++i) result[i] = a[i * PROCS + MYPROC];
    all_spread_free(a);
    all_spread_free(b);
}

static void blocked(int *result) {
    // Cells 1 to `cells` are this processor's; 0 and cells + 1 are ghosts.
    struct block {
        int cell[2][64 + 2];
    };
    const auto blocks = all_spread_malloc<block>(PROCS);
    auto &mine = blocks.local()->cell;
    const int first = MYPROC * cells - 1;
    for (int i = 0; i < cells + 2; ++i) mine[0][i] = mine[1][i] = initial(first + i);
    barrier();
    for (int step = 0; step < steps; ++step) {
        const int *from = mine[step & 1];
        int *const to = mine[~step & 1];
        for (int i = 1; i <= cells; ++i)
            to[i] = first + i == 0 || first + i == all - 1
                        ? from[i]
                        : next(from[i - 1], from[i], from[i + 1]);
        communicate([&] {
            if (MYPROC > 0) store(global_ptr<int>{MYPROC - 1, to + cells + 1}, to[1]);
            if (MYPROC < PROCS - 1) store(global_ptr<int>{MYPROC + 1, to}, to[cells]);
            store_sync(((MYPROC > 0) + (MYPROC < PROCS - 1)) * int(sizeof(int)));
            barrier(); // one neighbour's next cell must not count for this one of the other
        });
    }
    for (int i = 0; i < cells; ++i) result[i] = mine[steps & 1][i + 1];
    communicate(barrier);
    all_spread_free(blocks);
}

static int run(void (*layout)(int *), int (*where)(int proc, int i), const char *name) {
    const auto results = all_spread_malloc<int>(PROCS, cells);
    communicating = 0;
    barrier();
    const unsigned start = get_cycles();
    layout(results.local());
    const unsigned own = get_cycles() - start;
    barrier();
    int wrong = 0;
    if (MYPROC == 0) { // the whole rod
        static int rod[2][64 * 64];
        for (int i = 0; i < all; ++i) rod[0][i] = rod[1][i] = initial(i);
        for (int step = 0; step < steps; ++step)
            for (int i = 1; i < all - 1; ++i) {
                const int *from = rod[step & 1];
                rod[~step & 1][i] = next(from[i - 1], from[i], from[i + 1]);
            }
        for (int proc = 0; proc < PROCS; ++proc) {
            int part[64];
            bulk_read(part, results + proc, cells * sizeof(int));
            for (int i = 0; i < cells; ++i) wrong += part[i] != rod[steps & 1][where(proc, i)];
        }
    }
    barrier();
    const unsigned cycles = all_reduce_to_one_max(own);
    const unsigned computing = all_reduce_to_one_max(own - communicating);
    const unsigned communicated = all_reduce_to_one_max(communicating);
    if (MYPROC == 0)
        printf("%s: %u cycles, computing %u cycles, communicating %u cycles%s\n", name, cycles,
               computing, communicated, wrong ? ", wrong" : "");
    all_spread_free(results);
    return wrong;
}

int splitc_main(int argc, char **argv) {
    cells = argc > 1 ? atoi(argv[1]) : 32;
    steps = argc > 2 ? atoi(argv[2]) : 10;
    all = cells * PROCS;
    if (cells < 1 || cells > 64 || steps < 1 || PROCS > 64) {
        if (MYPROC == 0) puts("usage: heat [1 to 64 cells [steps]], on at most 64 nodes");
        return 2;
    }
    if (MYPROC == 0) printf("%d cells on each of %d processors, %d steps\n", cells, PROCS, steps);
    int wrong = run(
        cyclic, [](int proc, int i) { return i * PROCS + proc; }, "cyclic");
    wrong += run(
        blocked, [](int proc, int i) { return proc * cells + i; }, "blocked");
    if (MYPROC == 0) puts(wrong ? "wrong" : "all temperatures are right");
    return wrong != 0;
}
