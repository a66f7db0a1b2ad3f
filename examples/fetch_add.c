// run: --nodes 16
// Every node does K fetch&adds (default 100) on one counter of node 0, as in von Eicken's thesis,
// section 4.3.3.3. If they are atomic the counter ends at nodes x K and no two of them saw the same
// value; each node reports what it saw to node 0.
#include <am.h>
#include <fetch_add.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 1 << 20 };

static volatile int counter, reports;
static unsigned seen[most / 32]; // on node 0: a bit for each value

static void saw(int src, int value) {
    (void)src;
    if (value >= 0 && value < most) seen[value / 32] |= 1u << value % 32;
    ++reports;
}

int main(int argc, char **argv) {
    const int each = argc > 1 ? atoi(argv[1]) : 100;
    if (each < 1 || each > most / am_procs()) {
        puts("usage: fetch_add [fetch&adds of each node]");
        return 2;
    }
    for (int i = 0; i < each; ++i) am_request_1(0, saw, fetch_add(0, &counter, 1));
    if (am_my_proc() != 0) return 0;

    // As many reports as values, and every value was reported: so each was reported once.
    const int total = each * am_procs();
    am_wait(&reports, total);
    int missing = 0;
    for (int value = 0; value < total; ++value) missing += !(seen[value / 32] >> value % 32 & 1);
    printf("%d nodes x %d fetch&adds: counter %d, ", am_procs(), each, counter);
    if (missing)
        printf("%d values missing\n", missing);
    else
        puts("all values distinct");
    return missing != 0 || counter != total;
}
