// LFC on the host of a Myrinet (001 3). The control program on the network interface does flow
// control, forwarding and recovery (../../lanai/lfc); this library writes packets and launches to
// its memory, and takes packets from buffers in the host's memory, which the interface fills. This
// file is compiled three times (lfc_choice.h): for interfaces that forward multicast packets, for
// hosts that forward them (Hmc, 001 8.3.1), and for hosts that retransmit besides (Hrx; hrx.h).
#include <am_core.h>
#include <am_internal.h>
#include <fail.h>
#include <lfc.h>
#include <lfc_intr.h>
#include <lfc_layout.h>
#include <lfc_myrinet.h>
#include <lfc_tree.h>
#if LFC_RETRANSMITS == LFC_HOST
#include "hrx.h"
#endif
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
#if LFC_FORWARDS == LFC_HOST
    struct incoming *next_forward; ///< in `forwards`
    uint8_t holders;               ///< the client, until it gives the packet back; `forwards`
    uint8_t forwards;              ///< it is in `forwards`
#endif
};

/// Packets of this library, which clients do not see: the size has this bit.
enum { internal = 0x8000, active = LFC_ACTIVE };
/// The interface's memory as the host sees it: combined, for stores, and uncached, for loads.
#define COMBINED(type, at) ((volatile type *)(MYRINET_SRAM + (at)))
#define UNCACHED(type, at) ((volatile type *)(MYRINET_SRAM_UNCACHED + (at)))
static volatile struct lfc_shared *const to_ni = COMBINED(struct lfc_shared, LFC_SHARED);
static volatile struct lfc_shared *const from_ni = UNCACHED(struct lfc_shared, LFC_SHARED);

unsigned lfc_interrupt_delay = 140; // 70 us (8.5.1)
int lfc_recovery = 1;
// Hrx's host may look at its clock once in TGRAN only, so an acknowledgement may take as long.
unsigned lfc_retransmit_delay = LFC_RETRANSMITS == LFC_HOST ? 4 * 10000 : 4000, lfc_ack_delay = 400,
         lfc_clock_period = 10000;
static lfc_config_t config;
static int recovers; ///< lfc_recovery, as it was at the start
static unsigned procs, self;

// Sending.
static unsigned first_send; ///< address of send buffer 0 in SRAM
static uint8_t free_sends[LFC_SEND_BUFFERS], launched[LFC_SEND_BUFFERS];
static unsigned free_count; ///< in free_sends
#if LFC_RETRANSMITS != LFC_HOST
static unsigned freed_seen; ///< of lfc_shared.freed
static unsigned fetch_adds;
#endif
static unsigned launches, consumed; ///< ever; the second as it was when last read

// Receiving.
struct incoming **__lfc_posted; ///< as they are in lfc_shared.host_buffer
unsigned __lfc_take_next;       ///< the place in it that is filled next
static unsigned post_next;      ///< an empty place
static unsigned places;         ///< receive buffers, and their ring
#if LFC_RETRANSMITS == LFC_HOST
static unsigned held; ///< those with packets for the client: at most config.packets
#endif
static struct queue {
    struct incoming *first, **last;
} ready = {0, &ready.first}, messages = {0, &messages.first};
_Static_assert(offsetof(struct incoming, trailer.full) == 4 + 1024 + 8, "exit.S has it");
#define posted __lfc_posted
#define take_next __lfc_take_next
volatile struct lfc_watch_words __lfc_watch; ///< packets processed, interrupts disabled

// Interrupts. `inside`: main or an upcall is inside LFC, which looks for packets before it leaves.
static volatile int inside;

// Trees.
static uint16_t root_of[LFC_TREES];
static struct {
    unsigned first_tree; ///< that of the first member
    struct group members;
} groups[LFC_GROUPS];
static int group_count;
static unsigned next_tree;
#if LFC_FORWARDS == LFC_INTERFACE
static unsigned next_edge;
#endif
static lfc_stats_t stats;
static uint32_t to_deliver,
    delivered; ///< upcalls elsewhere by packets of this process; upcalls here

