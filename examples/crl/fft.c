// run: --nodes 16 16 32
// flags: -O2 -lcrl
// FFT on shared regions (Bhoedjang's thesis, 001, 8.5: FFT on CRL). n = m * m points as a matrix of
// m rows that are divided among P processes: transforms of rows, twiddle factors, a transposition,
// transforms of rows. For the transposition the matrix is P * P blocks, each a region: every
// process writes its row of blocks, which is a write miss for each, and reads its column. Process 0
// compares with a sequential transform. Floating point is the machine's: on T1 it is software.
//
// A point is two floats. The thesis has 1024 rows on 64 processes: blocks of 2 KB.
//
// A trace has the part that is timed. With `unchecked` nothing is compared, for short traces.
//
//   fft [--paper: 1024 | rows, a power of two that P divides, ...; default 64 512] [--counters]
//   [unchecked]
#include "../applications.h"

#include <am_core.h>
#include <crl.h>
#include <math.h>
#include <xnet_trace.h>

enum { most_rows = 1024, most_procs = 64 };

typedef struct {
    float re, im;
} complex_t;

static application_options_t options;
static unsigned me, procs;
static complex_t *blocks[most_procs][most_procs]; // by row and column of blocks

static complex_t times(complex_t a, complex_t b) {
    return (complex_t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static complex_t root(unsigned k, unsigned n) {
    const float angle = -6.2831853F * (float)(k % n) / (float)n;
    return (complex_t){cosf(angle), sinf(angle)};
}

/// In place, n a power of two; roots[k] is e^(-2 pi i k / n).
static void transform(complex_t *x, unsigned n, const complex_t *roots) {
    for (unsigned i = 0, j = 0; i < n; ++i) {
        if (i < j) {
            const complex_t t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
        unsigned bit = n / 2;
        for (; bit && j & bit; bit /= 2) j ^= bit;
        j |= bit;
    }
    for (unsigned half = 1; half < n; half *= 2)
        for (unsigned i = 0; i < n; i += 2 * half)
            for (unsigned k = 0; k < half; ++k) {
                const complex_t a = x[i + k], b = times(x[i + k + half], roots[k * (n / 2 / half)]);
                x[i + k] = (complex_t){a.re + b.re, a.im + b.im};
                x[i + k + half] = (complex_t){a.re - b.re, a.im - b.im};
            }
}

static complex_t point(unsigned i) {
    return (complex_t){(float)(i * 7 % 31) / 31, (float)(i * 11 % 17) / 17};
}

static void map_all(unsigned side) {
    for (unsigned p = 0; p < procs; ++p) {
        rid_t names[most_procs];
        const int bytes = (int)(procs * sizeof(rid_t));
        // A block is at home where it is read.
        if (p == me) {
            for (unsigned i = 0; i < procs; ++i)
                names[i] = rgn_create(side * side * sizeof(complex_t));
            rgn_bcast_send(bytes, names);
        } else {
            rgn_bcast_recv(bytes, names);
        }
        for (unsigned i = 0; i < procs; ++i) blocks[i][p] = rgn_map(names[i]);
    }
}

/// rows[i] of this process, m elements each, become rows of the transposed matrix.
static void transpose(complex_t *rows, unsigned m, unsigned side) {
    for (unsigned step = 0; step < procs; ++step) {
        const unsigned p = (me + step) % procs; // each begins elsewhere
        complex_t *const block = blocks[me][p];
        rgn_start_write(block);
        for (unsigned i = 0; i < side; ++i)
            for (unsigned j = 0; j < side; ++j) block[j * side + i] = rows[i * m + p * side + j];
        rgn_end_write(block);
    }
    rgn_barrier();
    for (unsigned p = 0; p < procs; ++p) {
        complex_t *const block = blocks[p][me];
        rgn_start_read(block);
        for (unsigned j = 0; j < side; ++j)
            memcpy(rows + j * m + p * side, block + j * side, side * sizeof(complex_t));
        rgn_end_read(block);
    }
    rgn_barrier();
}

static void run(unsigned m) {
    const unsigned side = m / procs, n = m * m, first = me * side;
    map_all(side);
    complex_t *const rows = malloc(side * m * sizeof *rows);
    complex_t *const roots = malloc(m * sizeof *roots);
    for (unsigned k = 0; k < m; ++k) roots[k] = root(k, m);
    // Row i has the points i, i + m, i + 2 m ...
    for (unsigned i = 0; i < side; ++i)
        for (unsigned j = 0; j < m; ++j) rows[i * m + j] = point(first + i + j * m);
    rgn_barrier();
    const crl_stats_t stats = crl_stats();
    xnet_trace_on();
    const unsigned start = am_cycles();
    for (unsigned i = 0; i < side; ++i) {
        transform(rows + i * m, m, roots);
        for (unsigned j = 0; j < m; ++j)
            rows[i * m + j] = times(rows[i * m + j], root((first + i) * j, n));
    }
    const unsigned before = am_cycles();
    transpose(rows, m, side);
    const unsigned moved = am_cycles() - before;
    for (unsigned i = 0; i < side; ++i) transform(rows + i * m, m, roots);
    const unsigned time = am_cycles() - start;
    xnet_trace_off();
    const crl_stats_t now = crl_stats();
    const double misses = rgn_reduce_dadd((double)(now.write_misses - stats.write_misses));
    const double cycles = rgn_reduce_dmax((double)application_cycles(time)),
                 moving = rgn_reduce_dmax(moved);
    // Element j of row i is number i + m * j of the result: compare sums that every element
    // changes.
    double sum[2] = {0, 0};
    for (unsigned i = 0; i < side; ++i)
        for (unsigned j = 0; j < m; ++j) {
            const double weight = (double)((first + i + m * j) % 13 + 1);
            sum[0] += weight * rows[i * m + j].re;
            sum[1] += weight * rows[i * m + j].im;
        }
    sum[0] = rgn_reduce_dadd(sum[0]);
    sum[1] = rgn_reduce_dadd(sum[1]);
    if (me == 0) {
        complex_t *const all = malloc(n * sizeof *all);
        complex_t *const all_roots = malloc(n * sizeof *all_roots);
        for (unsigned i = 0; i < n; ++i) all[i] = point(i);
        for (unsigned k = 0; k < n && !options.unchecked; ++k) all_roots[k] = root(k, n);
        if (!options.unchecked) transform(all, n, all_roots);
        double want[2] = {0, 0};
        for (unsigned i = 0; i < n; ++i) {
            want[0] += (double)(i % 13 + 1) * all[i].re;
            want[1] += (double)(i % 13 + 1) * all[i].im;
        }
        const int good = options.unchecked ||
                         (fabs(sum[0] - want[0]) < 1e-4 * n && fabs(sum[1] - want[1]) < 1e-4 * n);
        if (options.json) {
            const application_counter_t counters[] = {
                {"nodes", procs},         {"points", n},
                {"cycles", cycles},       {"transposing", moving},
                {"write_misses", misses}, {"block_bytes", rgn_size(blocks[0][0])}};
            application_json("fft", counters, sizeof counters / sizeof counters[0], good);
        } else
            printf("%5u points: %9.0f cycles, %8.0f of them in the transposition%s\n", n, cycles,
                   moving, good ? "" : "  WRONG");
        free(all), free(all_roots);
    }
    free(rows), free(roots);
    rgn_barrier();
}

int main(int argc, char **argv) {
    options = application_options(&argc, argv);
    crl_init(0);
    me = crl_self_addr, procs = crl_num_nodes;
    if (procs > most_procs)
        xnet_fail("fft: %u processes, at most %d are possible", procs, most_procs);
    if (options.paper) {
        run(1024);
    } else if (argc == 1) {
        run(64);
        run(512);
    }
    for (int i = 1; i < argc; ++i) {
        const unsigned m = application_number("fft", argv[i], "rows", 1, most_rows);
        if (m % procs || m & (m - 1))
            xnet_fail("fft: %u rows: a power of two that %u divides is needed", m, procs);
        run(m);
    }
    crl_exit();
}
