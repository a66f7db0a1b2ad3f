// What `inlet reproduce sp2` runs for the sorts of Table 6 of 003 (section 7), in Split-C on 8
// nodes, on 32-bit keys.
//   radix sort    four passes over digits of 8 bits. In each every node counts its keys by their
//                 digit; from all counts it knows the place of each key. "The version optimized for
//                 small messages sends two keys at a time to other processors whereas the one
//                 optimized for large messages sends all the keys at once."
//   sample sort   "picks 64 samples on each processor, sorts all the samples on one processor, and
//                 then selects splitters"; keys go where they belong two in a message, or, sorted
//                 before, as one block for each other node
// Node 0 prints for each the cycles of all, and of the node where they are most those of exchanging
// keys: "curve NAME X CYCLES BYTES", where X are the keys of a node.
//
//   sp2_sort [keys of a node, a power of two; default 8192, of the paper 524288]
#include <am_core.h>
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { procs = 8, digit_bits = 8, digits = 1 << digit_bits, passes = 4, samples = 64 };
_Static_assert(passes % 2 == 0, "sort() ends where it began");

static int count, log_count;            // keys of each node
static unsigned *keys, *next, *inbox;   // [count], [2 * count], [procs][count]
static unsigned *spare;                 // [2 * count]
static int counts[procs][digits], *own; // of all nodes; of this one
static int rank[digits];                // of its first key with the digit
static volatile unsigned arrived;       // keys that came in small messages
static unsigned expected;
static unsigned *all_samples, splitter[procs];
static int *came;             // [procs]: keys of each block
static volatile int finished; // nodes that have said how many keys they have sent
static volatile unsigned sent_to_me;
static int sorted_count; // sample sort: keys that are here in the end
static unsigned communicating;

#define COMMUNICATE(work)                                                                          \
    do {                                                                                           \
        const unsigned start_ = get_cycles();                                                      \
        work;                                                                                      \
        communicating += get_cycles() - start_;                                                    \
    } while (0)

static unsigned key(unsigned i) {
    unsigned x = i * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    return x ^ x >> 13;
}

// --- radix sort ----------------------------------------------------------------------------------

static int digit(unsigned k, int shift) { return (int)(k >> shift & (digits - 1)); }

static void count_digits(int shift) {
    static int mine[digits];
    own = mine;
    memset(mine, 0, sizeof mine);
    for (int i = 0; i < count; ++i) ++mine[digit(keys[i], shift)];
}

