// LFC on the host of a Myrinet (001 3). The control program on the network interface does flow
// control, forwarding and recovery (../../lanai/lfc); this library writes packets and launches to
// its memory, and takes packets from buffers in the host's memory, which the interface fills.
#include <am_core.h>
#include <fail.h>
#include <lfc.h>
#include <lfc_layout.h>
#include <lfc_tree.h>
#include <myrinet_registers.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A receive buffer. The interface fills it so that it ends with the trailer (3.5).
struct incoming {
    struct incoming *next; ///< in `ready`
    uint32_t data[LFC_DATA_BYTES / 4];
    struct lfc_trailer trailer;
};

/// Packets of this library, which clients do not see: the size has this bit.
enum { internal = 0x8000 };
/// The interface's memory as the host sees it: combined, for stores, and uncached, for loads.
#define COMBINED(type, at) ((volatile type *)(MYRINET_SRAM + (at)))
#define UNCACHED(type, at) ((volatile type *)(MYRINET_SRAM_UNCACHED + (at)))
static volatile struct lfc_shared *const to_ni = COMBINED(struct lfc_shared, LFC_SHARED);
static volatile struct lfc_shared *const from_ni = UNCACHED(struct lfc_shared, LFC_SHARED);

static lfc_config_t config;
static unsigned procs, self;

// Sending.
static unsigned first_send; ///< address of send buffer 0 in SRAM
static uint8_t free_sends[LFC_SEND_BUFFERS], launched[LFC_SEND_BUFFERS];
static unsigned free_count;         ///< in free_sends
static unsigned freed_seen;         ///< of lfc_shared.freed
static unsigned launches, consumed; ///< ever; the second as it was when last read
static unsigned fetch_adds;

// Receiving.
static struct incoming **posted;      ///< as they are in lfc_shared.host_buffer
static unsigned post_next, take_next; ///< places in it: empty, and the next to be filled
static struct incoming *ready, **ready_last = &ready;
static volatile struct lfc_watch_words watch;

// Interrupts. `inside`: main or an upcall is inside LFC, which looks for packets before it leaves.
static volatile int inside;

// Trees.
static uint16_t root_of[LFC_TREES];
static struct {
    unsigned first_tree; ///< that of the first member
    struct group members;
} groups[LFC_GROUPS];
static int group_count;
static unsigned next_tree, next_edge;
static lfc_stats_t stats;
static uint32_t to_deliver,
    delivered; ///< upcalls elsewhere by packets of this process; upcalls here

unsigned lfc_my_proc(void) { return self; }
unsigned lfc_nr_procs(void) { return procs; }

#define CHECK(what, wrong, ...)                                                                    \
    if (__builtin_expect(wrong, 0))                                                                \
    xnet_fail_at(__builtin_return_address(0), what ":"                                             \
                                                   " " __VA_ARGS__)

/// W = 512 / P (001 8.5.1: 512 receive buffers), which a byte of the header can return.
lfc_config_t lfc_defaults(void) {
    const unsigned window = 512 / (unsigned)am_procs();
    return (lfc_config_t){.window = window > 255 ? 255 : window,
                          .packets = LFC_HOST_BUFFERS,
                          .send_packets = LFC_SEND_BUFFERS,
                          .children = 2};
}

// --- the interface's memory ----------------------------------------------------------------------

static uint32_t swap(uint32_t value) { return __builtin_bswap32(value); }
static uint16_t swap_half(unsigned value) { return __builtin_bswap16((uint16_t)value); }

/// All stores before it are in SRAM when it ends (3.3.2).
static void fence(void) { *(volatile uint32_t *)(MYRINET_DRIVER + MYRINET_FENCE) = 0; }
static uint32_t driver(unsigned offset) { return *(volatile uint32_t *)(MYRINET_DRIVER + offset); }
static void set_driver(unsigned offset, uint32_t value) {
    *(volatile uint32_t *)(MYRINET_DRIVER + offset) = value;
}

