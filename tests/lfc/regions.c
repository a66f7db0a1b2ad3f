// Regions under load: counters that all processes increment, a region of several packets that is
// written as a whole and read as a whole, copies that are released, and the message counts of
// Figure 7.17 of Bhoedjang's thesis.
#include "check.h"

#include <crl.h>

enum { counters = 5, increments = 12, words = 700 };

/// Messages of the whole machine since the last call.
static int messages(void) {
    static double before;
    const double all = rgn_reduce_dadd((double)crl_stats().messages);
    const double since = all - before;
    before = rgn_reduce_dadd((double)crl_stats().messages);
    return (int)since;
}

/// The rounds of a barrier send messages, too.
static int of_barrier(void) {
    int rounds = 0;
    while (1u << rounds < crl_num_nodes) ++rounds;
    return rounds * (int)crl_num_nodes;
}

int main(void) {
    crl_init(0);
    const unsigned me = crl_self_addr, n = crl_num_nodes;

    // Names are broadcast from each home in turn.
    rid_t names[counters + 1];
    for (unsigned i = 0; i <= counters; ++i) {
        if (i % n == me) {
            names[i] = rgn_create(i < counters ? sizeof(int) : words * sizeof(unsigned));
            rgn_bcast_send(sizeof names[i], &names[i]);
        } else {
            rgn_bcast_recv(sizeof names[i], &names[i]);
        }
    }
    int *counter[counters];
    for (int i = 0; i < counters; ++i) counter[i] = rgn_map(names[i]);
    unsigned *block = rgn_map(names[counters]);
    CHECK(rgn_size(block) == words * sizeof(unsigned) && rgn_rid(block) == names[counters]);

    for (int k = 0; k < increments; ++k)
        for (unsigned i = 0; i < counters; ++i) {
            int *c = counter[(i + me) % counters];
            rgn_start_write(c);
            ++*c;
            rgn_end_write(c);
            if ((k + me) % 5 == 0) rgn_flush(c);
        }
    for (unsigned k = 0; k < 4; ++k) {
        rgn_start_write(block);
        for (int i = 0; i < words; ++i) block[i] = me * 16 + k;
        rgn_end_write(block);
        rgn_start_read(block);
        for (int i = 1; i < words; ++i) CHECK(block[i] == block[0]);
        rgn_end_read(block);
    }
    rgn_barrier();
    for (int i = 0; i < counters; ++i) {
        rgn_start_read(counter[i]);
        CHECK(*counter[i] == increments * (int)n);
        rgn_end_read(counter[i]);
    }
    CHECK(rgn_reduce_dmax(me) == n - 1 && rgn_reduce_dmin(me) == 0);
    CHECK(rgn_reduce_dadd(me) == n * (n - 1) / 2);

    // Figure 7.17, with a region of process 0: no process has a copy.
    if (n >= 4) {
        rid_t name;
        if (me == 0) {
            name = rgn_create(4);
            rgn_bcast_send(sizeof name, &name);
        } else {
            rgn_bcast_recv(sizeof name, &name);
        }
        int *x = rgn_map(name);
        const int barrier = of_barrier();
        struct {
            unsigned process;
            int write, want;
        } const steps[] = {{1, 0, 2},         {2, 0, 2}, {3, 1, 2 + 2 * 2}, {1, 0, 4},
                           {2, 1, 2 + 2 * 2}, {1, 1, 4}, {0, 0, 2}};
        for (unsigned s = 0; s < sizeof steps / sizeof *steps; ++s) {
            rgn_barrier();
            messages();
            if (me == steps[s].process) {
                if (steps[s].write) {
                    rgn_start_write(x);
                    *x = (int)s;
                    rgn_end_write(x);
                } else {
                    rgn_start_read(x);
                    rgn_end_read(x);
                }
            }
            rgn_barrier();
            const int sent = messages() - barrier;
            if (sent != steps[s].want && me == 0) printf("step %u: %d messages\n", s, sent);
            CHECK(sent == steps[s].want);
        }
    }
    for (int i = 0; i < counters; ++i) rgn_unmap(counter[i]);
    rgn_unmap(block);
    crl_exit();
    printf("%u of %u: %d wrong\n", me, n, wrong);
    return wrong != 0;
}
