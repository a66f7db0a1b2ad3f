// run: --nodes 3
// expect: ok
// Spread memory by one processor: hundreds of blocks, of very different sizes, freed in any order.
// No two overlap, and at the end all memory is in one piece again.
#include <fail.h>
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

enum { blocks = 200 };
static struct {
    char *at;
    unsigned bytes;
} mine[blocks];

static unsigned seed;
static unsigned next(unsigned n) {
    seed = seed * 1103515245 + 12345;
    return (seed >> 8) % n;
}

static char value(int i, unsigned k) { return (char)(i * 31 + (int)k + 7 * MYPROC); }

static void allocate(int i, unsigned bytes) {
    const spread(void) p = spread_malloc((size_t)PROCS, bytes);
    mine[i].bytes = bytes;
    mine[i].at = tolocal(p);
    for (unsigned k = 0; k < bytes; k += 7) mine[i].at[k] = value(i, k);
}
static void release(int i) {
    for (unsigned k = 0; k < mine[i].bytes; k += 7)
        if (mine[i].at[k] != value(i, k)) xnet_fail("block %d of %d has changed", i, MYPROC);
    spread_free(tospread(0, mine[i].at));
    mine[i].at = 0;
}

int splitc_main(int argc, char **argv) {
    const int turns = argc > 1 ? atoi(argv[1]) : 3;
    seed = (unsigned)MYPROC * 77 + 1;
    for (int t = 0; t < turns; ++t) {
        for (int i = 0; i < blocks; ++i)
            if (!mine[i].at) allocate(i, next(t % 2 ? 40 : 3000));
        for (int i = 0; i < blocks; ++i)
            if (next(2)) release(i);
    }
    for (int i = 0; i < blocks; ++i)
        if (mine[i].at) release(i);
    barrier();
    all_spread_free(all_spread_malloc((size_t)PROCS, 7000000));
    if (MYPROC == 0) printf("ok\n");
    return 0;
}
