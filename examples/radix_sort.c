// run: --nodes 16
// flags: -O2
// Radix sort, optimized for small messages and for bulk transfers, as in "Low-Latency Communication
// on the IBM RISC System/6000 SP" by Chang et al., section 7. In each pass over the keys every
// processor counts its keys by their digit; from all these counts it knows the rank of each key
// among all, and so the processor and place where it goes.
//   small   a message has two keys for one processor and their places
//   bulk    all keys for one processor go in one block; the receiver, who has the counts too, puts
//           them into place
// Counting, ranks and putting into place count as computing, the exchange of the counts and of the
// keys as communicating; each of the processor where it is most.
//
//   radix_sort [keys for each processor, a power of two up to 1024, ...; default 64 512]
#include "phases.h"
#include "shell_sort.h"

#include <am_core.h>
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 1024, most_procs = 64, digit_bits = 5, digits = 1 << digit_bits, passes = 4 };

static int count, log_count;          // keys of each processor
static unsigned *keys, *next, *inbox; // [count], [count], [PROCS][count]
static unsigned sorted[most];
static int counts[most_procs][digits]; // of all processors
static int *own;                       // of this one
static int rank[digits];               // of its first key with the digit
static volatile unsigned arrived;      // keys that came in small messages
static unsigned expected;

static unsigned key(int i) { // of 20 bits
    unsigned x = (unsigned)i * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    return x >> 12;
}

static int digit(unsigned k, int shift) { return (int)(k >> shift & (digits - 1)); }

static void count_digits(int shift) {
    static int mine[digits];
    own = mine;
    for (int d = 0; d < digits; ++d) mine[d] = 0;
    for (int i = 0; i < count; ++i) ++mine[digit(keys[i], shift)];
}

// First the keys with smaller digits, of all processors; then those with this one, of those before.
static void find_ranks(void) {
    int sum = 0;
    for (int d = 0; d < digits; ++d) {
        for (int proc = 0; proc < PROCS; ++proc) {
            if (proc == MYPROC) rank[d] = sum;
            sum += counts[proc][d];
        }
    }
}

static AM_SHORT void put_one(unsigned *a, unsigned key_a) {
    *a = key_a;
    ++arrived;
}
static AM_SHORT void put_two(unsigned *a, unsigned key_a, unsigned *b, unsigned key_b) {
    *a = key_a;
    *b = key_b;
    arrived += 2;
}

static void send_small(int shift) {
    static struct {
        unsigned *place, key; // the first of two; no place: none
    } waiting[most_procs];
    for (int i = 0; i < count; ++i) {
        const unsigned k = keys[i];
        const int to = rank[digit(k, shift)]++, proc = to >> log_count;
        unsigned *const place = next + (to & (count - 1));
        if (waiting[proc].place) {
            am_short_request_4(proc, put_two, waiting[proc].place, waiting[proc].key, place, k);
            waiting[proc].place = 0;
        } else {
            waiting[proc].place = place;
            waiting[proc].key = k;
        }
    }
    for (int proc = 0; proc < PROCS; ++proc)
        if (waiting[proc].place) {
            am_short_request_2(proc, put_one, waiting[proc].place, waiting[proc].key);
            waiting[proc].place = 0;
        }
    expected += count; // each processor has as many keys after a pass as before
    while (arrived != expected) am_poll();
}

static void small(int shift) {
    TIMED(computing, count_digits(shift));
    TIMED(communicating, all_gather(counts, own, digits * sizeof(int)));
    TIMED(computing, find_ranks());
    TIMED(communicating, send_small(shift));
}

static void sort_by_digit(int shift) {
    int at[digits], sum = 0;
    for (int d = 0; d < digits; ++d) {
        at[d] = sum;
        sum += own[d];
    }
    for (int i = 0; i < count; ++i) sorted[at[digit(keys[i], shift)]++] = keys[i];
}