// --- receiving -----------------------------------------------------------------------------------

static void post(struct incoming *in) {
    in->trailer.full = 0;
    posted[post_next] = in;
    // Not combined: the interface looks at it soon, and nothing follows that would send it off.
    UNCACHED(struct lfc_shared, LFC_SHARED)->host_buffer[post_next] =
        swap((uint32_t)(uintptr_t)in->data);
    if (++post_next == config.packets) post_next = 0;
}

static int has_arrived(void) {
    const struct incoming *in = posted[take_next];
    return in && *(volatile const uint32_t *)&in->trailer.full;
}

static void take_internal(const uint32_t *data, unsigned src);

/// Takes arrivals out of the buffers' ring.
static void drain(void) {
    while (has_arrived()) {
        struct incoming *in = posted[take_next];
        __asm__ volatile("" ::: "memory");
        posted[take_next] = 0;
        if (++take_next == config.packets) take_next = 0;
        const unsigned size = swap_half(in->trailer.size);
        if (size & internal) {
            ++watch.processed;
            take_internal((uint32_t *)((char *)&in->trailer - swap_half(in->trailer.pad) -
                                       (size & LFC_SIZE_BITS)),
                          swap_half(in->trailer.src));
            post(in);
            continue;
        }
        in->next = 0;
        *ready_last = in;
        ready_last = &in->next;
    }
}

/// Makes the next packet's upcall, if there is one.
static int upcall(void) {
    struct incoming *in = ready;
    if (!in) return 0;
    ready = in->next;
    if (!ready) ready_last = &ready;
    ++watch.processed;
    ++stats.delivered;
    ++delivered;
    const unsigned size = swap_half(in->trailer.size), tree = swap_half(in->trailer.tree);
    char *data = (char *)&in->trailer - swap_half(in->trailer.pad) - size;
    const int keeps = tree < LFC_NODES ? lfc_upcall(tree, data, size, LFC_UPCALL_UNICAST)
                                       : lfc_upcall(root_of[tree], data, size, LFC_UPCALL_MCAST);
    if (!keeps) post(in);
    return 1;
}

static int has_work(void) { return ready || has_arrived(); }

/// With interrupts on, and nothing of LFC or in a hold below: makes all upcalls.
static void take_in(void) {
    __myrinet_pending = 0;
    if (watch.disabled || inside || __xnet_holds || !posted) return;
    do {
        ++inside;
        do drain();
        while (upcall());
        --inside;
    } while (has_work());
}

/// The interface's interrupt. It comes again if packets are left and nobody takes them (3.7, 4.4).
void __myrinet_interrupt(void) {
    set_driver(MYRINET_SIGNAL, 0);
    if (inside || __xnet_holds)
        __myrinet_pending = 1;
    else
        take_in();
}

static void enter(void) { ++inside; }
static void leave(void) {
    if (--inside == 0 && !watch.disabled && has_work()) take_in();
}

static void wait_a_turn(int upcalls_allowed) {
    drain();
    if (upcalls_allowed || !watch.disabled) upcall();
}

void lfc_poll(void) {
    enter();
    drain();
    upcall();
    leave();
}

void lfc_wait(void) {
    enter();
    while (!has_work()) {
    }
    drain();
    upcall();
    leave();
}

void lfc_packet_free(void *data) {
    // The buffers are those of one array.
    const size_t n =
        ((uintptr_t)data - (uintptr_t)(posted + config.packets)) / sizeof(struct incoming);
    enter();
    post((struct incoming *)(posted + config.packets) + n);
    leave();
}

void lfc_intr_disable(void) { ++watch.disabled; }
void lfc_intr_enable(void) {
    if (!watch.disabled) xnet_fail_at(__builtin_return_address(0), "lfc_intr_enable: is enabled");
    if (--watch.disabled == 0 && has_work()) take_in();
}

// --- sending -------------------------------------------------------------------------------------

static unsigned buffer_of(const void *data) {
    return ((uintptr_t)data - MYRINET_SRAM - first_send - LFC_DATA_AT) / LFC_BUFFER_BYTES;
}

