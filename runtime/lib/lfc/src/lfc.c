// Amc: LFC over <am.h>. A packet goes into a slot of its receiver, which the sender chooses: the
// slots of a sender are a ring, and a credit is a free slot (001 4.1, UCAST). The handler of an
// arrival only records it. `drain`, on main, does everything else: in sequence, not in the order of
// arrival, it copies a packet out of its slot, forwards it along its tree (001 4.2, MCAST) and
// frees the slot. It frees a slot after delivery and forwarding, so that the argument of A.1 holds:
// along heap trees no set of processes can block permanently.
#include "lfc.h"

#include "lfc_intr.h"
#include "lfc_tree.h"

#include <am.h>
#include <fail.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The packet on the network. The trees are the same on every process, so `tree` and `src`
/// determine the next receivers.
struct packet {
    uint16_t src;     ///< the process that launched it: the root of its tree
    uint16_t size;    ///< bytes of data
    uint16_t tree;    ///< unicast, all, or first_group + a group
    uint16_t credits; ///< for the sender's slots here: piggybacked
    uint32_t data[LFC_PACKET / 4];
};
enum { header = 8 };
enum tree { unicast, everybody, first_group };

/// A packet of this process that is queued, or is being filled.
struct outgoing {
    struct outgoing *next; ///< free, or in the queue of a destination
    unsigned users;        ///< destinations that still have to get it
    struct packet packet;
};

/// A packet that has arrived, until the client returns it.
struct incoming {
    struct incoming *next; ///< free, or waiting for its upcall
    struct packet packet;
};

/// A packet that waits for a credit for one destination.
struct waiting {
    struct waiting *next;
    struct outgoing *what;
};

/// The state of one peer, as this process knows it.
struct peer {
    unsigned put_next;             ///< slot there for the next packet
    unsigned credits;              ///< free slots there, except `returned`
    volatile unsigned returned;    ///< credits that handlers have counted so far
    unsigned returned_seen;        ///< credits already added to `credits`
    unsigned take_next;            ///< slot here that is emptied next
    unsigned owed;                 ///< slots freed here that the peer has not heard of
    unsigned children_done;        ///< children that have the packet in the next slot
    uint8_t delivered;             ///< that packet has been copied
    uint8_t stuck;                 ///< it is in `stuck`
    volatile uint8_t listed;       ///< it is in `came`
    uint16_t number;               ///< of its process
    struct waiting *first, **last; ///< blocked sends
    struct peer *next_blocked;     ///< another peer with blocked sends
    volatile unsigned char *full;  ///< by slot: whether a packet is there
    struct packet *slots;          ///< slots of this peer here
};

static lfc_config_t config;
static unsigned procs, self;
static struct peer *peers;
static struct packet *all_slots; ///< by sender and slot, at the same address everywhere
static struct packet *my_slots;  ///< those of this process, on others
static struct outgoing *free_outgoing;
static struct incoming *free_incoming, *ready, **ready_last;
static struct waiting *free_waiting;
static struct group groups[LFC_GROUPS];
static int group_count;
static unsigned blocked_sends; ///< of all peers
static struct peer *blocked;   ///< the peers that have some, in any order
static lfc_stats_t stats;

// A packet costs the same however many processes there are: drain looks at those senders only that
// have one here. `arrived` appends a sender to a ring, once until main takes it out. Main keeps
// those whose packet has to wait.
static uint16_t *came;
static volatile unsigned came_end;       ///< handlers write it
static unsigned came_first, came_places; ///< one more than processes
static uint16_t *stuck;

// Arrivals and returned credits that drain has not processed. Handlers count up, main compares.
static volatile unsigned arrivals;
static unsigned arrivals_seen;

// Interrupts (lfc_intr.c). Main is inside LFC: it checks for work itself before it leaves.
volatile int __lfc_disabled = 1;
void (*__lfc_interrupt)(void);
static volatile int inside;
static unsigned unfinished; ///< peers in `stuck`: the next packet is here and not yet freed
static int again;           ///< one of them may advance without another arrival

static volatile int variable; ///< fetch-and-add

unsigned lfc_my_proc(void) { return self; }
unsigned lfc_nr_procs(void) { return procs; }