// What goes to one processor is next to each other in `sorted`, since ranks grow with the place.
static void send_blocks(void) {
    int at = 0, begin = 0, proc = 0;
    for (int d = 0; d < digits; ++d) {
        int to = rank[d], left = own[d];
        while (left) {
            if (to >> log_count != proc) {
                bulk_store(toglobal(proc, inbox + MYPROC * count), sorted + begin,
                           (at - begin) * sizeof *sorted);
                begin = at;
                proc = to >> log_count;
            }
            const int room = count - (to & (count - 1)), some = left < room ? left : room;
            at += some;
            to += some;
            left -= some;
        }
    }
    bulk_store(toglobal(proc, inbox + MYPROC * count), sorted + begin,
               (at - begin) * sizeof *sorted);
    store_sync(count * (int)sizeof *sorted);
}

static void put_into_place(void) {
    const unsigned *from[most_procs];
    for (int proc = 0; proc < PROCS; ++proc) from[proc] = inbox + proc * count;
    int end = -MYPROC * count; // of the ranks, those of this processor are 0 to count - 1
    for (int d = 0; d < digits; ++d)
        for (int proc = 0; proc < PROCS; ++proc) {
            int at = end > 0 ? end : 0;
            end += counts[proc][d];
            const int last = end < count ? end : count;
            while (at < last) next[at++] = *from[proc]++;
        }
}

static void bulk(int shift) {
    TIMED(computing, count_digits(shift));
    TIMED(communicating, all_gather(counts, own, digits * sizeof(int)));
    TIMED(computing, find_ranks(); sort_by_digit(shift));
    TIMED(communicating, send_blocks());
    TIMED(computing, put_into_place());
}

// On processor 0, which sorts all keys in another way.
static int wrong_keys(void) {
    static unsigned all[most_procs * most], part[most];
    int wrong = 0;
    for (int i = 0; i < count * PROCS; ++i) all[i] = key(i);
    shell_sort(all, count * PROCS);
    for (int proc = 0; proc < PROCS; ++proc) {
        bulk_read(part, toglobal(proc, keys), count * sizeof *part);
        for (int i = 0; i < count; ++i) wrong += part[i] != all[proc * count + i];
    }
    return wrong;
}

static int run(void (*pass)(int), const char *name) {
    for (int i = 0; i < count; ++i) keys[i] = key(MYPROC * count + i);
    computing = communicating = 0;
    barrier();
    unsigned cycles = 0;
    for (int i = 0; i < passes; ++i) {
        TIMED(cycles, pass(i * digit_bits));
        unsigned *const done = next;
        next = keys;
        keys = done;
    }
    barrier();
    const int wrong = MYPROC == 0 ? wrong_keys() : 0;
    barrier(); // processor 0 has read it all
    print_phases(name, cycles, wrong);
    return wrong;
}

int splitc_main(int argc, char **argv) {
    static char *usual[] = {"64", "512"};
    const int runs = argc > 1 ? argc - 1 : 2;
    char **const sizes = argc > 1 ? argv + 1 : usual;
    int wrong = 0;
    keys = tolocal(all_spread_malloc(PROCS * most, sizeof *keys));
    next = tolocal(all_spread_malloc(PROCS * most, sizeof *next));
    inbox = tolocal(all_spread_malloc(PROCS * PROCS * most, sizeof *inbox));
    for (int i = 0; i < runs; ++i) {
        count = atoi(sizes[i]);
        if (PROCS > most_procs || count < 1 || count > most || count & (count - 1)) {
            if (MYPROC == 0)
                puts("usage: radix_sort [keys, a power of two up to 1024...], on at most 64 nodes");
            return 2;
        }
        for (log_count = 0; 1 << log_count < count;) ++log_count;
        if (MYPROC == 0)
            printf("%d keys on each of %d processors, %d passes\n", count, PROCS, passes);
        wrong += run(small, "small");
        wrong += run(bulk, "bulk");
    }
    if (MYPROC == 0) puts(wrong ? "wrong" : "all keys are in order");
    return wrong != 0;
}
