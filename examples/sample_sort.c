// run: --nodes 16
// flags: -O2
// Sample sort, optimized for small messages and for bulk transfers, as in "Low-Latency
// Communication on the IBM RISC System/6000 SP" by Chang et al., section 7. Processor 0 sorts
// samples of all and chooses splitters, which tell the processor of each key; then all keys go
// there, once, and are sorted there.
//   small   keys go as they come, two in a message; the receiver appends them
//   bulk    each processor sorts its own keys first, sends one block to each other one, and merges
//           what comes
// Sorting and merging count as computing, the exchange of keys as communicating; each of the
// processor where it is most. Until the splitters are known all wait for processor 0.
//
//   sample_sort [keys for each processor, 16 to 1024, ...; default 64 512]
#include "phases.h"
#include "shell_sort.h"

#include <am_core.h>
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 1024, most_procs = 64, samples = 16 };

static int count;                // keys of each processor before
static unsigned keys[most];      // before
static unsigned *result, *inbox; // [PROCS * most]: afterwards; [PROCS][most]: blocks that came
static int *came, *result_count; // [PROCS]: keys in each block; [1]
static unsigned *all_samples;    // of processor 0
static unsigned splitter[most_procs];
static volatile int received, expected; // keys
static volatile int finished;           // processors that have said how many keys they have sent
static unsigned *volatile receive_to;

static unsigned key(int i) {
    unsigned x = (unsigned)i * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    return x ^ x >> 13;
}

// Merges sorted runs that lie one behind the other; run i begins at begin[i], the last one ends at
// begin[runs]. The result is in `a`; `begin` is used up.
static void merge(unsigned *a, int *begin, int runs) {
    static unsigned other[most_procs * most];
    unsigned *from = a, *to = other;
    while (runs > 1) {
        int made = 0;
        for (int i = 0; i < runs; i += 2) {
            int left = begin[i], at = left;
            const int middle = begin[i + 1], end = i + 1 < runs ? begin[i + 2] : middle;
            int right = middle;
            begin[made++] = at;
            while (left < middle && right < end)
                to[at++] = from[left] <= from[right] ? from[left++] : from[right++];
            while (left < middle) to[at++] = from[left++];
            while (right < end) to[at++] = from[right++];
            begin[made] = at;
        }
        runs = made;
        unsigned *const done = to;
        to = from;
        from = done;
    }
    if (from != a) memcpy(a, from, begin[1] * sizeof *a);
}

static void sort(unsigned *a, int n) {
    static int begin[most_procs * most + 1];
    for (int i = 0; i <= n; ++i) begin[i] = i;
    merge(a, begin, n);
}

static void choose_splitters(void) {
    unsigned mine[samples];
    for (int i = 0; i < samples; ++i) mine[i] = keys[i * count / samples];
    bulk_store(toglobal(0, all_samples + MYPROC * samples), mine, sizeof mine);
    if (MYPROC == 0) {
        store_sync(PROCS * (int)sizeof mine);
        sort(all_samples, PROCS * samples);
        for (int i = 1; i < PROCS; ++i) splitter[i - 1] = all_samples[i * samples];
    }
    all_bcast_buffer(splitter, (PROCS - 1) * sizeof *splitter);
}