// The program names the library that it is linked with: inlet loads the control program for it.
#if LFC_RETRANSMITS == LFC_HOST
#define LIBRARY "hrx"
#elif LFC_FORWARDS == LFC_HOST
#define LIBRARY "hmc"
#else
#define LIBRARY "imc"
#endif
__asm__(".pushsection .note.inlet, \"\", @progbits\n.asciz \"inlet-lfc=" LIBRARY "\"\n.popsection");

unsigned lfc_my_proc(void) { return self; }
unsigned lfc_nr_procs(void) { return procs; }

#define CHECK(what, wrong, ...)                                                                    \
    if (__builtin_expect(wrong, 0))                                                                \
    xnet_fail_at(__builtin_return_address(0), what ":"                                             \
                                                   " " __VA_ARGS__)

/// What the control program has: send buffers, and its window (LFC_POOL).
struct pool {
    unsigned send_packets, window;
};
static struct pool pool(void) {
    uint32_t word;
    while (!(word = from_ni->pool)) {
    }
    word = __builtin_bswap32(word);
    return (struct pool){word >> 16, word & 0xFFFF};
}

/// W = 512 / P (001 8.5.1: 512 receive buffers), which a byte of the header can return; 8 where
/// packets are retransmitted.
lfc_config_t lfc_defaults(void) {
    const struct pool has = pool();
    const unsigned window = has.window ? has.window : 512 / (unsigned)am_procs();
    return (lfc_config_t){.window = window > 255 ? 255 : window,
                          .packets = LFC_HOST_BUFFERS,
                          .send_packets = has.send_packets,
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
    if (++post_next == places) post_next = 0;
}

static int has_arrived(void) {
    const struct incoming *in = posted[take_next];
    return in && *(volatile const uint32_t *)&in->trailer.full;
}

static void take_internal(const uint32_t *data, unsigned src);

/// The data end at the trailer, at a word.
static char *data_of(struct incoming *in, unsigned size) {
    return (char *)&in->trailer - ((size + 3) & ~3u);
}

static void append(struct queue *queue, struct incoming *in) {
    in->next = 0;
    *queue->last = in;
    queue->last = &in->next;
}
static struct incoming *take(struct queue *queue) {
    struct incoming *in = queue->first;
    if (in && !(queue->first = in->next)) queue->last = &queue->first;
    return in;
}

#if LFC_FORWARDS == LFC_HOST
static struct lfc_tree trees[LFC_TREES];
static struct incoming *forward_first, **forward_last = &forward_first;

static unsigned children_of(unsigned tree) {
    unsigned children = 0;
    while (lfc_tree_child(trees[tree], config.children, children) >= 0) ++children;
    return children;
}

/// The client, or the forwarding, no longer needs it.
static void give_back(struct incoming *in) {
    if (--in->holders != 0) return;
#if LFC_RETRANSMITS == LFC_HOST
    --held;
#endif
    post(in);
}

static void look_for_freed(void);
#if LFC_RETRANSMITS != LFC_HOST
static void launch_to_children(unsigned buffer, unsigned size, unsigned tree);
#endif

/// Copies packets that other processes are to get to the interface (001 8.3.1), as far as there are
/// send buffers.
static void forward(void) {
    struct incoming *in;
    while ((in = forward_first)) {
        if (!free_count) look_for_freed();
        if (!free_count) return;
        if (!(forward_first = in->next_forward)) forward_last = &forward_first;
        const unsigned b = free_sends[--free_count], size = swap_half(in->trailer.size),
                       tree = swap_half(in->trailer.tree);
        memcpy((void *)(MYRINET_SRAM + first_send + b * LFC_BUFFER_BYTES + LFC_DATA_AT),
               data_of(in, size), size);
#if LFC_RETRANSMITS == LFC_HOST
        hrx_forward(b, swap_half(in->trailer.src), swap_half(in->trailer.channel), tree, size);
#else
        launch_to_children(b, size, tree);
#endif
        stats.forwarded += children_of(tree);
        in->forwards = 0;
        if (in->holders == 1) ++__lfc_watch.processed; // else the client has not seen it
        give_back(in);
    }
}

/// It has one holder, and is not forwarded.
static void take_for_one(struct incoming *in) {
    in->holders = 1;
    in->forwards = 0;
#if LFC_RETRANSMITS == LFC_HOST
    ++held;
#endif
}

/// A packet for the client, and for the children in its tree.
static void take_for_client(struct incoming *in) {
    const unsigned tree = swap_half(in->trailer.tree);
    take_for_one(in);
    if (tree < LFC_NODES || lfc_tree_child(trees[tree], config.children, 0) < 0) return;
    in->holders = 2;
    in->forwards = 1;
    in->next_forward = 0;
    *forward_last = in;
    forward_last = &in->next_forward;
}
#else
static void give_back(struct incoming *in) { post(in); }
static void take_for_one(struct incoming *in) { (void)in; }
static void take_for_client(struct incoming *in) { (void)in; }
static void forward(void) {}
#endif

/// Takes arrivals out of the buffers' ring.
static void drain(void) {
    while (has_arrived()) {
        struct incoming *in = posted[take_next];
        __asm__ volatile("" ::: "memory");
        posted[take_next] = 0;
        if (++take_next == places) take_next = 0;
        const unsigned size = swap_half(in->trailer.size);
#if LFC_RETRANSMITS == LFC_HOST
        if (!hrx_take(&in->trailer, data_of(in, size & LFC_SIZE_BITS),
                      held < config.packets || size & internal)) {
            ++__lfc_watch.processed;
            post(in);
            continue;
        }
#endif
        if (size & internal) {
            ++__lfc_watch.processed;
            take_internal((uint32_t *)data_of(in, size & LFC_SIZE_BITS),
                          swap_half(in->trailer.src));
            post(in);
            continue;
        }
        if (size & active) {
            ++__lfc_watch.processed; // it needs no interrupt
            take_for_one(in);
            append(&messages, in);
        } else {
            take_for_client(in);
            append(&ready, in);
        }
    }
    forward();
#if LFC_RETRANSMITS == LFC_HOST
    hrx_look_at_clock();
#endif
}

/// Makes the next packet's upcall, if there is one.
static int upcall(void) {
    struct incoming *in = take(&ready);
    if (!in) return 0;
#if LFC_FORWARDS == LFC_HOST
    if (!in->forwards) ++__lfc_watch.processed;
#else
    ++__lfc_watch.processed;
#endif
    ++stats.delivered;
    ++delivered;
    const unsigned size = swap_half(in->trailer.size), tree = swap_half(in->trailer.tree);
    char *data = data_of(in, size);
    const int keeps = tree < LFC_NODES ? lfc_upcall(tree, data, size, LFC_UPCALL_UNICAST)
                                       : lfc_upcall(root_of[tree], data, size, LFC_UPCALL_MCAST);
    if (!keeps) give_back(in);
    return 1;
}

static int has_work(void) { return ready.first || has_arrived(); }

/// With interrupts on, and nothing of LFC or in a hold below: makes all upcalls.
void __lfc_take_in(void) {
    if (__lfc_watch.disabled || inside || __xnet_holds || !posted) return;
    do {
        ++inside;
        do drain();
        while (upcall());
        --inside;
    } while (has_work());
}

void (*__lfc_interrupt)(void) = __lfc_take_in;

/// The interface's interrupt. It comes again if packets are left and nobody takes them (3.7, 4.4).
void __myrinet_interrupt(void) {
    set_driver(MYRINET_SIGNAL, 0);
    if (inside || __xnet_holds)
        __myrinet_pending = 1;
    else if (!__lfc_watch.disabled)
        __lfc_interrupt();
#if LFC_RETRANSMITS == LFC_HOST
    else { // the clock: timers go on while the client has no upcalls
        ++inside;
        drain();
        --inside;
    }
#endif
}

/// At the end of a hold: as an interrupt, which does not interrupt itself.
static void take_in(void) {
    __myrinet_pending = 0;
    if (__lfc_watch.disabled || inside || __xnet_holds) return;
    uint32_t flags;
    __asm__ volatile("pushfl\n\tpopl %0\n\tcli" : "=r"(flags)::"memory");
    __lfc_interrupt();
    __asm__ volatile("pushl %0\n\tpopfl" ::"r"(flags) : "memory", "cc");
}

static void enter(void) { ++inside; }
static void leave(void) {
    if (--inside == 0 && !__lfc_watch.disabled && has_work()) __lfc_take_in();
}

static void wait_a_turn(int upcalls_allowed) {
    drain();
    if (upcalls_allowed || !__lfc_watch.disabled) upcall();
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
        forward();
#if LFC_RETRANSMITS == LFC_HOST
        hrx_look_at_clock();
#endif
    }
    drain();
    upcall();
    leave();
}

