// Every process broadcasts, all at the same time, more than the windows hold: with a binary tree or
// with chains (001 8.3.3, Appendix A).
//
//   storm [PACKETS, default 60] [chain]
#include "check.h"

#include <lfc.h>
#include <stdlib.h>
#include <string.h>

enum { most_procs = 64 };
static unsigned me, procs, upcalls, next_of[most_procs];

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    unsigned number;
    memcpy(&number, packet, sizeof number);
    CHECK(size == LFC_PACKET && flags == LFC_UPCALL_MCAST && number == next_of[src]);
    ++next_of[src];
    ++upcalls;
    return 0;
}

int main(int argc, char **argv) {
    const unsigned packets = argc > 1 ? (unsigned)atoi(argv[1]) : 60;
    lfc_config_t config = lfc_defaults();
    if (argc > 2) config.children = 1;
    lfc_init(&config);
    me = lfc_my_proc(), procs = lfc_nr_procs();
    for (unsigned n = 0; n < packets; ++n) {
        void *const packet = lfc_send_alloc(1);
        memcpy(packet, &n, sizeof n);
        lfc_bcast_launch(packet, LFC_PACKET, 1);
    }
    while (upcalls < packets * (procs - 1)) lfc_wait();
    lfc_exit();
    printf("%u: %d wrong\n", me, wrong);
    return wrong != 0;
}
