// run: --nodes 8
// flags: -O2
// Four sorts of one spread array, as in Culler et al., "Fast Parallel Sorting under LogP" (IEEE TPDS 7
// (8), 1996), which has them in Split-C:
//   radix    counting by digits of 4 bits; every key is stored (:-) at its place
//   sample   splitters from a sample; every key goes to its bucket, whose next place an atomic
//            operation gives
//   bitonic  the processors compare and split blocks (Batcher 1968); 2, 4, 8 ... of them
//   column   sorts columns between permutations (Leighton 1985); enough keys for the processors
// Processor 0 compares each result with that of a sort by itself.
//
//   sorts [keys on each processor, up to 256]
#include <split-c/split-c.h>
#include <split-c/atomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 256, most_procs = 16, digits = 16, samples = 8 };

unsigned get_cycles();

int n;
static int input[PROCS]::[most], keys[PROCS]::[most], other[PROCS]::[most];
static int bucket[PROCS]::[most_procs * most], filled[PROCS]::;

void sort(int count, int *key)
{
    int gap, i, k, v;
    for (gap = 1; gap < count / 3; gap = 3 * gap + 1) {}
    for (; gap; gap /= 3)
        for (i = gap; i < count; i++) {
            v = key[i];
            for (k = i; k >= gap && key[k - gap] > v; k -= gap) key[k] = key[k - gap];
            key[k] = v;
        }
}

// The place of number `at` of all.
#define PLACE(array, at) array[(at) / n][(at) % n]

void radix()
{
    int *mine = tolocal(keys[MYPROC]), *moved = tolocal(other[MYPROC]), shift, i, d;
    for (shift = 0; shift < 16; shift += 4) {
        int count[digits], first[digits], before = 0;
        for (d = 0; d < digits; d++) count[d] = 0;
        for (i = 0; i < n; i++) count[mine[i] >> shift & digits - 1]++;
        for (d = 0; d < digits; d++) {
            first[d] = before + all_scan_add(count[d]) - count[d];
            before += all_reduce_to_all_add(count[d]);
        }
        for (i = 0; i < n; i++) {
            int at = first[mine[i] >> shift & digits - 1]++;
            PLACE(other, at) :- mine[i];
        }
        all_store_sync();
        for (i = 0; i < n; i++) mine[i] = moved[i];
        barrier();
    }
}

void sample()
{
    int Sample[1]::[most_procs * samples]; // on processor 0
    int splitter[most_procs], *mine = tolocal(keys[MYPROC]), i, p, at, before;
    filled[MYPROC] = 0;
    for (i = 0; i < samples; i++) Sample[0][MYPROC * samples + i] := mine[i * n / samples];
    sync();
    barrier();
    on_one sort(PROCS * samples, tolocal(Sample[0]));
    barrier();
    for (p = 1; p < PROCS; p++) splitter[p] := Sample[0][p * samples];
    sync();
    for (i = 0; i < n; i++) {
        for (p = PROCS - 1; p && mine[i] < splitter[p]; p--) {}
        at = fetch_and_add(toglobal(&filled[p]), 1);
        bucket[p][at] :- mine[i];
    }
    all_store_sync();
    sort(filled[MYPROC], tolocal(bucket[MYPROC]));
    before = all_scan_add(filled[MYPROC]) - filled[MYPROC];
    for (i = 0; i < filled[MYPROC]; i++) PLACE(keys, before + i) :- bucket[MYPROC][i];
    all_store_sync();
}

void bitonic()
{
    int *mine = tolocal(keys[MYPROC]), theirs[most], kept[most], size, apart, i, j, k;
    sort(n, mine);
    for (size = 2; size <= PROCS; size *= 2)
        for (apart = size / 2; apart; apart /= 2) {
            int low = !(MYPROC & apart) == !(MYPROC & size);
            barrier();
            bulk_read(theirs, keys[MYPROC ^ apart], n * sizeof(int));
            if (low)
                for (i = j = k = 0; k < n; k++) kept[k] = mine[i] < theirs[j] ? mine[i++] : theirs[j++];
            else
                for (i = j = k = n - 1; k >= 0; k--) kept[k] = mine[i] > theirs[j] ? mine[i--] : theirs[j--];
            barrier();
            for (k = 0; k < n; k++) mine[k] = kept[k];
        }
    barrier();
}

void column()
{
    int *mine = tolocal(keys[MYPROC]), *moved = tolocal(other[MYPROC]), half = n / 2, step, i, at;
    for (step = 0; step < 3; step++) {
        sort(n, mine);
        if (step == 2) break;
        for (i = 0; i < n; i++) // the transposition, and back
            if (step == 0)
                other[i % PROCS][(MYPROC * n + i) / PROCS] :- mine[i];
            else
                PLACE(other, i * PROCS + MYPROC) :- mine[i];
        all_store_sync();
        for (i = 0; i < n; i++) mine[i] = moved[i];
        barrier();
    }
    // Half a column further; the first half column and the last one stay, sorted.
    for (i = 0; i < n; i++)
        if (MYPROC < PROCS - 1 || i < half) PLACE(other, (MYPROC * n + i + half) % (PROCS * n)) :- mine[i];
    all_store_sync();
    if (MYPROC) {
        sort(n, moved);
        for (i = 0; i < n; i++) {
            at = MYPROC * n + i - half;
            PLACE(keys, at) :- moved[i];
        }
    }
    all_store_sync();
}

int run(void (*f)(), char *name, int may)
{
    static int all[most_procs * most];
    int i, p, wrong = 0;
    unsigned cycles;
    if (!may) return 0;
    for (i = 0; i < n; i++) keys[MYPROC][i] = input[MYPROC][i];
    barrier();
    cycles = get_cycles();
    f();
    cycles = all_reduce_to_one_max(get_cycles() - cycles);
    on_one {
        for (p = 0; p < PROCS; p++)
            for (i = 0; i < n; i++) all[p * n + i] = input[p][i];
        sort(PROCS * n, all);
        for (p = 0; p < PROCS; p++)
            for (i = 0; i < n; i++) wrong += keys[p][i] != all[p * n + i];
        printf("  %s: %u cycles%s\n", name, cycles, wrong ? ", wrong" : "");
    }
    barrier();
    return wrong != 0;
}

splitc_main(int argc, char **argv)
{
    int i;
    unsigned random = MYPROC * 2654435761u + 1;
    n = argc > 1 ? atoi(argv[1]) : 128;
    if (n < samples || n > most || PROCS > most_procs) {
        on_one puts("usage: sorts [8 to 256], on 1 to 16 nodes");
        return 2;
    }
    for (i = 0; i < n; i++) {
        random = random * 1664525u + 1013904223u;
        input[MYPROC][i] = random >> 16;
    }
    barrier();
    on_one printf("%d keys on each of %d processors\n", n, PROCS);
    return run(radix, "radix", 1) + run(sample, "sample", 1) + run(bitonic, "bitonic", PROCSLOG >= 0) +
           run(column, "column", n % (2 * PROCS) == 0 && n >= 2 * (PROCS - 1) * (PROCS - 1));
}