/// The buffers are those of one array.
static struct incoming *incoming_of(const void *data) {
    struct incoming *const all = (struct incoming *)(posted + places);
    return all + ((uintptr_t)data - (uintptr_t)all) / sizeof *all;
}

void lfc_packet_free(void *data) {
    enter();
    give_back(incoming_of(data));
    leave();
}

void lfc_intr_disable(void) { ++__lfc_watch.disabled; }
void lfc_intr_enable(void) {
    if (!__lfc_watch.disabled)
        xnet_fail_at(__builtin_return_address(0), "lfc_intr_enable: is enabled");
    if (--__lfc_watch.disabled == 0 && has_work()) __lfc_take_in();
}

// --- sending -------------------------------------------------------------------------------------

static unsigned buffer_of(const void *data) {
    return ((uintptr_t)data - MYRINET_SRAM - first_send - LFC_DATA_AT) / LFC_BUFFER_BYTES;
}

#if LFC_RETRANSMITS == LFC_HOST
/// Those whose packets have been acknowledged.
static void look_for_freed(void) {
    int b;
    while ((b = hrx_freed()) >= 0) free_sends[free_count++] = (uint8_t)b;
}
#else
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
#endif

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

unsigned lfc_send_room(unsigned most) {
    enter();
    if (free_count < most) look_for_freed();
    leave();
    return free_count < most ? free_count : most;
}