// First the keys with smaller digits, of all nodes; then those with this one, of the nodes before.
static void find_ranks(void) {
    int sum = 0;
    for (int d = 0; d < digits; ++d)
        for (int proc = 0; proc < PROCS; ++proc) {
            if (proc == MYPROC) rank[d] = sum;
            sum += counts[proc][d];
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

static void send_pairs(int shift) {
    static struct {
        unsigned *place, key; // the first of two; no place: none
    } waiting[procs];
    for (int i = 0; i < count; ++i) {
        const unsigned k = keys[i];
        const int to = rank[digit(k, shift)]++, proc = to >> log_count;
        unsigned *const place = next + (to & (count - 1));
        if (proc == MYPROC) {
            *place = k;
            ++arrived;
        } else if (waiting[proc].place) {
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
    expected += (unsigned)count; // each node has as many keys after a pass as before
    while (arrived != expected) am_poll();
}

static void sort_by_digit(int shift) {
    int at[digits], sum = 0;
    for (int d = 0; d < digits; ++d) {
        at[d] = sum;
        sum += own[d];
    }
    for (int i = 0; i < count; ++i) spare[at[digit(keys[i], shift)]++] = keys[i];
}

// What goes to one node is next to each other in `spare`, since ranks grow with the place.
static void send_digits(void) {
    int at = 0, begin = 0, proc = 0;
    for (int d = 0; d < digits; ++d) {
        int to = rank[d], left = own[d];
        while (left) {
            if (to >> log_count != proc) {
                bulk_store(toglobal(proc, inbox + MYPROC * count), spare + begin,
                           (at - begin) * sizeof *spare);
                begin = at;
                proc = to >> log_count;
            }
            const int room = count - (to & (count - 1)), some = left < room ? left : room;
            at += some;
            to += some;
            left -= some;
        }
    }
    bulk_store(toglobal(proc, inbox + MYPROC * count), spare + begin, (at - begin) * sizeof *spare);
    store_sync(count * (int)sizeof *spare);
}

static void put_into_place(void) {
    const unsigned *from[procs];
    for (int proc = 0; proc < PROCS; ++proc) from[proc] = inbox + proc * count;
    int end = -MYPROC * count; // of the ranks, those of this node are 0 to count - 1
    for (int d = 0; d < digits; ++d)
        for (int proc = 0; proc < PROCS; ++proc) {
            int at = end > 0 ? end : 0;
            end += counts[proc][d];
            const int last = end < count ? end : count;
            while (at < last) next[at++] = *from[proc]++;
        }
}

static void radix(int bulk) {
    for (int shift = 0; shift < passes * digit_bits; shift += digit_bits) {
        count_digits(shift);
        COMMUNICATE(all_gather(counts, own, sizeof *counts));
        find_ranks();
        if (bulk) {
            sort_by_digit(shift);
            COMMUNICATE(send_digits());
            put_into_place();
        } else {
            COMMUNICATE(send_pairs(shift));
        }
        unsigned *const done = next;
        next = keys;
        keys = done;
    }
    sorted_count = count;
}

// --- sample sort ---------------------------------------------------------------------------------

// Sorts `a`; the result is in `a`. The paper does not name its local sort: a radix sort, as its
// other program is, so all work grows with the keys.
static void sort(unsigned *a, int n) {
    unsigned *from = a, *to = spare;
    for (int shift = 0; shift < passes * digit_bits; shift += digit_bits) {
        int at[digits] = {0}, sum = 0;
        for (int i = 0; i < n; ++i) ++at[digit(from[i], shift)];
        for (int d = 0; d < digits; ++d) {
            const int keys_of_it = at[d];
            at[d] = sum;
            sum += keys_of_it;
        }
        for (int i = 0; i < n; ++i) to[at[digit(from[i], shift)]++] = from[i];
        unsigned *const done = to;
        to = from;
        from = done;
    }
}

static void choose_splitters(void) {
    unsigned mine[samples];
    for (int i = 0; i < samples; ++i) mine[i] = keys[i * (count / samples)];
    bulk_store(toglobal(0, all_samples + MYPROC * samples), mine, sizeof mine);
    if (MYPROC == 0) {
        store_sync(PROCS * (int)sizeof mine);
        sort(all_samples, PROCS * samples);
        for (int i = 1; i < PROCS; ++i) splitter[i - 1] = all_samples[i * samples];
    }
    all_bcast_buffer(splitter, (PROCS - 1) * sizeof *splitter);
}

// The number of splitters that are at most k.
static int node_of(unsigned k) {
    int proc = 0;
    while (proc < PROCS - 1 && splitter[proc] <= k) ++proc;
    return proc;
}

static AM_SHORT void take_one(unsigned a) { next[arrived++] = a; }
static AM_SHORT void take_two(unsigned a, unsigned b) {
    next[arrived++] = a;
    next[arrived++] = b;
}
static AM_SHORT void no_more(unsigned sent) {
    sent_to_me += sent;
    ++finished;
}

static void send_values(void) {
    unsigned waiting[procs], sent[procs] = {0};
    for (int i = 0; i < count; ++i) {
        const unsigned k = keys[i];
        const int proc = node_of(k);
        if (sent[proc]++ & 1)
            am_short_request_2(proc, take_two, waiting[proc], k);
        else
            waiting[proc] = k;
    }
    for (int proc = 0; proc < PROCS; ++proc) {
        if (sent[proc] & 1) am_short_request_1(proc, take_one, waiting[proc]);
        am_short_request_1(proc, no_more, sent[proc]);
    }
    while (finished < PROCS || arrived < sent_to_me) am_poll();
}

static void send_blocks(void) {
    int at = 0;
    for (int proc = 0; proc < PROCS; ++proc) {
        const int begin = at;
        while (at < count && (proc == PROCS - 1 || keys[at] < splitter[proc])) ++at;
        store(toglobal(proc, came + MYPROC), at - begin);
        bulk_store(toglobal(proc, inbox + MYPROC * count), keys + begin,
                   (at - begin) * sizeof *keys);
    }
    all_store_sync();
}

// "Finally each processor sorts its values locally", in both versions.
static void collect_blocks(void) {
    sorted_count = 0;
    for (int proc = 0; proc < PROCS; sorted_count += came[proc++])
        memcpy(next + sorted_count, inbox + proc * count, (size_t)came[proc] * sizeof *next);
}

static void sample(int bulk) {
    arrived = 0;
    COMMUNICATE(choose_splitters());
    if (bulk) {
        sort(keys, count);
        COMMUNICATE(send_blocks());
        collect_blocks();
    } else {
        barrier(); // no key comes before its node has set `arrived`
        COMMUNICATE(send_values());
        sorted_count = (int)arrived;
    }
    sort(next, sorted_count);
    unsigned *const done = next;
    next = keys;
    keys = done;
}

// --- both ----------------------------------------------------------------------------------------

// Each node's keys are in order, behind those of the node before, and their sum and number are as
// before.
static int wrong(unsigned sum) {
    static unsigned mine[2], all[procs][2];
    int bad = 0;
    for (int i = 1; i < sorted_count; ++i) bad += keys[i - 1] > keys[i];
    for (int i = 0; i < sorted_count; ++i) sum -= keys[i];
    mine[0] = sorted_count ? keys[0] : 0;
    mine[1] = sorted_count ? keys[sorted_count - 1] : 0;
    all_gather(all, mine, sizeof mine);
    for (int proc = 1; proc < PROCS; ++proc) bad += all[proc - 1][1] > all[proc][0];
    bad += all_reduce_to_all_add(sum) != 0;
    bad += all_reduce_to_all_add(sorted_count) != PROCS * count;
    return bad;
}

static int run(const char *name, void (*way)(int), int bulk) {
    unsigned sum = 0;
    for (int i = 0; i < count; ++i) sum += keys[i] = key((unsigned)(MYPROC * count + i));
    communicating = 0;
    finished = 0;
    sent_to_me = 0;
    arrived = expected = 0;
    barrier();
    const unsigned start = get_cycles();
    way(bulk);
    barrier();
    const unsigned cycles = all_reduce_to_one_max(get_cycles() - start);
    const unsigned most = all_reduce_to_one_max(communicating);
    const int bad = all_reduce_to_all_add(wrong(sum));
    if (MYPROC == 0) {
        printf("curve %s %d %u %d\n", name, count, cycles, PROCS * count * 4);
        printf("curve %s_communicating %d %u 0\n", name, count, most);
        if (bad) printf("%s: not sorted\n", name);
    }
    return bad;
}

int splitc_main(int argc, char **argv) {
    count = argc > 1 ? atoi(argv[1]) : 8192;
    if (PROCS != procs || count < samples || count & (count - 1)) {
        if (MYPROC == 0) puts("usage: sp2_sort [keys of a node, a power of two], on 8 nodes");
        return 2;
    }
    while (1 << log_count < count) ++log_count;
    const size_t all = (size_t)count * sizeof *keys;
    keys = tolocal(all_spread_malloc(PROCS, 2 * all));
    next = tolocal(all_spread_malloc(PROCS, 2 * all));
    spare = tolocal(all_spread_malloc(PROCS, 2 * all));
    inbox = tolocal(all_spread_malloc(PROCS, procs * all));
    came = tolocal(all_spread_malloc(PROCS, procs * sizeof *came));
    all_samples = tolocal(all_spread_malloc(PROCS, procs * samples * sizeof *all_samples));
    const int bad = run("smpsort_sm", sample, 0) + run("smpsort_lg", sample, 1) +
                    run("rdxsort_sm", radix, 0) + run("rdxsort_lg", radix, 1);
    return bad != 0;
}