lfc_config_t lfc_defaults(void) {
    const unsigned n = (unsigned)am_procs(), window = 128 / n;
    // With four slots a receiver that answers returns credits with its answers only.
    return (lfc_config_t){.window = window < 4   ? 4
                                    : window > 8 ? 8
                                                 : window,
                          .packets = 64,
                          .send_packets = 16,
                          .children = 2};
}

// --- trees ---------------------------------------------------------------------------------------

/// The n-th child of this process in a packet's tree, or -1.
static int child(const struct packet *p, unsigned n) {
    if (p->tree == unicast) return -1;
    if (p->tree == everybody)
        return lfc_tree_child((struct lfc_tree){0, procs, self, p->src}, config.children, n);
    const struct group *g = &groups[p->tree - first_group];
    return lfc_tree_child((struct lfc_tree){g->members, g->count, g->me, place_in(g, p->src)},
                          config.children, n);
}

// --- handlers ------------------------------------------------------------------------------------

/// The place behind `at` in a ring. (Not every machine divides.)
static unsigned next_of(unsigned at, unsigned places) { return at + 1 == places ? 0 : at + 1; }

/// The end of a handler that has recorded something.
static void noted(void) {
    ++arrivals;
    if (!__lfc_disabled && !inside) __lfc_interrupt();
}

static void returned(int src, int credits) {
    peers[src].returned += (unsigned)credits;
    noted();
}
AM_EXPRESS(returned);

enum { credit_bits = 8 };

static void arrived(int src, void *to, int bytes, void *slot_and_credits) {
    struct peer *p = &peers[src];
    const unsigned about = (unsigned)(uintptr_t)slot_and_credits;
    (void)to, (void)bytes;
    p->full[about >> credit_bits] = 1;
    p->returned += about & ((1u << credit_bits) - 1);
    if (!p->listed) {
        p->listed = 1;
        const unsigned at = came_end;
        came[at] = (uint16_t)src;
        came_end = next_of(at, came_places);
    }
    noted();
}

// --- sending -------------------------------------------------------------------------------------

static void look_for_credits(struct peer *p) {
    const unsigned now = p->returned;
    p->credits += now - p->returned_seen;
    p->returned_seen = now;
}

static unsigned take_owed(struct peer *p) {
    const unsigned owed = p->owed;
    p->owed = 0;
    return owed;
}

/// Puts a packet into the next slot of a peer, for which there is a credit.
static void put(struct peer *p, const struct packet *packet) {
    const unsigned slot = p->put_next;
    p->put_next = next_of(slot, config.window);
    --p->credits;
    ++stats.sent;
    am_store(p->number, packet, my_slots + slot, (int)(header + packet->size), arrived,
             (void *)(uintptr_t)(slot << credit_bits | take_owed(p)));
}

static int may_send(struct peer *p) {
    if (p->first) return 0; // in order
    if (!p->credits) look_for_credits(p);
    return p->credits != 0;
}

static void release(struct outgoing *o) {
    if (--o->users) return;
    o->next = free_outgoing;
    free_outgoing = o;
}

static void send_or_block(unsigned dest, struct outgoing *o) {
    struct peer *p = &peers[dest];
    if (may_send(p)) {
        put(p, &o->packet);
        release(o);
        return;
    }
    if (!p->first) {
        p->next_blocked = blocked;
        blocked = p;
    }
    struct waiting *w = free_waiting;
    free_waiting = w->next;
    *w = (struct waiting){0, o};
    *p->last = w;
    p->last = &w->next;
    ++blocked_sends;
    ++stats.blocked;
}

static void send_blocked(void) {
    for (struct peer **at = &blocked; *at;) {
        struct peer *p = *at;
        if (!p->credits) look_for_credits(p);
        while (p->first && p->credits) {
            struct waiting *w = p->first;
            put(p, &w->what->packet);
            release(w->what);
            p->first = w->next;
            if (!p->first) p->last = &p->first;
            w->next = free_waiting;
            free_waiting = w;
            --blocked_sends;
        }
        if (p->first)
            at = &p->next_blocked;
        else
            *at = p->next_blocked;
    }
}

// --- receiving -----------------------------------------------------------------------------------

/// Copies the packet out of its slot for the client. False: the client keeps all available packets.
static int deliver(const struct packet *packet) {
    struct incoming *in = free_incoming;
    if (!in) return 0;
    free_incoming = in->next;
    memcpy(&in->packet, packet, header + packet->size);
    in->next = 0;
    *ready_last = in;
    ready_last = &in->next;
    return 1;
}

