// LFC's packets (001 Table 3.1): every process to every other one and by broadcast, in order and
// complete; at most one upcall a poll; kept packets do not change and block no process;
// fetch-and-add gives each number once (`run` adds them up). Argument: groups, without broadcasts.
#include "check.h"

#include <lfc.h>
#include <string.h>

enum { most_procs = 64, each = 12 };

static unsigned me, procs;
static int upcalls, unicasts, multicasts;
static unsigned next_unicast[most_procs], next_multicast[most_procs];
static int keep; ///< upcalls keep packets
static void *kept[8];
static unsigned kept_size[8];
static int kept_count;
static unsigned to_send, to_forward; ///< what lfc_stats_collect() must say

static unsigned size_of(unsigned src, unsigned number, unsigned dest) {
    return 8 + (src * 37 + number * 211 + dest * 5) % (LFC_PACKET - 7);
}
static unsigned char byte(unsigned src, unsigned number, unsigned i) {
    return (unsigned char)(src * 3 + number * 5 + i);
}

static int is_whole(const unsigned *packet, unsigned size) {
    const unsigned char *bytes = (const unsigned char *)packet;
    for (unsigned i = 8; i < size; ++i)
        if (bytes[i] != byte(packet[0], packet[1], i)) return 0;
    return 1;
}

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    const unsigned *p = packet;
    ++upcalls;
    CHECK(p[0] == src);
    CHECK(is_whole(p, size));
    if (flags == LFC_UPCALL_MCAST) {
        ++multicasts;
        CHECK(p[1] == next_multicast[src]++);
    } else {
        ++unicasts;
        CHECK(p[1] == next_unicast[src]++ && size == size_of(src, p[1], me));
    }
    if (!keep || kept_count == 8) return 0;
    kept_size[kept_count] = size;
    kept[kept_count++] = packet;
    return 1;
}

static void *fill(unsigned number, unsigned size) {
    unsigned *p = lfc_send_alloc(1);
    p[0] = me, p[1] = number;
    for (unsigned i = 8; i < size; ++i) ((unsigned char *)p)[i] = byte(me, number, i);
    return p;
}

static void wait_for(int *what, int count) {
    while (*what < count) {
        const int before = upcalls;
        lfc_poll();
        CHECK(upcalls <= before + 1);
    }
}

/// Groups of up to three neighbours. (Without broadcasts: 001 4.2.6.)
static void groups_only(void) {
    int group = -1;
    unsigned members[3], in_group = 0;
    for (unsigned first = 0, n = 0; first < procs && n < LFC_GROUPS; first += 3, ++n) {
        unsigned count = 0;
        for (unsigned i = first; i < first + 3 && i < procs; ++i) members[count++] = i;
        const int made = lfc_group_create(members, count);
        if (me >= first && me < first + 3) group = made, in_group = count;
    }
    if (group < 0) return;
    to_send = each * (in_group > 2 ? 2 : in_group - 1);
    for (unsigned k = 0; k < each; ++k) {
        const unsigned size = size_of(me, k, 99);
        lfc_mcast_launch(group, fill(k, size), size, 1);
    }
    wait_for(&multicasts, (int)(in_group - 1) * each);
}

/// Of this process in a broadcast of `root`, along a heap.
static unsigned children_of(unsigned root) {
    const unsigned at = (me + procs - root) % procs, first = 2 * at + 1;
    return first >= procs ? 0 : first + 1 == procs ? 1 : 2;
}

static void to_all(void) {
    keep = 1;
    to_send = each * (procs + children_of(me));
    for (unsigned root = 0; root < procs; ++root)
        if (root != me) to_forward += each * children_of(root);
    for (unsigned k = 0; k < each; ++k) {
        for (unsigned d = 0; d < procs; ++d) {
            const unsigned dest = (me + d) % procs, size = size_of(me, k, dest);
            lfc_ucast_launch(dest, fill(k, size), size, 1);
        }
        const unsigned size = size_of(me, k, 99);
        lfc_bcast_launch(fill(k, size), size, 1);
    }
    wait_for(&unicasts, (int)procs * each);
    wait_for(&multicasts, (int)(procs - 1) * each);
    for (int i = 0; i < kept_count; ++i) {
        const unsigned *p = kept[i];
        CHECK(is_whole(p, kept_size[i]));
        lfc_packet_free(kept[i]);
    }
    // Each number once: their sum.
    unsigned sum = 0;
    for (int i = 0; i < each; ++i) sum += lfc_fetch_and_add(procs - 1, 1);
    printf("%u: numbers %u\n", me, sum);
}

int main(int argc, char **argv) {
    (void)argv;
    // Beside the packets that are kept a window of each sender: with less, processes that forward
    // can wait for each other's buffers (001 8.3.3).
    enum { window = 2 };
    const lfc_config_t config = {.window = window,
                                 .packets = 8 + window * (unsigned)am_procs(),
                                 .send_packets = 3,
                                 .children = 2};
    lfc_init(&config);
    me = lfc_my_proc(), procs = lfc_nr_procs();

    if (argc > 1) {
        groups_only();
    } else {
        to_all();
    }
    lfc_exit();
    const lfc_stats_t s = lfc_stats_collect();
    CHECK(s.delivered == (unsigned)upcalls);
    CHECK(s.sent == to_send);
    CHECK(argc > 1 || s.forwarded == to_forward || s.forwarded == 0); // 0: by an interface
    printf("%u of %u: %d wrong\n", me, procs, wrong);
    return wrong != 0;
}