/// Reads which buffers have become free: two numbers a load, since a load takes long (C12).
static void look_for_freed(void) {
    const unsigned now = swap(from_ni->freed);
    const volatile uint32_t *const numbers = (const volatile uint32_t *)from_ni->freed_buffer;
    while (freed_seen != now) {
        const unsigned at = freed_seen & (LFC_SEND_BUFFERS - 1);
        const uint32_t pair = swap(numbers[at / 2]);
        if (!(at & 1)) {
            free_sends[free_count++] = (uint8_t)(pair >> 16);
            if (++freed_seen == now) return;
        }
        free_sends[free_count++] = (uint8_t)pair;
        ++freed_seen;
    }
}

void *lfc_send_alloc(int upcalls_allowed) {
    if (!posted) xnet_fail_at(__builtin_return_address(0), "lfc_send_alloc: lfc_init comes first");
    enter();
    if (!free_count) look_for_freed();
    while (!free_count) {
        wait_a_turn(upcalls_allowed);
        look_for_freed();
    }
    const unsigned b = free_sends[--free_count];
    launched[b] = 0;
    leave();
    return (void *)(MYRINET_SRAM + first_send + b * LFC_BUFFER_BYTES + LFC_DATA_AT);
}

/// A launch (3.3.2): its words, the fence that brings them and the packet to SRAM, its turn.
static void launch(unsigned kind, unsigned to, unsigned buffer, unsigned size, uint32_t value) {
    while (launches - consumed == LFC_RING) consumed = swap(from_ni->consumed);
    volatile struct lfc_launch *l = &to_ni->ring[launches % LFC_RING];
    volatile uint32_t *const words = (volatile uint32_t *)l;
    words[0] = swap(kind << 16 | to);
    words[1] = swap(buffer << 16 | size);
    words[2] = swap(value);
    fence();
    l->turn = swap(launches / LFC_RING + 1);
    fence();
    ++launches;
}

static void launch_packet(unsigned kind, unsigned to, void *data, unsigned size) {
    const unsigned b = buffer_of(data);
    launched[b] = 1;
    launch(kind, to, b, size, 0);
}

void lfc_ucast_launch(unsigned dest, void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_ucast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_ucast_launch", dest >= procs, "there is no process %u", dest);
    CHECK("lfc_ucast_launch", launched[buffer_of(data)], "the packet has been launched");
    (void)upcalls_allowed;
    enter();
    ++stats.sent;
    ++to_deliver;
    launch_packet(LFC_LAUNCH_UNICAST, dest, data, size);
    leave();
}

/// To the tree of this process; alone, it has no child.
static void launch_tree(void *data, unsigned size, unsigned tree, unsigned members) {
    enter();
    if (members > 1) {
        stats.sent += members - 1 < config.children ? members - 1 : config.children;
        to_deliver += members - 1;
        launch_packet(LFC_LAUNCH_MULTICAST, tree, data, size);
    } else {
        free_sends[free_count++] = (uint8_t)buffer_of(data);
    }
    leave();
}

void lfc_bcast_launch(void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_bcast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_bcast_launch", launched[buffer_of(data)], "the packet has been launched");
    (void)upcalls_allowed;
    launch_tree(data, size, LFC_NODES + self, procs);
}

void lfc_mcast_launch(int group, void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_mcast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_mcast_launch", group < 0 || group >= group_count, "there is no group %d", group);
    CHECK("lfc_mcast_launch", groups[group].members.me == groups[group].members.count,
          "this process is no member of group %d", group);
    CHECK("lfc_mcast_launch", launched[buffer_of(data)], "the packet has been launched");
    (void)upcalls_allowed;
    launch_tree(data, size, groups[group].first_tree + groups[group].members.me,
                groups[group].members.count);
}

