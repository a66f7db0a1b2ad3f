// What `inlet reproduce clients` and `lfc` measure of CRL (001 7.3.3, 8.5): clean write misses,
// and packets of the data messages of FFT, Radix and Barnes. Node 0 prints a line for each point:
// "curve NAME X CYCLES BYTES"; crl_packets has packets in place of cycles.
#include <am_core.h>
#include <crl.h>
#include <lfc.h>
#include <stdio.h>

enum { rounds = 8 };

static unsigned me;

static void *share(unsigned home, unsigned bytes) {
    rid_t name = 0;
    if (me == home) {
        name = rgn_create(bytes);
        rgn_bcast_send(sizeof name, &name);
    } else
        rgn_bcast_recv(sizeof name, &name);
    return rgn_map(name);
}

/// Node 0 misses on a region of node 1 that nobody else has; then node 1 takes it back.
static void miss(unsigned bytes) {
    void *const region = share(1, bytes);
    unsigned took = 0, packets = 0;
    for (int i = -1; i < rounds; ++i) {
        rgn_barrier();
        const unsigned before = lfc_stats_collect().sent, start = am_cycles();
        if (me == 0) {
            rgn_start_write(region);
            if (i >= 0) took += am_cycles() - start;
            rgn_end_write(region);
        }
        rgn_barrier();
        if (me == 1) packets = lfc_stats_collect().sent - before;
        const unsigned barrier = lfc_stats_collect().sent;
        rgn_barrier();
        if (me == 1) packets -= lfc_stats_collect().sent - barrier; // of the barrier itself
        if (me == 1) {
            rgn_start_write(region);
            rgn_end_write(region);
        }
    }
    const double of_reply = rgn_reduce_dmax(me == 1 ? packets : 0);
    if (me) return;
    printf("curve crl_miss %u %u %u\n", bytes, took, rounds * bytes);
    printf("curve crl_packets %u %u %u\n", bytes, (unsigned)of_reply, bytes);
}

int main(void) {
    crl_init(0);
    me = crl_self_addr;
    miss(16);
    miss(88);   // a body of Barnes
    miss(1024); // Radix
    miss(2048); // FFT
    for (unsigned bytes = 4096; bytes <= 65536; bytes *= 4) miss(bytes);
    crl_exit();
}
