// The limits of LFC: packets of the sizes around a word's, and empty ones; a client that keeps all
// its packets, whose senders stop and continue when it returns them; more packets than all windows
// hold; a storm of broadcasts; a sender that computes for a long time; a window of one, and chains
// for trees.
//
//   edges [WINDOW CHILDREN]
#include "check.h"

#include <lfc.h>
#include <stdlib.h>
#include <string.h>

enum { packets = 6, most_procs = 64 };
static const unsigned sizes[] = {0, 1, 3, 4, 1023, LFC_PACKET};
enum { count_of_sizes = sizeof sizes / sizeof *sizes };

static unsigned me, procs;
static unsigned seen[most_procs], broadcasts[most_procs], upcalls;
static int keep;
static void *kept[packets];
static unsigned kept_src[packets], kept_number[packets], kept_count;

static unsigned char byte(unsigned src, unsigned number, unsigned i) {
    return (unsigned char)(src * 7 + number * 3 + i * 5);
}
static void fill(unsigned char *p, unsigned size, unsigned number) {
    for (unsigned i = 0; i < size; ++i) p[i] = byte(me, number, i);
}
static int is_whole(const unsigned char *p, unsigned src, unsigned size, unsigned number) {
    for (unsigned i = 0; i < size; ++i)
        if (p[i] != byte(src, number, i)) return 0;
    return 1;
}

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    unsigned *const next = flags == LFC_UPCALL_MCAST ? broadcasts : seen;
    const unsigned number = next[src]++;
    ++upcalls;
    CHECK(size == sizes[number % count_of_sizes]);
    CHECK(is_whole(packet, src, size, number));
    if (!keep) return 0;
    CHECK(kept_count < packets);
    kept[kept_count] = packet;
    kept_src[kept_count] = src;
    kept_number[kept_count++] = number;
    return 1;
}

static unsigned sent[most_procs], cast;
static void send(unsigned dest) {
    const unsigned number = sent[dest]++, size = sizes[number % count_of_sizes];
    void *const p = lfc_send_alloc(1);
    fill(p, size, number);
    lfc_ucast_launch(dest, p, size, 1);
}
static void broadcast(void) {
    const unsigned number = cast++, size = sizes[number % count_of_sizes];
    void *const p = lfc_send_alloc(1);
    fill(p, size, number);
    lfc_bcast_launch(p, size, 1);
}
static void until(unsigned all) {
    while (upcalls < all) lfc_wait();
}

int main(int argc, char **argv) {
    lfc_config_t config = lfc_defaults();
    config.packets = packets;
    if (argc > 2)
        config.window = (unsigned)atoi(argv[1]), config.children = (unsigned)atoi(argv[2]);
    lfc_init(&config);
    me = lfc_my_proc(), procs = lfc_nr_procs();
    unsigned all = 0;

    // Every size to every process, itself included.
    for (unsigned n = 0; n < 2 * count_of_sizes; ++n)
        for (unsigned i = 0; i < procs; ++i) send((me + i) % procs);
    until(all += 2 * count_of_sizes * procs);

    // Process 0 keeps all its packets: no more arrive, however often it polls, and all packets that
    // were sent arrive when it returns them.
    const unsigned to_keeper = 3 * config.window + packets;
    keep = me == 0;
    lfc_fetch_and_add(0, 1);
    if (me == 0) {
        unsigned to_self =
            0; // where packets to oneself take their time, they are under way together
        while (kept_count < packets) {
            lfc_poll();
            if (procs == 1 && to_self < packets) send(0), ++to_self;
        }
        for (int i = 0; i < 2000; ++i) lfc_poll();
        CHECK(kept_count == packets && upcalls == all + packets);
        for (unsigned i = 0; i < packets; ++i)
            CHECK(is_whole(kept[i], kept_src[i], sizes[kept_number[i] % count_of_sizes],
                           kept_number[i]));
        keep = 0;
        for (unsigned i = 0; i < packets; ++i) lfc_packet_free(kept[i]);
        all += procs == 1 ? packets : (procs - 1) * to_keeper;
    } else {
        for (unsigned n = 0; n < to_keeper; ++n) send(0);
    }
    until(all);

    // A storm: all broadcast together; one of them computes first.
    if (me == procs - 1)
        for (volatile int i = 0; i < 20000; ++i) continue;
    for (unsigned n = 0; n < 2 * count_of_sizes; ++n) broadcast();
    until(all += 2 * count_of_sizes * (procs - 1));
    lfc_exit();
    CHECK(upcalls == all);
    printf("%u of %u: %d wrong\n", me, procs, wrong);
    return wrong != 0;
}