/// Whether a launch is of a packet of a client for one process.
static int names_one(unsigned kind, unsigned buffer) {
#if LFC_RETRANSMITS == LFC_HOST
    return (kind >> 8 & LFC_TAG_BITS) == LFC_UCAST && !(kind >> 8 & LFC_AGAIN) &&
           buffer != LFC_NO_BUFFER;
#else
    (void)buffer;
    return kind == LFC_LAUNCH_UNICAST;
#endif
}

/// A launch (3.3.2): its words, the fence that brings them and the packet to SRAM, its turn. For
/// observers, the last fence names the packet.
static void launch(unsigned kind, unsigned to, unsigned buffer, unsigned size, uint32_t value) {
    while (launches - consumed == LFC_RING) consumed = swap(from_ni->consumed);
    volatile struct lfc_launch *l = &to_ni->ring[launches % LFC_RING];
    volatile uint32_t *const words = (volatile uint32_t *)l;
    words[0] = swap(kind << 16 | to);
    words[1] = swap(buffer << 16 | size);
    words[2] = swap(value);
    fence();
    l->turn = swap(launches / LFC_RING + 1);
    const unsigned dest = !names_one(kind, buffer) || size & internal ? MYRINET_SEVERAL
                          : size & active                             ? MYRINET_ACTIVE | to << 20
                                                                      : to << 20;
    if (LFC_RETRANSMITS == LFC_HOST && buffer == LFC_NO_BUFFER)
        fence(); // nothing in a buffer
    else
        set_driver(MYRINET_HAND_OVER(size & LFC_SIZE_BITS),
                   (first_send + buffer * LFC_BUFFER_BYTES + LFC_ROUTE_BYTES) | dest);
    ++launches;
}

#if LFC_RETRANSMITS == LFC_HOST
/// A packet with its header (lfc_layout.h), by hrx.c.
void hrx_transmit(const struct hrx_packet *packet) {
    if (packet->has_word)
        to_ni->word[launches % LFC_RING] = packet->word; // its bytes are the host's
    launch(packet->tag << 8 | packet->ack, packet->dest, packet->buffer, packet->size,
           packet->tree << 16 | packet->number);
}