// The number of splitters that are at most k.
static int processor_of(unsigned k) {
    int low = 0, high = PROCS - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (splitter[middle] <= k)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static AM_SHORT void take_one(unsigned a) {
    const int at = received;
    receive_to[at] = a;
    received = at + 1;
}
static AM_SHORT void take_two(unsigned a, unsigned b) {
    const int at = received;
    unsigned *const to = receive_to + at;
    to[0] = a;
    to[1] = b;
    received = at + 2;
}
// Its sender has sent this many keys. They may still come: messages need not stay in order.
static AM_SHORT void no_more(int keys_sent) {
    expected += keys_sent;
    ++finished;
}

static void send_small(void) {
    static unsigned waiting[most_procs];
    static char one_waits[most_procs];
    int sent[most_procs] = {0};
    for (int i = 0; i < count; ++i) {
        const unsigned k = keys[i];
        const int proc = processor_of(k);
        if (one_waits[proc])
            am_short_request_2(proc, take_two, waiting[proc], k);
        else
            waiting[proc] = k;
        one_waits[proc] ^= 1;
        ++sent[proc];
    }
    for (int proc = 0; proc < PROCS; ++proc) {
        if (one_waits[proc]) am_short_request_1(proc, take_one, waiting[proc]);
        one_waits[proc] = 0;
        am_short_request_1(proc, no_more, sent[proc]);
    }
    while (finished < PROCS || received < expected) am_poll();
}

static void small(void) {
    TIMED(communicating, send_small());
    *result_count = received;
    TIMED(computing, sort(result, *result_count));
}

static void send_blocks(void) {
    int begin[most_procs + 1], at = 0;
    for (int proc = 0; proc < PROCS; ++proc) {
        begin[proc] = at;
        while (at < count && (proc == PROCS - 1 || keys[at] < splitter[proc])) ++at;
    }
    begin[PROCS] = count;
    for (int i = 0; i < PROCS; ++i) {
        const int proc = (MYPROC + i) % PROCS, n = begin[proc + 1] - begin[proc];
        store(toglobal(proc, came + MYPROC), n);
        bulk_store(toglobal(proc, inbox + MYPROC * most), keys + begin[proc], n * sizeof *keys);
    }
    all_store_sync();
}

static void merge_blocks(void) {
    int begin[most_procs + 1];
    begin[0] = 0;
    for (int proc = 0; proc < PROCS; ++proc) {
        memcpy(result + begin[proc], inbox + proc * most, came[proc] * sizeof *result);
        begin[proc + 1] = begin[proc] + came[proc];
    }
    *result_count = begin[PROCS];
    merge(result, begin, PROCS);
}

static void bulk(void) {
    TIMED(computing, sort(keys, count));
    TIMED(communicating, send_blocks());
    TIMED(computing, merge_blocks());
}

// On processor 0, which sorts all keys in another way.
static int wrong_keys(void) {
    static unsigned all[most_procs * most], part[most_procs * most];
    int wrong = 0, at = 0;
    const int total = count * PROCS;
    for (int i = 0; i < total; ++i) all[i] = key(i);
    shell_sort(all, total);
    for (int proc = 0; proc < PROCS; ++proc) {
        const int n = read(toglobal(proc, result_count));
        if (n < 0 || n > total - at) return total;
        bulk_read(part, toglobal(proc, result), n * sizeof *part);
        for (int i = 0; i < n; ++i) wrong += part[i] != all[at++];
    }
    return wrong + total - at;
}

static int run(void (*way)(void), const char *name) {
    for (int i = 0; i < count; ++i) keys[i] = key(MYPROC * count + i);
    computing = communicating = 0;
    received = expected = finished = 0;
    receive_to = result;
    barrier();
    unsigned cycles = 0, choosing = 0;
    TIMED(choosing, choose_splitters());
    barrier();
    TIMED(cycles, way());
    barrier();
    const int wrong = MYPROC == 0 ? wrong_keys() : 0;
    barrier(); // processor 0 has read it all
    cycles = all_reduce_to_one_max(cycles);
    choosing = all_reduce_to_one_max(choosing);
    computing = all_reduce_to_one_max(computing);
    communicating = all_reduce_to_one_max(communicating);
    const int largest = all_reduce_to_one_max(*result_count);
    if (MYPROC == 0)
        printf("  %s: splitters after %u cycles; then %u cycles, computing %u cycles, "
               "communicating %u cycles; at most %d keys%s\n",
               name, choosing, cycles, computing, communicating, largest, wrong ? ", wrong" : "");
    return wrong;
}

int splitc_main(int argc, char **argv) {
    static char *usual[] = {"64", "512"};
    const int runs = argc > 1 ? argc - 1 : 2;
    char **const sizes = argc > 1 ? argv + 1 : usual;
    int wrong = 0;
    result = tolocal(all_spread_malloc(PROCS * PROCS * most, sizeof *result));
    inbox = tolocal(all_spread_malloc(PROCS * PROCS * most, sizeof *inbox));
    came = tolocal(all_spread_malloc(PROCS * PROCS, sizeof *came));
    result_count = tolocal(all_spread_malloc(PROCS, sizeof *result_count));
    all_samples = tolocal(all_spread_malloc(PROCS * PROCS * samples, sizeof *all_samples));
    for (int i = 0; i < runs; ++i) {
        count = atoi(sizes[i]);
        if (PROCS > most_procs || count < samples || count > most) {
            if (MYPROC == 0) puts("usage: sample_sort [16 to 1024 keys...], on at most 64 nodes");
            return 2;
        }
        if (MYPROC == 0) printf("%d keys on each of %d processors\n", count, PROCS);
        wrong += run(small, "small");
        wrong += run(bulk, "bulk");
    }
    if (MYPROC == 0) puts(wrong ? "wrong" : "all keys are in order");
    return wrong != 0;
}