static void free_slot(struct peer *p) {
    p->full[p->take_next] = 0;
    p->take_next = next_of(p->take_next, config.window);
    p->delivered = 0;
    p->children_done = 0;
    if (++p->owed < (config.window + 1) / 2) return;
    ++stats.credits;
    am_request_1(p->number, returned, (int)take_owed(p));
}

/// Takes the packets of one sender that can be taken. False: one has arrived and has to wait.
static int take_from(struct peer *p) {
    for (;;) {
        if (!p->full[p->take_next]) return 1;
        __asm__ volatile("" ::: "memory"); // a handler reported it: its packet is read now
        const struct packet *packet = &p->slots[p->take_next];
        if (!p->delivered) p->delivered = (uint8_t)deliver(packet);
        for (int next; (next = child(packet, p->children_done)) >= 0; ++p->children_done) {
            if (!may_send(&peers[next])) return 0;
            put(&peers[next], packet);
            ++stats.forwarded;
        }
        if (!p->delivered) return 0;
        free_slot(p);
    }
}

/// Does all possible work, except upcalls.
static void drain(void) {
    am_poll();
    if (blocked_sends) send_blocked();
    if (arrivals == arrivals_seen && !unfinished) return;
    arrivals_seen = arrivals;
    again = 0;
    unsigned still = 0;
    for (unsigned i = 0; i < unfinished; ++i) {
        struct peer *p = &peers[stuck[i]];
        if (!take_from(p))
            stuck[still++] = stuck[i];
        else
            p->stuck = 0;
    }
    unfinished = still;
    while (came_first != came_end) {
        struct peer *p = &peers[came[came_first]];
        came_first = next_of(came_first, came_places);
        p->listed = 0; // a packet that comes from here on lists it again
        if (p->stuck || take_from(p)) continue;
        p->stuck = 1;
        stuck[unfinished++] = p->number;
    }
    const unsigned before = blocked_sends;
    if (before) send_blocked();
    again = unfinished && blocked_sends != before;
}

/// Waits until drain or an upcall has work. The event that main waits for comes by one of these, or
/// a handler records it.
static void idle(void) {
    if (ready || again) return;
    const unsigned seen = arrivals_seen;
    if (am_must_poll())
        while (arrivals == seen) am_poll();
    else
        while (arrivals == seen) {
        }
}

static void give_back(struct incoming *in) {
    in->next = free_incoming;
    free_incoming = in;
    again |= unfinished != 0;
}

/// Makes the next packet's upcall, if there is one.
static int upcall(void) {
    struct incoming *in = ready;
    if (!in) return 0;
    ready = in->next;
    if (!ready) ready_last = &ready;
    ++stats.delivered;
    const int keeps =
        lfc_upcall(in->packet.src, in->packet.data, in->packet.size,
                   in->packet.tree == unicast ? LFC_UPCALL_UNICAST : LFC_UPCALL_MCAST);
    if (!keeps) give_back(in);
    return 1;
}

static int has_work(void) { return arrivals != arrivals_seen || ready; }

void __lfc_take_in(void) {
    if (__lfc_disabled || inside) return;
    do {
        ++inside;
        drain();
        while (upcall()) {
        }
        --inside;
    } while (has_work());
}

static void enter(void) { ++inside; }
/// With interrupts on: processes what arrived in between.
static void leave(void) {
    if (--inside == 0 && !__lfc_disabled && has_work()) __lfc_take_in();
}

void lfc_wait(void) {
    enter();
    idle();
    drain();
    upcall();
    leave();
}

/// One iteration of a call that waits.
static void wait_a_turn(int upcalls_allowed) {
    idle();
    drain();
    if (upcalls_allowed || !__lfc_disabled) upcall();
}

void lfc_poll(void) {
    enter();
    drain();
    upcall();
    leave();
}

void lfc_packet_free(void *data) {
    enter();
    give_back((struct incoming *)((char *)data - offsetof(struct incoming, packet.data)));
    leave();
    if (again && !__lfc_disabled) __lfc_take_in(); // a caller may wait for this
}

// --- the client's sends --------------------------------------------------------------------------

static struct outgoing *outgoing_of(void *data) {
    return (struct outgoing *)((char *)data - offsetof(struct outgoing, packet.data));
}

