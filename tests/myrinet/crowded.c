// All processes broadcast, send packets to each other and add to each other's variables, with few
// credits: recoveries (001 4.3). Arguments: rounds, window, children of a node in a tree; "recov"
// or "mcast": broadcasts only, with the protocol of this name; "mixed": all of it, with MCAST.
#include <lfc.h>
#include <lfc_myrinet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned procs;
static volatile unsigned upcalls;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src, (void)packet, (void)size, (void)flags;
    ++upcalls;
    return 0;
}

int main(int argc, char **argv) {
    const unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 20;
    lfc_config_t config = lfc_defaults();
    if (argc > 2) config.window = (unsigned)atoi(argv[2]);
    if (argc > 3) config.children = (unsigned)atoi(argv[3]);
    const char *const kind = argc > 4 ? argv[4] : "";
    const int only = *kind && strcmp(kind, "mixed") != 0;
    lfc_recovery = !*kind || strcmp(kind, "recov") == 0;
    lfc_init(&config);
    const unsigned me = lfc_my_proc();
    procs = lfc_nr_procs();
    for (unsigned i = 0; i < rounds; ++i) {
        lfc_bcast_launch(lfc_send_alloc(1), 16 + 8 * i % 1000, 1);
        if (only) continue;
        lfc_ucast_launch((me + 1 + i) % procs, lfc_send_alloc(1), 4 * i % 1000, 1);
        if (i % 4 == 0) lfc_fetch_and_add((me + i) % procs, 1);
    }
    const unsigned each = procs - 1 + !only; // in a round
    while (upcalls < rounds * each) lfc_poll();
    printf("%u: %u upcalls, %s\n", me, upcalls,
           lfc_recoveries().recoveries ? "recoveries" : "no recovery");
    lfc_exit();
    return 0;
}
