// What `inlet reproduce lfc` measures of broadcasts and fetch-and-add (001 5.2, 5.3), on several
// nodes. Prints "curve NAME X CYCLES BYTES", with the number of nodes in the name, which begins
// with PREFIX; with one, only broadcasts.
#include <am_core.h>
#include <lfc.h>
#include <lfc_myrinet.h>
#include <stdio.h>

#ifndef PREFIX
#define PREFIX ""
#endif

enum { rounds = 16, stream = 64, message = 64 };
enum { meets = 12, numbers = 8 }; ///< sizes of the packets of meet() and collect()

static unsigned me, procs;
static int chain;
static volatile unsigned broadcasts, unicasts, met, collected, sums[2];

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src;
    if (flags == LFC_UPCALL_MCAST) {
        ++broadcasts;
    } else if (size == meets) {
        ++met;
    } else if (size == numbers) {
        sums[0] += ((unsigned *)packet)[0];
        sums[1] += ((unsigned *)packet)[1];
        ++collected;
    } else {
        ++unicasts;
    }
    return 0;
}

static void point(const char *name, unsigned x, unsigned took, unsigned bytes) {
    printf("curve " PREFIX "%s%s_%u %u %u %u\n", chain ? "chain_" : "", name, procs, x, took,
           bytes);
}
static void send(unsigned dest, unsigned size) {
    lfc_ucast_launch(dest, lfc_send_alloc(1), size, 1);
}
static void broadcast(unsigned size) { lfc_bcast_launch(lfc_send_alloc(1), size, 1); }
static void wait_for(volatile unsigned *counter, unsigned count) {
    while (*counter < count) lfc_poll();
    *counter -= count;
}
static void wait_unicasts(unsigned count) { wait_for(&unicasts, count); }
static void wait_broadcasts(unsigned count) { wait_for(&broadcasts, count); }
static void meet(void) {
    if (me == 0) {
        wait_for(&met, procs - 1);
        broadcast(0);
    } else {
        send(0, meets);
        wait_broadcasts(1);
    }
}

/// From the sender to the last receiver: there by broadcast and back by a unicast of each receiver
/// in turn, less the unicast. The slowest receiver counts.
static void latency(unsigned one_way) {
    unsigned most = 0;
    for (unsigned last = 1; last < procs; ++last) {
        unsigned begun = 0;
        meet();
        for (int i = 0; i < 2 * rounds; ++i) {
            if (i == rounds) begun = am_cycles();
            if (me == 0) {
                broadcast(0);
                wait_unicasts(1);
            } else {
                wait_broadcasts(1);
                if (me == last) send(0, 0);
            }
        }
        const unsigned took = (am_cycles() - begun) / rounds;
        if (took > most) most = took;
    }
    if (me == 0) point("broadcast_latency", 0, most - one_way, 0);
}

static unsigned null_latency(void) {
    unsigned begun = 0;
    meet();
    if (me > 1) return 0;
    for (int i = 0; i < 2 * rounds; ++i) {
        if (i == rounds) begun = am_cycles();
        if (me == 0) send(1, 0);
        wait_unicasts(1);
        if (me == 1) send(0, 0);
    }
    return (am_cycles() - begun) / (2 * rounds);
}

/// A blast of packets, then an empty answer of every receiver (5.3.1).
static void throughput(unsigned size, unsigned count) {
    meet();
    const unsigned begun = am_cycles();
    if (me == 0) {
        for (unsigned i = 0; i < count; ++i) broadcast(size);
        wait_unicasts(procs - 1);
        point("broadcast_rate", size, (am_cycles() - begun) / count, size);
    } else {
        wait_broadcasts(count);
        send(0, 0);
    }
}

/// The sums of two numbers of all processes, on process 0.
static void collect(unsigned *a, unsigned *b) {
    if (me != 0) {
        unsigned *packet = lfc_send_alloc(1);
        packet[0] = *a, packet[1] = *b;
        lfc_ucast_launch(0, packet, numbers, 1);
        return;
    }
    wait_for(&collected, procs - 1);
    *a += sums[0], *b += sums[1];
    sums[0] = sums[1] = 0;
}

/// Recoveries for a thousand multicasts, packets on recovery channels for each recovery (5.3.2), of
/// messages of 64 packets: by one sender, then by all at the same time (Table 5.2).
static void recoveries(int all) {
    meet();
    const lfc_recoveries_t before = lfc_recoveries();
    for (unsigned i = 0; i < message; ++i)
        if (all || me == 0) {
            broadcast(1024);
            if (broadcasts) lfc_poll();
        }
    wait_broadcasts(all ? message * (procs - 1) : me ? message : 0);
    meet();
    const lfc_recoveries_t after = lfc_recoveries();
    unsigned begun = after.recoveries - before.recoveries;
    unsigned packets = after.channel_sends - before.channel_sends;
    collect(&begun, &packets);
    if (me != 0) return;
    const unsigned sent = all ? message * procs : message;
    point(all ? "recoveries_all" : "recoveries", 1, 1000 * begun / sent, 0);
    point(all ? "channel_all" : "channel", 1, begun ? 1000 * packets / begun : 0, 0);
}

/// `busy` processes make fetch-and-adds of process 0's variable without a pause (Figure 5.3).
static void contention(unsigned busy) {
    static unsigned alone;
    meet();
    unsigned took = 0;
    if (me >= 1 && me <= busy) {
        const unsigned begun = am_cycles();
        for (int i = 0; i < rounds; ++i) lfc_fetch_and_add(0, 1);
        took = (am_cycles() - begun) / rounds;
    }
    unsigned none = 0;
    collect(&took, &none);
    if (me != 0) return;
    if (busy == 1) alone = took;
    point("fetch_add", busy, took / busy, 0);
    point("fetch_add_alone", busy, alone, 0);
}

int main(int argc, char **argv) {
    (void)argv;
    lfc_config_t config = lfc_defaults();
    chain = argc > 1;
    config.children = chain ? 1 : 2;
    lfc_init(&config);
    me = lfc_my_proc(), procs = lfc_nr_procs();
    const unsigned one_way = null_latency();
    latency(one_way);
    throughput(1024, stream);
    if (sizeof PREFIX == 1) { // NrxImc
        recoveries(0);
        recoveries(1);
    }
    if (sizeof PREFIX == 1 && procs <= 8)
        for (unsigned busy = 1; busy < procs; ++busy) contention(busy);
    lfc_exit();
    return 0;
}