void *lfc_send_alloc(int upcalls_allowed) {
    if (!peers) xnet_fail_at(__builtin_return_address(0), "lfc_send_alloc: lfc_init comes first");
    enter();
    while (!free_outgoing) wait_a_turn(upcalls_allowed);
    struct outgoing *o = free_outgoing;
    free_outgoing = o->next;
    o->users = 0;
    leave();
    return o->packet.data;
}

unsigned lfc_send_room(unsigned most) {
    unsigned room = 0;
    for (const struct outgoing *o = free_outgoing; o && room < most; o = o->next) ++room;
    return room;
}

#define CHECK(what, wrong, ...)                                                                    \
    if (__builtin_expect(wrong, 0))                                                                \
    xnet_fail_at(__builtin_return_address(0), what ":"                                             \
                                                   " " __VA_ARGS__)

static struct outgoing *fill(void *data, unsigned size, unsigned tree) {
    struct outgoing *o = outgoing_of(data);
    o->packet.src = (uint16_t)self;
    o->packet.size = (uint16_t)size;
    o->packet.tree = (uint16_t)tree;
    return o;
}

void lfc_ucast_launch(unsigned dest, void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_ucast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_ucast_launch", dest >= procs, "there is no process %u", dest);
    CHECK("lfc_ucast_launch", outgoing_of(data)->users, "the packet has been launched");
    (void)upcalls_allowed; // no credit is missing: the packet itself is its place in the queue
    enter();
    struct outgoing *o = fill(data, size, unicast);
    o->users = 1;
    send_or_block(dest, o);
    leave();
}

static void launch(void *data, unsigned size, unsigned tree) {
    enter();
    struct outgoing *o = fill(data, size, tree);
    o->users = 1; // until it is in all queues
    unsigned n = 0;
    for (int next; (next = child(&o->packet, n)) >= 0; ++n) {
        ++o->users;
        send_or_block((unsigned)next, o);
    }
    release(o);
    leave();
}

void lfc_bcast_launch(void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_bcast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_bcast_launch", outgoing_of(data)->users, "the packet has been launched");
    (void)upcalls_allowed;
    launch(data, size, everybody);
}

void lfc_mcast_launch(int group, void *data, unsigned size, int upcalls_allowed) {
    CHECK("lfc_mcast_launch", size > LFC_PACKET, "%u bytes, a packet has %d", size, LFC_PACKET);
    CHECK("lfc_mcast_launch", group < 0 || group >= group_count, "there is no group %d", group);
    CHECK("lfc_mcast_launch", groups[group].me == groups[group].count,
          "this process is no member of group %d", group);
    CHECK("lfc_mcast_launch", outgoing_of(data)->users, "the packet has been launched");
    (void)upcalls_allowed;
    launch(data, size, first_group + (unsigned)group);
}

int lfc_group_create(const unsigned *members, unsigned count) {
    CHECK("lfc_group_create", group_count == LFC_GROUPS, "there are %d groups", LFC_GROUPS);
    struct group *g = &groups[group_count];
    g->count = count;
    g->members = malloc(count * sizeof *g->members);
    CHECK("lfc_group_create", !g->members, "no memory for %u members", count);
    memcpy(g->members, members, count * sizeof *g->members);
    g->me = place_in(g, self);
    return group_count++;
}

// --- fetch-and-add -------------------------------------------------------------------------------

static volatile int old_value, has_come;

static void fetched(int src, int value) {
    (void)src;
    old_value = value;
    has_come = 1;
    ++arrivals;
}
AM_EXPRESS(fetched);
static void fetch(int src) { am_reply_1(src, fetched, am_atomic_add(&variable, 1)); }

unsigned lfc_fetch_and_add(unsigned var, int upcalls_allowed) {
    CHECK("lfc_fetch_and_add", var >= procs, "there is no process %u", var);
    enter();
    has_come = 0;
    am_request_0((int)var, fetch);
    while (!has_come) wait_a_turn(upcalls_allowed);
    const unsigned was = (unsigned)old_value;
    leave();
    return was;
}

// --- start and end -------------------------------------------------------------------------------

enum { rounds = 16 };
static volatile int arrived_at[rounds];

static void arrive(int src, int round) {
    (void)src;
    ++arrived_at[round];
    noted();
}
AM_EXPRESS(arrive);