unsigned lfc_fetch_and_add(unsigned var, int upcalls_allowed) {
    CHECK("lfc_fetch_and_add", var >= procs, "there is no process %u", var);
    enter();
    launch(LFC_LAUNCH_FETCH_ADD, var, 0, 0, 1);
    ++fetch_adds;
    while (swap(from_ni->fetch_add_done) != fetch_adds) wait_a_turn(upcalls_allowed);
    const unsigned was = swap(from_ni->fetch_add_result);
    leave();
    return was;
}

// --- trees ---------------------------------------------------------------------------------------

/// Writes the tree of a root for the interface.
static void write_tree(unsigned tree, struct lfc_tree t) {
    root_of[tree] = (uint16_t)(t.members ? t.members[t.root] : t.root);
    const unsigned first = next_edge;
    if (t.me < t.count) {
        for (int next; (next = lfc_tree_child(t, config.children, next_edge - first)) >= 0;)
            to_ni->child[next_edge++] = swap_half((unsigned)next);
        const unsigned position = t.me >= t.root ? t.me - t.root : t.me + t.count - t.root;
        const unsigned parent = position == 0          ? 0
                                : config.children == 1 ? position - 1
                                                       : (position - 1) / 2;
        const unsigned place =
            parent + t.root >= t.count ? parent + t.root - t.count : parent + t.root;
        to_ni->parent[tree] = swap_half(t.members ? t.members[place] : place);
    }
    to_ni->first_child[tree] = swap_half(first);
    to_ni->children[tree] = swap_half(next_edge - first);
}

// --- meetings ------------------------------------------------------------------------------------

// Process 0 gets two numbers of each process, and sends their sums to all.
static struct { uint32_t a, b; } sums, agreed;
static volatile unsigned came, answers;

static void take_internal(const uint32_t *data, unsigned src) {
    (void)src;
    if (self == 0) {
        sums.a += data[0];
        sums.b += data[1];
        ++came;
    } else {
        agreed.a = data[0];
        agreed.b = data[1];
        ++answers;
    }
}

static void send_internal(unsigned dest, uint32_t a, uint32_t b) {
    uint32_t *data = lfc_send_alloc(0);
    data[0] = a;
    data[1] = b;
    launch_packet(LFC_LAUNCH_UNICAST, dest, data, internal | 8);
}

/// All processes have called it.
static void agree(uint32_t a, uint32_t b, int upcalls_allowed) {
    static unsigned times;
    ++times;
    if (self != 0) {
        send_internal(0, a, b);
        while (answers != times) wait_a_turn(upcalls_allowed);
        return;
    }
    while (came != procs - 1) wait_a_turn(upcalls_allowed);
    agreed.a = sums.a + a;
    agreed.b = sums.b + b;
    sums.a = sums.b = came = 0;
    for (unsigned p = 1; p < procs; ++p) send_internal(p, agreed.a, agreed.b);
}

int lfc_group_create(const unsigned *members, unsigned count) {
    CHECK("lfc_group_create", group_count == LFC_GROUPS, "there are %d groups", LFC_GROUPS);
    CHECK("lfc_group_create", next_tree + count > LFC_TREES, "more than %d trees", LFC_TREES);
    for (unsigned i = 0; i < count; ++i)
        CHECK("lfc_group_create", members[i] >= procs, "there is no process %u", members[i]);
    struct group *g = &groups[group_count].members;
    g->count = count;
    g->members = malloc(count * sizeof *g->members);
    CHECK("lfc_group_create", !g->members, "no memory for %u members", count);
    memcpy(g->members, members, count * sizeof *g->members);
    g->me = place_in(g, self);
    groups[group_count].first_tree = next_tree;
    enter();
    for (unsigned root = 0; root < count; ++root, ++next_tree) {
        write_tree(next_tree, (struct lfc_tree){g->members, count, g->me, root});
        if (g->me < count) launch(LFC_LAUNCH_TREE, next_tree, 0, 0, 0);
    }
    agree(0, 0, 0); // no packet of the group comes before its trees are there
    leave();
    return group_count++;
}

// --- start and end -------------------------------------------------------------------------------