static void launch_unicast(unsigned dest, unsigned buffer, unsigned size) {
    hrx_unicast(buffer, dest, size);
}
#else
static void launch_unicast(unsigned dest, unsigned buffer, unsigned size) {
    launch(LFC_LAUNCH_UNICAST, dest, buffer, size, 0);
}
#endif

static void launch_packet(unsigned to, void *data, unsigned size) {
    const unsigned b = buffer_of(data);
    launched[b] = 1;
    launch_unicast(to, b, size);
}

#if LFC_RETRANSMITS == LFC_HOST
static void launch_multicast(unsigned buffer, unsigned size, unsigned tree) {
    hrx_multicast(buffer, tree, size);
}
#elif LFC_FORWARDS == LFC_HOST
/// One copy in the interface's memory, and a launch for each child (001 8.3.1).
static void launch_to_children(unsigned buffer, unsigned size, unsigned tree) {
    const unsigned children = children_of(tree);
    for (unsigned i = 0; i < children; ++i)
        launch(LFC_LAUNCH_CHILD, (unsigned)lfc_tree_child(trees[tree], config.children, i), buffer,
               size, (i == 0 ? children << 16 : 0) | tree);
}
static void launch_multicast(unsigned buffer, unsigned size, unsigned tree) {
    launch_to_children(buffer, size, tree);
}
#else
static void launch_multicast(unsigned buffer, unsigned size, unsigned tree) {
    launch(LFC_LAUNCH_MULTICAST, tree, buffer, size, 0);
}
#endif

void lfc_ucast_launch(unsigned dest, void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_ucast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_ucast_launch", dest >= procs, "there is no process %u", dest);
    CHECK("lfc_ucast_launch", launched[buffer_of(data)], "the packet has been launched");
    (void)upcalls_allowed;
    enter();
    ++stats.sent;
    ++to_deliver;
    launch_packet(dest, data, size);
    leave();
}

/// To the tree of this process; alone, it has no child.
static void launch_tree(void *data, unsigned size, unsigned tree, unsigned members) {
    enter();
    if (members > 1) {
        stats.sent += members - 1 < config.children ? members - 1 : config.children;
        to_deliver += members - 1;
        launched[buffer_of(data)] = 1;
        launch_multicast(buffer_of(data), size, tree);
    } else {
        free_sends[free_count++] = (uint8_t)buffer_of(data);
    }
    leave();
}

void lfc_bcast_launch(void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_bcast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_bcast_launch", launched[buffer_of(data)], "the packet has been launched");
    CHECK("lfc_bcast_launch", group_count && !recovers,
          "to all beside group 0: without recovery (lfc_recovery) they can block each other");
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
    static int waits; // the interface has one buffer for requests
    CHECK("lfc_fetch_and_add", var >= procs, "there is no process %u", var);
    CHECK("lfc_fetch_and_add", waits, "called while another one waits, in an upcall of it");
    enter();
    waits = 1;
#if LFC_RETRANSMITS == LFC_HOST
    uint32_t was;
    hrx_fetch_add(var);
    while (!hrx_fetch_add_done(&was)) wait_a_turn(upcalls_allowed);
#else
    launch(LFC_LAUNCH_FETCH_ADD, var, config.send_packets, 0, 1); // its buffer follows these
    ++fetch_adds;
    while (swap(from_ni->fetch_add_done) != fetch_adds) wait_a_turn(upcalls_allowed);
    const unsigned was = swap(from_ni->fetch_add_result);
#endif
    waits = 0;
    leave();
    return was;
}

// --- trees ---------------------------------------------------------------------------------------

#if LFC_FORWARDS == LFC_HOST
static void write_tree(unsigned tree, struct lfc_tree t) {
    root_of[tree] = (uint16_t)(t.members ? t.members[t.root] : t.root);
    if (t.me == t.count) t.count = t.me = t.root = 0; // no member: no child
    trees[tree] = t;
#if LFC_RETRANSMITS == LFC_HOST
    uint16_t children[2];
    unsigned count = 0;
    for (int next; t.count && (next = lfc_tree_child(t, config.children, count)) >= 0;)
        children[count++] = (uint16_t)next;
    hrx_add_tree(tree, children, count);
#endif
}
#else
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
#endif

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
    launch_packet(dest, data, internal | 8);
}

