// run: --nodes 16
// flags: -O2 -lcrl
// Radix sort on shared regions (Bhoedjang's thesis, 001, 8.5: Radix on CRL). Keys stand in regions
// of 1 KB, of which each process has the same number. In each pass a process counts the digits of
// its keys, reads the counts of all, and writes its keys to where they belong: into regions of all
// processes. Process 0 compares the result with a sequential sort.
//
// A trace has the part that is timed. With `unchecked` as last argument nothing is compared, for
// short traces.
//
//   radix [regions for each process; default 1 2]
#include <am_core.h>
#include <crl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xnet_trace.h>

enum {
    keys_of_region = 256,
    digit_bits = 7,
    digits = 1 << digit_bits,
    passes = 3,
    most_regions = 64,
    most_procs = 64
};

static unsigned me, procs;
static int unchecked;
static unsigned *part[2][most_procs * most_regions]; // both arrays, by region
static int *counts[most_procs];                      // of each process, by digit

static unsigned key(unsigned i) { // of 21 bits
    unsigned x = i * 2654435761u;
    x ^= x >> 13;
    return (x * 2246822519u) >> 11;
}

static int larger(const void *a, const void *b) {
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/// Everybody creates its own and maps all: names are sent round, process by process.
static void map_all(unsigned of_each) {
    for (unsigned p = 0; p < procs; ++p) {
        rid_t names[2 * most_regions + 1];
        const int bytes = (int)((2 * of_each + 1) * sizeof(rid_t));
        if (p == me) {
            for (unsigned i = 0; i < 2 * of_each; ++i)
                names[i] = rgn_create(keys_of_region * sizeof(unsigned));
            names[2 * of_each] = rgn_create(digits * sizeof(int));
            rgn_bcast_send(bytes, names);
        } else {
            rgn_bcast_recv(bytes, names);
        }
        for (unsigned i = 0; i < of_each; ++i) {
            part[0][p * of_each + i] = rgn_map(names[i]);
            part[1][p * of_each + i] = rgn_map(names[of_each + i]);
        }
        counts[p] = rgn_map(names[2 * of_each]);
    }
}

static unsigned digit(unsigned k, int pass) { return k >> pass * digit_bits & (digits - 1); }

static void sort_pass(int pass, unsigned of_each) {
    unsigned **const from = part[pass % 2], **const to = part[1 - pass % 2];
    const unsigned first = me * of_each;
    rgn_start_write(counts[me]);
    memset(counts[me], 0, digits * sizeof(int));
    for (unsigned r = first; r < first + of_each; ++r) {
        rgn_start_read(from[r]);
        for (int i = 0; i < keys_of_region; ++i) ++counts[me][digit(from[r][i], pass)];
        rgn_end_read(from[r]);
    }
    rgn_end_write(counts[me]);
    rgn_barrier();
    // Where this process's first key with each digit goes: behind those with smaller digits, and
    // those of processes before it.
    static int all[digits], place[digits], run[digits];
    memset(all, 0, sizeof all);
    memset(place, 0, sizeof place);
    for (unsigned p = 0; p < procs; ++p) {
        rgn_start_read(counts[p]);
        for (int d = 0; d < digits; ++d) {
            if (p < me) place[d] += counts[p][d];
            if (p == me) run[d] = counts[p][d];
            all[d] += counts[p][d];
        }
        rgn_end_read(counts[p]);
    }
    for (int d = 0, before = 0; d < digits; before += all[d++]) place[d] += before;
    // Keys of one digit stand together: a region is written once for each digit.
    static unsigned sorted[most_regions * keys_of_region];
    int begin[digits];
    for (int d = 0, before = 0; d < digits; before += run[d++]) begin[d] = before;
    for (unsigned r = first; r < first + of_each; ++r) {
        rgn_start_read(from[r]);
        for (int i = 0; i < keys_of_region; ++i)
            sorted[begin[digit(from[r][i], pass)]++] = from[r][i];
        rgn_end_read(from[r]);
    }
    for (int d = 0; d < digits; ++d) {
        const unsigned *keys = sorted + begin[d] - run[d];
        for (int left = run[d], at = place[d]; left;) {
            const int offset = at % keys_of_region, room = keys_of_region - offset,
                      n = left < room ? left : room;
            unsigned *const region = to[at / keys_of_region];
            rgn_start_write(region);
            memcpy(region + offset, keys, (size_t)n * sizeof(unsigned));
            rgn_end_write(region);
            keys += n, at += n, left -= n;
        }
    }
    rgn_barrier();
}

static void run(unsigned of_each) {
    map_all(of_each);
    const unsigned first = me * of_each;
    for (unsigned r = first; r < first + of_each; ++r) {
        rgn_start_write(part[0][r]);
        for (unsigned i = 0; i < keys_of_region; ++i) part[0][r][i] = key(r * keys_of_region + i);
        rgn_end_write(part[0][r]);
    }
    rgn_barrier();
    const crl_stats_t before = crl_stats();
    xnet_trace_on();
    const unsigned start = am_cycles();
    for (int pass = 0; pass < passes; ++pass) sort_pass(pass, of_each);
    const unsigned time = am_cycles() - start;
    xnet_trace_off();
    const double cycles = rgn_reduce_dmax(time);
    const crl_stats_t after = crl_stats();
    const double misses = rgn_reduce_dadd((double)(after.write_misses - before.write_misses));
    const double messages = rgn_reduce_dadd((double)(after.messages - before.messages));
    if (me == 0) {
        const unsigned n = procs * of_each * keys_of_region;
        unsigned *const want = malloc(n * sizeof *want);
        for (unsigned i = 0; i < n; ++i) want[i] = key(i);
        if (!unchecked) qsort(want, n, sizeof *want, larger);
        int good = 1;
        for (unsigned r = 0; !unchecked && r < procs * of_each; ++r) {
            unsigned *const region = part[passes % 2][r];
            rgn_start_read(region);
            good &= !memcmp(region, want + r * keys_of_region, keys_of_region * sizeof(unsigned));
            rgn_end_read(region);
        }
        printf("%6u keys: %9.0f cycles, %5.0f write misses, %6.0f messages%s\n", n, cycles, misses,
               messages, good ? "" : "  WRONG");
        free(want);
    }
    rgn_barrier();
}

int main(int argc, char **argv) {
    crl_init(0);
    me = crl_self_addr, procs = crl_num_nodes;
    if (argc > 1 && !strcmp(argv[argc - 1], "unchecked")) unchecked = 1, --argc;
    if (argc == 1) {
        run(1);
        run(2);
    }
    for (int i = 1; i < argc; ++i) {
        const int of_each = atoi(argv[i]);
        if (of_each < 1 || of_each > most_regions || procs > most_procs) {
            if (me == 0)
                printf("radix: '%s': 1 to %d regions, at most %d processes\n", argv[i],
                       most_regions, most_procs);
            break;
        }
        run((unsigned)of_each);
    }
    crl_exit();
}
