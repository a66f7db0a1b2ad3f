// run: --nodes 16 4096 8192
// flags: -O2 -lcrl
// Radix sort on shared regions (Bhoedjang's thesis, 001, 8.5.9: Radix on CRL). Keys stand in
// regions of 1 KB, which are dealt out in contiguous parts. In each pass a process counts the
// digits of its keys, reads the counts of all, and writes its keys to where they belong: into
// regions of all processes. Process 0 compares the result with a sequential sort.
//
// A trace has the part that is timed. With `unchecked` nothing is compared, for short traces.
//
//   radix [--paper: 3000000 | keys, ...; default 8192 262144] [--counters] [unchecked]
#include "../applications.h"

#include <am_core.h>
#include <crl.h>
#include <lfc.h>
#include <xnet_trace.h>

enum {
    keys_of_region = 256,
    digit_bits = 7,
    digits = 1 << digit_bits,
    passes = 3,
    most_keys = 3000000,
    most_regions = (most_keys + keys_of_region - 1) / keys_of_region,
    most_procs = 64
};

static application_options_t options;
static unsigned me, procs, keys, regions;
static unsigned *part[2][most_regions]; // both arrays, by region
static int *counts[most_procs];         // of each process, by digit
static unsigned *sorted;                // the keys of this process

static unsigned key(unsigned i) { // of 21 bits
    unsigned x = i * 2654435761u;
    x ^= x >> 13;
    return (x * 2246822519u) >> 11;
}

static int larger(const void *a, const void *b) {
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static unsigned first_of(unsigned process) { return process * regions / procs; }
static unsigned keys_in(unsigned region) {
    const unsigned left = keys - region * keys_of_region;
    return left < keys_of_region ? left : keys_of_region;
}

/// Everybody creates its own and maps all: names are sent round, process by process.
static void map_all(void) {
    rid_t *const names = malloc((2 * (regions / procs + 1) + 1) * sizeof *names);
    for (unsigned p = 0; p < procs; ++p) {
        const unsigned first = first_of(p), own = first_of(p + 1) - first;
        const int bytes = (int)((2 * own + 1) * sizeof(rid_t));
        if (p == me) {
            for (unsigned i = 0; i < 2 * own; ++i)
                names[i] = rgn_create(keys_of_region * sizeof(unsigned));
            names[2 * own] = rgn_create(digits * sizeof(int));
            rgn_bcast_send(bytes, names);
        } else {
            rgn_bcast_recv(bytes, names);
        }
        for (unsigned i = 0; i < own; ++i) {
            part[0][first + i] = rgn_map(names[i]);
            part[1][first + i] = rgn_map(names[own + i]);
        }
        counts[p] = rgn_map(names[2 * own]);
    }
    free(names);
}

static unsigned digit(unsigned k, int pass) { return k >> pass * digit_bits & (digits - 1); }

static void sort_pass(int pass) {
    unsigned **const from = part[pass % 2], **const to = part[1 - pass % 2];
    const unsigned first = first_of(me), last = first_of(me + 1);
    rgn_start_write(counts[me]);
    memset(counts[me], 0, digits * sizeof(int));
    for (unsigned r = first; r < last; ++r) {
        rgn_start_read(from[r]);
        for (unsigned i = 0; i < keys_in(r); ++i) ++counts[me][digit(from[r][i], pass)];
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
    int begin[digits];
    for (int d = 0, before = 0; d < digits; before += run[d++]) begin[d] = before;
    for (unsigned r = first; r < last; ++r) {
        rgn_start_read(from[r]);
        for (unsigned i = 0; i < keys_in(r); ++i)
            sorted[begin[digit(from[r][i], pass)]++] = from[r][i];
        rgn_end_read(from[r]);
    }
    for (int d = 0; d < digits; ++d) {
        const unsigned *next = sorted + begin[d] - run[d];
        for (int left = run[d], at = place[d]; left;) {
            const int offset = at % keys_of_region, room = keys_of_region - offset,
                      n = left < room ? left : room;
            unsigned *const region = to[at / keys_of_region];
            rgn_start_write(region);
            memcpy(region + offset, next, (size_t)n * sizeof(unsigned));
            rgn_end_write(region);
            next += n, at += n, left -= n;
        }
    }
    rgn_barrier();
}

static void sort(unsigned n) {
    keys = n, regions = (n + keys_of_region - 1) / keys_of_region;
    map_all();
    const unsigned first = first_of(me), last = first_of(me + 1);
    sorted = malloc((last - first + 1) * keys_of_region * sizeof *sorted);
    for (unsigned r = first; r < last; ++r) {
        rgn_start_write(part[0][r]);
        for (unsigned i = 0; i < keys_in(r); ++i) part[0][r][i] = key(r * keys_of_region + i);
        rgn_end_write(part[0][r]);
    }
    rgn_barrier();
    const crl_stats_t before = crl_stats();
    const lfc_stats_t lfc_before = lfc_stats_collect();
    xnet_trace_on();
    const unsigned start = am_cycles();
    for (int pass = 0; pass < passes; ++pass) sort_pass(pass);
    const unsigned time = am_cycles() - start;
    xnet_trace_off();
    const lfc_stats_t lfc_after = lfc_stats_collect();
    const crl_stats_t after = crl_stats();
    const double cycles = rgn_reduce_dmax(time);
    const double misses = rgn_reduce_dadd((double)(after.write_misses - before.write_misses));
    const double messages = rgn_reduce_dadd((double)(after.messages - before.messages));
    const double packets = rgn_reduce_dadd(lfc_after.sent - lfc_before.sent);
    if (me == 0) {
        unsigned *const want = malloc(n * sizeof *want);
        for (unsigned i = 0; i < n; ++i) want[i] = key(i);
        if (!options.unchecked) qsort(want, n, sizeof *want, larger);
        int right = 1;
        for (unsigned r = 0; !options.unchecked && r < regions; ++r) {
            unsigned *const region = part[passes % 2][r];
            rgn_start_read(region);
            right &= !memcmp(region, want + r * keys_of_region, keys_in(r) * sizeof(unsigned));
            rgn_end_read(region);
        }
        if (options.json) {
            const application_counter_t counters[] = {{"nodes", procs},
                                                      {"keys", n},
                                                      {"cycles", cycles},
                                                      {"write_misses", misses},
                                                      {"messages", messages},
                                                      {"packets", packets},
                                                      {"region_bytes", rgn_size(part[0][0])}};
            application_json("radix", counters, sizeof counters / sizeof counters[0], right);
        } else
            printf("%6u keys: %9.0f cycles, %5.0f write misses, %6.0f messages%s\n", n, cycles,
                   misses, messages, right ? "" : "  WRONG");
        free(want);
    }
    free(sorted);
    rgn_barrier();
}

int main(int argc, char **argv) {
    options = application_options(&argc, argv);
    crl_init(0);
    me = crl_self_addr, procs = crl_num_nodes;
    if (procs > most_procs)
        xnet_fail("radix: %u processes, at most %d are possible", procs, most_procs);
    if (options.paper) {
        sort(most_keys);
    } else if (argc == 1) {
        sort(8192);
        sort(262144);
    }
    for (int i = 1; i < argc; ++i) sort(application_number("radix", argv[i], "keys", 1, most_keys));
    crl_exit();
}