/// All processes have called it. Without upcalls, packets for the client may take all buffers
/// before process 0's answer comes, which then has none to come in. It is not needed either:
/// clients send when their last meeting without upcalls is over, so all have come to this one. The
/// answer comes later, and is counted then.
static void agree(uint32_t a, uint32_t b, int upcalls_allowed) {
    static unsigned times;
    ++times;
    if (self != 0) {
        send_internal(0, a, b);
        while (answers != times && (upcalls_allowed || posted[take_next]))
            wait_a_turn(upcalls_allowed);
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
    for (int other = 0; other < group_count && !recovers; ++other)
        for (unsigned i = 0; i < count; ++i)
            CHECK("lfc_group_create",
                  place_in(&groups[other].members, members[i]) < groups[other].members.count,
                  "groups %d and %d have process %u in common: without recovery (lfc_recovery) "
                  "they can block each other",
                  other, group_count, members[i]);
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
        if (LFC_FORWARDS == LFC_INTERFACE && g->me < count)
            launch(LFC_LAUNCH_TREE, next_tree, 0, 0, 0);
    }
    agree(0, 0, 0); // no packet of the group comes before its trees are there
    leave();
    return group_count++;
}

// --- start and end -------------------------------------------------------------------------------

void __myrinet_signal(void);

static void start(const lfc_config_t *given) {
    procs = (unsigned)am_procs();
    self = (unsigned)am_my_proc();
    config = given ? *given : lfc_defaults();
    recovers = lfc_recovery != 0;
    CHECK("lfc_init", driver(MYRINET_OPEN), "the network interface is open already");
    CHECK("lfc_init", procs > LFC_NODES, "%u processes, at most %d", procs, LFC_NODES);
    const struct pool has = pool();
    CHECK("lfc_init", config.window < 1 || config.window > 255, "a window of %u", config.window);
    CHECK("lfc_init", has.window && (config.window > 32 || config.window & (config.window - 1)),
          "a window of %u; an implementation that retransmits has 1, 2, 4, 8, 16 or 32",
          config.window);
    CHECK("lfc_init", config.children < 1 || config.children > 2, "%u children", config.children);
    CHECK("lfc_init", !config.packets || !config.send_packets, "no packets");
    if (config.packets > LFC_HOST_BUFFERS) config.packets = LFC_HOST_BUFFERS;
    if (config.send_packets > has.send_packets) config.send_packets = has.send_packets;
    __lfc_watch.disabled = 1;
    places = config.packets + LFC_HOST_SPARES;
    posted = malloc(places * (sizeof *posted + sizeof(struct incoming)));
    if (!posted) xnet_fail("lfc_init: no memory for %u packets", config.packets);
    struct incoming *in = (struct incoming *)(posted + places);
    set_driver(MYRINET_PIN_FIRST, (uint32_t)(uintptr_t)in);
    set_driver(MYRINET_PIN_BYTES, places * sizeof *in);
    set_driver(MYRINET_PIN_FIRST, (uint32_t)(uintptr_t)&__lfc_watch);
    set_driver(MYRINET_PIN_BYTES, sizeof __lfc_watch);
    for (unsigned i = 0; i < places; ++i) post(in + i);
    to_ni->me = swap(self);
    to_ni->nodes = swap(procs);
    to_ni->window = swap(config.window);
    to_ni->recover = swap((unsigned)recovers);
    to_ni->send_buffers = swap(config.send_packets);
    to_ni->host_buffers = swap(places);
    to_ni->interrupt_delay = swap(lfc_interrupt_delay + 1);
    to_ni->watch = swap((uint32_t)(uintptr_t)&__lfc_watch);
    to_ni->retransmit_delay = swap(lfc_retransmit_delay);
    to_ni->ack_delay = swap(lfc_ack_delay);
    to_ni->clock_period = swap(lfc_clock_period);
#if LFC_RETRANSMITS == LFC_HOST
    hrx_start(self, procs, config.window, lfc_retransmit_delay, lfc_ack_delay, &__lfc_watch);
#endif
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
    set_driver(MYRINET_UPCALL, (uint32_t)(uintptr_t)lfc_upcall);
    __myrinet_take_in = take_in;
    __asm__ volatile("sti");
    enter();
    agree(0, 0, 0); // a process gets no packets before its trees are there
    leave();
}

