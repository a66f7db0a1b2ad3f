// The cost of operations on regions, for docs/crl.md: from the call until the operation has begun.
// The home is process 0; all others wait in a barrier, and answer immediately. The mean of some
// rounds, after one that is not counted.
#include "costs.h"

#include <crl.h>

enum { large = 4096, readers = 3 };

static unsigned me;
static unsigned sum;

static unsigned timed(char *x, int write) {
    const unsigned from = am_cycles();
    if (write)
        rgn_start_write(x);
    else
        rgn_start_read(x);
    const unsigned took = am_cycles() - from;
    if (write) {
        ++*x;
        rgn_end_write(x);
    } else {
        rgn_end_read(x);
    }
    return took;
}

/// Process p's next operation.
static void step(char *x, unsigned p, int write, int is_timed) {
    if (me == p) {
        const unsigned took = timed(x, write);
        if (is_timed) sum += took;
    }
    rgn_barrier();
}

int main(void) {
    crl_init(0);
    me = crl_self_addr;
    rid_t names[2];
    if (me == 0) {
        names[0] = rgn_create(64);
        names[1] = rgn_create(large);
        rgn_bcast_send(sizeof names, names);
    } else {
        rgn_bcast_recv(sizeof names, names);
    }
    char *const small = rgn_map(names[0]), *const big = rgn_map(names[1]);
    const struct {
        const char *what;
        char *region;
        unsigned before, write_before; ///< processes that read, or whether process 2 writes
        int write;
    } rows[] = {
        {"to read, clean", small, 0, 0, 0},
        {"to read, clean, 4 KB", big, 0, 0, 0},
        {"to read, written elsewhere", small, 0, 1, 0},
        {"to write, no other copy", small, 0, 0, 1},
        {"to write, copies at 3 other readers", small, readers, 0, 1},
        {"to write, written elsewhere", small, 0, 1, 1},
    };
    for (unsigned r = 0; r < sizeof rows / sizeof *rows; ++r) {
        sum = 0;
        for (int i = -1; i < rounds; ++i) {
            step(rows[r].region, 0, 1, 0); // the home has the only copy
            for (unsigned p = 0; p < rows[r].before; ++p) step(rows[r].region, 2 + p, 0, 0);
            if (rows[r].write_before) step(rows[r].region, 2, 1, 0);
            step(rows[r].region, 1, rows[r].write, i >= 0);
        }
        if (me == 1) row(rows[r].what, sum / rounds);
    }
    sum = 0;
    for (int i = 0; i < rounds; ++i) {
        rgn_barrier();
        if (me != 1) continue;
        rgn_start_read(small);
        rgn_end_read(small);
        sum += timed(small, 0);
    }
    if (me == 1) row("a hit", sum / rounds);
    rgn_barrier();
    crl_exit();
}