void __myrinet_signal(void);

void lfc_init(const lfc_config_t *given) {
    procs = (unsigned)am_procs();
    self = (unsigned)am_my_proc();
    config = given ? *given : lfc_defaults();
    CHECK("lfc_init", posted != 0, "called twice");
    CHECK("lfc_init", driver(MYRINET_OPEN), "the network interface is open already");
    CHECK("lfc_init", procs > LFC_NODES, "%u processes, at most %d", procs, LFC_NODES);
    CHECK("lfc_init", config.window < 1 || config.window > 255, "a window of %u", config.window);
    CHECK("lfc_init", config.children < 1 || config.children > 2, "%u children", config.children);
    CHECK("lfc_init", !config.packets || !config.send_packets, "no packets");
    if (config.packets > LFC_HOST_BUFFERS) config.packets = LFC_HOST_BUFFERS;
    if (config.send_packets > LFC_SEND_BUFFERS) config.send_packets = LFC_SEND_BUFFERS;
    watch.disabled = 1;
    posted = malloc(config.packets * (sizeof *posted + sizeof(struct incoming)));
    if (!posted) xnet_fail("lfc_init: no memory for %u packets", config.packets);
    struct incoming *in = (struct incoming *)(posted + config.packets);
    set_driver(MYRINET_PIN_FIRST, (uint32_t)(uintptr_t)in);
    set_driver(MYRINET_PIN_BYTES, config.packets * sizeof *in);
    set_driver(MYRINET_PIN_FIRST, (uint32_t)(uintptr_t)&watch);
    set_driver(MYRINET_PIN_BYTES, sizeof watch);
    for (unsigned i = 0; i < config.packets; ++i) post(in + i);
    to_ni->me = swap(self);
    to_ni->nodes = swap(procs);
    to_ni->window = swap(config.window);
    to_ni->recover = swap(1);
    to_ni->send_buffers = swap(config.send_packets);
    to_ni->host_buffers = swap(config.packets);
    to_ni->interrupt_delay = swap(140); // 70 us (8.5.1)
    to_ni->watch = swap((uint32_t)(uintptr_t)&watch);
    for (unsigned n = 0; n < procs; ++n) {
        to_ni->route[n].bytes = swap(driver(MYRINET_ROUTE(n)));
        for (unsigned w = 0; w < LFC_ROUTE_BYTES / 4; ++w)
            ((volatile uint32_t *)to_ni->route[n].route)[w] = driver(MYRINET_ROUTE(n) + 4 + 4 * w);
    }
    for (unsigned root = 0; root < procs; ++root)
        write_tree(LFC_NODES + root, (struct lfc_tree){0, procs, self, root});
    next_tree = LFC_NODES + procs;
    while (free_count < config.send_packets) {
        free_sends[free_count] = (uint8_t)free_count;
        ++free_count;
    }
    fence();
    to_ni->go = swap(1);
    fence();
    while (!from_ni->ready) {
    }
    first_send = swap(from_ni->first_send);
    set_driver(MYRINET_HANDLER, (uint32_t)(uintptr_t)__myrinet_signal);
    __myrinet_take_in = take_in;
    __asm__ volatile("sti");
    enter();
    agree(0, 0, 0); // a process gets no packets before its trees are there
    leave();
}

void lfc_exit(void) {
    // All packets have been delivered when two meetings find the same numbers, and these are equal.
    static uint32_t sent_before = ~0u;
    enter();
    for (;;) {
        while (has_work()) wait_a_turn(1);
        agree(to_deliver, delivered, 1);
        if (agreed.a == agreed.b && agreed.a == sent_before) break;
        sent_before = agreed.a;
    }
    leave();
}

void lfc_stats_reset(void) { stats = (lfc_stats_t){0}; }
lfc_stats_t lfc_stats_collect(void) { return stats; }
void lfc_stats_print(void) {
    printf("[%u] lfc: %u sent, %u upcalls\n", self, stats.sent, stats.delivered);
}