static int used; ///< lfc_init was called

void lfc_init(const lfc_config_t *given) {
    CHECK("lfc_init", used, "called twice");
    used = 1;
    if (!posted) start(given);
    // Active Messages have started LFC.
    CHECK("lfc_init", given && memcmp(given, &config, sizeof config) != 0,
          "a program with Active Messages has lfc_defaults()");
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
#if LFC_RETRANSMITS == LFC_HOST
    // Other processes may not know that their last packets have come. From now on only such packets
    // come; they interrupt, and are acknowledged again.
    __lfc_watch.disabled = 0;
#endif
}

// --- Active Messages (am_internal.h) -------------------------------------------------------------

void __lfc_start_active(void) { start(0); }

/// Of a program without a client. It also keeps the linker from taking a library's client, CRL's or
/// a build of Panda's, for a program whose first reference is to LFC.
__attribute__((weak)) int lfc_upcall(unsigned src, void *packet, unsigned size,
                                     lfc_upcall_flags_t flags) {
    (void)packet, (void)size, (void)flags;
    xnet_fail("a packet of LFC from process %u: the program does not define lfc_upcall", src);
}

/// As leave(). The client does not know of this call, so its packets come as by an interrupt.
static void leave_active(void) {
    if (--inside == 0 && !__lfc_watch.disabled && has_work()) take_in();
}

uint32_t *__lfc_try_alloc(void) {
    enter();
    if (!free_count) look_for_freed();
    uint32_t *data = 0;
    if (free_count) {
        const unsigned b = free_sends[--free_count];
        data = (uint32_t *)(MYRINET_SRAM + first_send + b * LFC_BUFFER_BYTES + LFC_DATA_AT);
    }
    leave_active();
    return data;
}

void __lfc_drain(void) {
    enter();
    drain();
    leave_active();
}

void __lfc_launch_active(unsigned dest, void *data, unsigned bytes) {
    enter();
    launch_unicast(dest, buffer_of(data), bytes | active);
    leave_active();
}

/// Until __lfc_done() no upcall comes: in one, another message could overtake this one.
const uint32_t *__lfc_take_active(unsigned *source, unsigned *bytes) {
    enter();
    if (!messages.first) drain();
    struct incoming *const in = take(&messages);
    if (!in) {
        leave_active();
        return 0;
    }
    *source = swap_half(in->trailer.src);
    *bytes = swap_half(in->trailer.size) & LFC_SIZE_BITS;
    return (const uint32_t *)data_of(in, *bytes);
}

void __lfc_done(const void *data) {
    give_back(incoming_of(data));
    --inside;
}

// --- counts --------------------------------------------------------------------------------------

lfc_retransmissions_t lfc_retransmissions(void) {
    lfc_retransmissions_t all = {0};
    uint32_t at = swap(from_ni->counts);
    if (!at) return all;
    struct lfc_counts counts;
    uint32_t *const words = (uint32_t *)&counts;
    for (unsigned i = 0; i < sizeof counts / sizeof *words; ++i)
        words[i] = swap(*UNCACHED(uint32_t, at + i * sizeof *words));
#if LFC_RETRANSMITS == LFC_HOST
    hrx_add_counts(&counts);
#endif
    return (lfc_retransmissions_t){
        counts.corrupt, counts.refused,   counts.duplicates, counts.gaps,  counts.resent,
        counts.acks,    counts.half_acks, counts.late_acks,  counts.nacks, counts.clock_signals};
}

lfc_recoveries_t lfc_recoveries(void) {
    return (lfc_recoveries_t){swap(from_ni->recoveries), swap(from_ni->channel_sends)};
}

void lfc_stats_reset(void) { stats = (lfc_stats_t){0}; }
lfc_stats_t lfc_stats_collect(void) { return stats; }
void lfc_stats_print(void) {
    printf("[%u] lfc: %u sent, %u upcalls\n", self, stats.sent, stats.delivered);
}