/// All processes have arrived here (dissemination: Hensgen, Finkel, Manber 1988). Packets flow on.
static void meet(int upcalls_allowed) {
    static int times;
    ++times;
    for (unsigned k = 0; 1u << k < procs; ++k) {
        am_request_1((int)((self + (1u << k)) % procs), arrive, (int)k);
        while (arrived_at[k] < times) wait_a_turn(upcalls_allowed);
    }
}

static void *get(size_t count, size_t bytes) {
    void *memory = calloc(count ? count : 1, bytes);
    if (!memory)
        xnet_fail("lfc_init: no memory for %u times %u bytes", (unsigned)count, (unsigned)bytes);
    return memory;
}

void lfc_init(const lfc_config_t *given) {
    procs = (unsigned)am_procs();
    self = (unsigned)am_my_proc();
    config = given ? *given : lfc_defaults();
    CHECK("lfc_init", peers != 0, "called twice");
    CHECK("lfc_init", config.window < 1 || config.window > 16, "a window of %u", config.window);
    CHECK("lfc_init", config.children < 1 || config.children > 2, "%u children", config.children);
    CHECK("lfc_init", !config.packets || !config.send_packets, "no packets");
    // The first allocation of each process: its address is the same on all of them.
    const unsigned count = procs * config.window;
    all_slots = malloc(count * sizeof *all_slots); // not cleared: `full` says what is in them
    if (!all_slots) xnet_fail("lfc_init: no memory for %u packets", count);
    my_slots = all_slots + self * config.window;
    came_places = procs + 1;
    volatile unsigned char *full = get(count, 1);
    struct peer *all = get(procs, sizeof *all);
    came = get(came_places, sizeof *came);
    stuck = get(procs, sizeof *stuck);
    for (unsigned i = 0; i < procs; ++i) {
        all[i].number = (uint16_t)i;
        all[i].credits = config.window;
        all[i].last = &all[i].first;
        all[i].slots = all_slots + i * config.window;
        all[i].full = full + i * config.window;
    }
    struct outgoing *out = get(config.send_packets, sizeof *out);
    for (unsigned i = 0; i < config.send_packets; ++i) {
        out[i].next = free_outgoing;
        free_outgoing = &out[i];
    }
    // A packet waits for as many destinations as a tree node has children.
    const unsigned queued = config.send_packets * config.children;
    struct waiting *w = get(queued, sizeof *w);
    for (unsigned i = 0; i < queued; ++i) {
        w[i].next = free_waiting;
        free_waiting = &w[i];
    }
    struct incoming *in = get(config.packets, sizeof *in);
    for (unsigned i = 0; i < config.packets; ++i) {
        in[i].next = free_incoming;
        free_incoming = &in[i];
    }
    ready_last = &ready;
    peers = all;
    enter();
    meet(0); // a process gets no packets before its slots exist; upcalls wait for its client
    leave();
}

void lfc_exit(void) {
    // All processes send their blocked and waiting packets. Then only packets that the children of
    // the last ones still forward are under way: at most as many rounds as a tree has levels.
    enter();
    unsigned levels = 1;
    for (unsigned n = procs; n > 1; n = config.children == 1 ? n - 1 : n / 2) ++levels;
    for (unsigned i = 0; i < levels; ++i) {
        while (blocked_sends || unfinished || ready || arrivals != arrivals_seen) wait_a_turn(1);
        meet(1);
    }
    while (ready) wait_a_turn(1);
    leave();
}

void lfc_stats_reset(void) { stats = (lfc_stats_t){0}; }
/// put() counts all packets.
lfc_stats_t lfc_stats_collect(void) {
    lfc_stats_t s = stats;
    s.sent -= s.forwarded;
    return s;
}
void lfc_stats_print(void) {
    const lfc_stats_t s = lfc_stats_collect();
    printf("[%u] lfc: %u sent, %u forwarded, %u upcalls, %u without a credit, %u credit messages\n",
           self, s.sent, s.forwarded, s.delivered, s.blocked, s.credits);
}

/// Of a program without a client. It also keeps the linker from taking a library's client, CRL's or
/// a build of Panda's, for a program whose first reference is to LFC.
__attribute__((weak)) int lfc_upcall(unsigned src, void *packet, unsigned size,
                                     lfc_upcall_flags_t flags) {
    (void)packet, (void)size, (void)flags;
    xnet_fail("lfc: a packet of process %u has come, and the program defines no lfc_upcall", src);
}
