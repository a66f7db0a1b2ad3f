// The protocol of regions (001 7.3.1, Figure 7.17). A region has a home, whose directory records
// which processes have copies. A miss asks the home; the home fetches the written copy, or
// invalidates the other copies, and answers with the data:
//
//     clean read miss    P -> H request, H -> P data                                      2
//     dirty read miss    P -> H request, H -> W fetch, W -> H data, H -> P data           4
//     clean write miss   P -> H request, n times H -> R invalidate, R -> H done, H -> P data:
//                        2 + 2n
//     dirty write miss   as a dirty read miss                                             4
//
// The home serves one request for a region at a time; other requests wait in a queue at the home. A
// process has one open request. Messages for a copy that is in use wait for the operation's end.
//
// Upcalls of LFC handle messages, between crl_init and crl_exit also while main computes (001
// 7.3.2): every call keeps upcalls off except where it waits.
#include "crl.h"

#include <fail.h>
#include <lfc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum message {
    want_read,   ///< P -> H
    want_write,  ///< P -> H
    invalidate,  ///< H -> R
    invalidated, ///< R -> H
    fetch,       ///< H -> W; `extra`: W keeps a copy to read
    written,     ///< W -> H: the data; `extra` as in fetch
    data,        ///< H -> P: the data; `extra`: to write
    want_size,   ///< at the first rgn_map
    has_size,
    arrive,
    broadcast,
    reduce,
};

/// A packet: this header, and the part of a region's bytes that starts at `offset`.
struct packet {
    uint32_t what, rid, extra, offset, total;
    char bytes[];
};
enum { packet_bytes = LFC_PACKET - (int)sizeof(struct packet) };

enum copy { invalid, shared, modified };

struct waiting {
    struct waiting *next;
    unsigned process;
    int write;
};

/// A region in this process's memory. At the home, `copy` is the right of the home itself.
struct region {
    struct region *next; ///< in its row of the table
    rid_t rid;
    unsigned size, maps;
    enum copy copy;
    int reading, writing; ///< operations of this process
    int asked;            ///< a request is open
    int must_invalidate;  ///< to do when the operation ends
    int must_write_back;  ///< invalidate at its end; 2: and keep a copy to read
    unsigned come;        ///< bytes of the data still under way
    // The home's part.
    int busy; ///< a request is being served: `served`
    struct waiting served;
    unsigned open_answers;  ///< unanswered invalidations
    int owner;              ///< process with the written copy, or -1
    unsigned char *sharers; ///< by process
    struct waiting *queue, **last;
    double memory_[]; ///< aligned for every type
};

enum { rows = 256, home_bits = 12, self_bits = 32 - home_bits };
static struct region *table[rows];
static unsigned self, procs, created;
static crl_stats_t stats;

unsigned crl_self_addr_(void) { return self; }
unsigned crl_num_nodes_(void) { return procs; }
crl_stats_t crl_stats(void) { return stats; }

static unsigned home_of(rid_t rid) { return rid >> self_bits; }

static struct region **place(rid_t rid) {
    struct region **at = &table[(rid ^ rid >> 12) % rows];
    while (*at && (*at)->rid != rid) at = &(*at)->next;
    return at;
}
static struct region *region_of(const void *memory) {
    return (struct region *)((char *)memory - offsetof(struct region, memory_));
}

static struct region *make(rid_t rid, unsigned size) {
    struct region *r = calloc(1, sizeof *r + size);
    if (!r) xnet_fail("CRL: no memory for a region of %u bytes", size);
    r->rid = rid;
    r->size = size;
    r->owner = -1;
    r->last = &r->queue;
    *place(rid) = r;
    return r;
}

// --- messages ------------------------------------------------------------------------------------

static void send(unsigned dest, enum message what, rid_t rid, unsigned extra) {
    struct packet *p = lfc_send_alloc(0);
    *p = (struct packet){what, rid, extra, 0, 0};
    lfc_ucast_launch(dest, p, sizeof *p, 0);
    ++stats.messages;
}

static void send_region(unsigned dest, enum message what, const struct region *r, unsigned extra) {
    for (unsigned offset = 0;;) {
        struct packet *p = lfc_send_alloc(0);
        const unsigned left = r->size - offset, n = left < packet_bytes ? left : packet_bytes;
        *p = (struct packet){what, r->rid, extra, offset, r->size};
        memcpy(p->bytes, (char *)r->memory_ + offset, n);
        lfc_ucast_launch(dest, p, sizeof *p + n, 0);
        offset += n;
        if (offset == r->size) break;
    }
    ++stats.messages;
}

/// Copies a part of a region's bytes in. True: all bytes are in place.
static int take(struct region *r, const struct packet *p, unsigned size) {
    const unsigned n = size - sizeof *p;
    memcpy((char *)r->memory_ + p->offset, p->bytes, n);
    r->come += n;
    if (r->come < r->size) return 0;
    r->come = 0;
    return 1;
}

// --- the copy of a process that is not the home --------------------------------------------------

static void write_back(struct region *r, int keep) {
    send_region(home_of(r->rid), written, r, (unsigned)keep);
    r->copy = keep ? shared : invalid;
}

/// An operation has ended: runs what waited for the end.
static void let_go(struct region *r) {
    if (r->reading || r->writing) return;
    if (r->must_write_back) write_back(r, r->must_write_back == 2);
    if (r->must_invalidate) {
        r->copy = invalid;
        send(home_of(r->rid), invalidated, r->rid, 0);
    }
    r->must_write_back = r->must_invalidate = 0;
}

// --- the home ------------------------------------------------------------------------------------

static void serve(struct region *r);

/// All conflicting copies are gone: the process gets the copy that it requested.
static void answer(struct region *r) {
    const unsigned process = r->served.process;
    const int write = r->served.write;
    if (process == self) {
        r->copy = write ? modified : shared;
        r->asked = 0;
        if (write)
            r->writing = 1;
        else
            ++r->reading;
    } else if (write) {
        r->sharers[process] = 0;
        r->owner = (int)process;
        r->copy = invalid;
        send_region(process, data, r, 1);
    } else {
        r->sharers[process] = 1;
        r->copy = shared;
        send_region(process, data, r, 0);
    }
    r->busy = 0;
    serve(r);
}

/// Begins the next request, if the home's own operation permits it.
static void serve(struct region *r) {
    if (r->busy || !r->queue) return;
    const struct waiting *first = r->queue;
    if (first->process != self && (r->writing || (first->write && r->reading))) return;
    r->served = *first;
    r->queue = first->next;
    if (!r->queue) r->last = &r->queue;
    free((void *)first);
    r->busy = 1;
    if (r->owner >= 0) {
        send((unsigned)r->owner, fetch, r->rid, !r->served.write);
        return;
    }
    r->open_answers = 0;
    if (r->served.write)
        for (unsigned i = 0; i < procs; ++i)
            if (r->sharers[i] && i != r->served.process) {
                ++r->open_answers;
                send(i, invalidate, r->rid, 0);
            }
    if (!r->open_answers) answer(r);
}

static void ask(struct region *r, unsigned process, int write) {
    struct waiting *w = malloc(sizeof *w);
    if (!w) xnet_fail("CRL: no memory");
    *w = (struct waiting){0, process, write};
    *r->last = w;
    r->last = &w->next;
    serve(r);
}

/// The written copy has returned to the home, fetched or released.
static void has_come_home(struct region *r, unsigned from, int keeps) {
    r->owner = -1;
    r->copy = shared;
    r->sharers[from] = (unsigned char)keeps;
    if (r->busy) answer(r);
}

// --- collective operations -----------------------------------------------------------------------

enum { rounds = 16 };
static unsigned arrived_at[rounds];
static struct {
    double *values; ///< by process: the sum does not depend on the order of arrival
    unsigned count;
} reduced;
static unsigned broadcasts_done; ///< of all processes: their number

struct received {
    struct received *next;
    unsigned number, bytes;
    char data[];
};
static struct received *broadcasts, **last_broadcast = &broadcasts;

// The answer of a home to rgn_map.
static struct {
    unsigned size;
    int done;
} asked_size;

// --- what comes ----------------------------------------------------------------------------------

static struct region *known(const struct packet *p) {
    struct region *r = *place(p->rid);
    if (!r) xnet_fail("CRL: a message for region 0x%x, which is not there", (unsigned)p->rid);
    return r;
}

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    const struct packet *p = packet;
    (void)flags;
    switch (p->what) {
    case want_read:
    case want_write: {
        struct region *r = *place(p->rid);
        if (!r)
            xnet_fail("CRL: process %u maps region 0x%x, which is not there", src,
                      (unsigned)p->rid);
        ask(r, src, p->what == want_write);
        break;
    }
    case invalidate: {
        struct region *r = *place(p->rid);
        if (r && (r->reading || r->writing)) {
            r->must_invalidate = 1;
        } else {
            if (r) r->copy = invalid;
            send(src, invalidated, p->rid, 0);
        }
        break;
    }
    case invalidated: {
        struct region *r = known(p);
        r->sharers[src] = 0;
        if (--r->open_answers == 0) answer(r);
        break;
    }
    case fetch: {
        struct region *r = *place(p->rid);
        if (!r || r->copy != modified) break; // the copy has been released: its data are under way
        if (r->reading || r->writing)
            r->must_write_back = p->extra ? 2 : 1;
        else
            write_back(r, (int)p->extra);
        break;
    }
    case written: {
        struct region *r = known(p);
        if (take(r, p, size)) has_come_home(r, src, (int)p->extra);
        break;
    }
    case data: {
        struct region *r = known(p);
        if (!take(r, p, size)) break;
        // The operation begins here, before any other message can arrive.
        r->copy = p->extra ? modified : shared;
        r->asked = 0;
        if (p->extra)
            r->writing = 1;
        else
            ++r->reading;
        break;
    }
    case arrive: ++arrived_at[p->extra]; break;
    case broadcast: {
        struct received *b = malloc(sizeof *b + size);
        if (!b) xnet_fail("CRL: no memory");
        b->next = 0;
        b->number = p->extra;
        b->bytes = size - sizeof *p;
        memcpy(b->data, p->bytes, b->bytes);
        *last_broadcast = b;
        last_broadcast = &b->next;
        break;
    }
    case want_size: {
        const struct region *r = *place(p->rid);
        send(src, has_size, p->rid, r ? r->size : 0);
        break;
    }
    case has_size:
        asked_size.size = p->extra;
        asked_size.done = 1;
        break;
    default: // reduce
        memcpy(&reduced.values[src], p->bytes, sizeof(double));
        ++reduced.count;
    }
    return 0;
}

// --- regions -------------------------------------------------------------------------------------

#define WRONG(wrong, ...)                                                                          \
    if (__builtin_expect(!!(wrong), 0)) xnet_fail_at(__builtin_return_address(0), __VA_ARGS__)

rid_t rgn_create(unsigned size) {
    WRONG(!procs, "rgn_create: crl_init comes first");
    WRONG(size == 0 || size > 1u << 20, "rgn_create: a region of %u bytes", size);
    WRONG(size >> 2 >> self_bits, "rgn_create: a region of %u bytes", size);
    WRONG(created + 1 >= 1u << self_bits, "rgn_create: too many regions");
    lfc_intr_disable();
    const rid_t rid = self << self_bits | ++created;
    struct region *r = make(rid, size);
    r->copy = shared;
    r->sharers = calloc(procs, 1);
    if (!r->sharers) xnet_fail("CRL: no memory");
    lfc_intr_enable();
    return rid;
}

void rgn_delete(rid_t rid) {
    lfc_intr_disable();
    struct region **at = place(rid), *r = *at;
    WRONG(!r || home_of(rid) != self, "rgn_delete: 0x%x is no region of this process", rid);
    WRONG(r->maps, "rgn_delete: region 0x%x is mapped", rid);
    *at = r->next;
    free(r->sharers);
    free(r);
    lfc_intr_enable();
}

static unsigned size_of(rid_t rid) {
    asked_size.done = 0;
    send(home_of(rid), want_size, rid, 0);
    while (!asked_size.done) lfc_wait();
    return asked_size.size;
}

void *rgn_map(rid_t rid) {
    WRONG(!procs, "rgn_map: crl_init comes first");
    WRONG(home_of(rid) >= procs || !(rid & ((1u << self_bits) - 1)), "rgn_map: 0x%x is no region",
          rid);
    lfc_intr_disable();
    struct region *r = *place(rid);
    if (!r) {
        WRONG(home_of(rid) == self, "rgn_map: 0x%x is no region of this process", rid);
        const unsigned size = size_of(rid);
        WRONG(!size, "rgn_map: 0x%x is no region of process %u", rid, home_of(rid));
        r = make(rid, size);
    }
    ++r->maps;
    lfc_intr_enable();
    return r->memory_;
}

static struct region *mapped(const void *memory, const char *call, void *caller) {
    struct region *r = memory ? region_of(memory) : 0;
    if (!r || *place(r->rid) != r || !r->maps)
        xnet_fail_at(caller, "%s: 0x%x is no mapped region", call, (unsigned)(uintptr_t)memory);
    return r;
}
#define MAPPED(call) mapped(memory, call, __builtin_return_address(0))

void rgn_unmap(void *memory) {
    lfc_intr_disable();
    struct region *r = MAPPED("rgn_unmap");
    WRONG(r->reading || r->writing, "rgn_unmap: region 0x%x is in use", r->rid);
    --r->maps; // the copy stays: other processes may ask for it
    lfc_intr_enable();
}

static void miss(struct region *r, int write) {
    r->asked = 1;
    if (home_of(r->rid) == self)
        ask(r, self, write);
    else
        send(home_of(r->rid), write ? want_write : want_read, r->rid, 0);
    while (r->asked) lfc_wait();
}

/// At the home: whether the copies of other processes allow it immediately.
static int home_may(const struct region *r, int write) {
    if (r->owner >= 0 || r->busy || r->queue) return 0;
    if (!write) return 1;
    for (unsigned i = 0; i < procs; ++i)
        if (r->sharers[i]) return 0;
    return 1;
}

static int may(const struct region *r, int write) {
    if (home_of(r->rid) == self) return home_may(r, write);
    return !r->must_invalidate && !r->must_write_back && r->copy >= (write ? modified : shared);
}

void rgn_start_read(void *memory) {
    lfc_intr_disable();
    struct region *r = MAPPED("rgn_start_read");
    WRONG(r->writing, "rgn_start_read: region 0x%x is being written", r->rid);
    ++stats.reads;
    lfc_poll();
    if (r->reading || may(r, 0)) {
        ++r->reading;
        lfc_intr_enable();
        return;
    }
    ++stats.read_misses;
    miss(r, 0);
    lfc_intr_enable();
}

void rgn_start_write(void *memory) {
    lfc_intr_disable();
    struct region *r = MAPPED("rgn_start_write");
    WRONG(r->writing || r->reading, "rgn_start_write: region 0x%x is in use", r->rid);
    ++stats.writes;
    lfc_poll();
    if (may(r, 1)) {
        r->writing = 1;
        lfc_intr_enable();
        return;
    }
    ++stats.write_misses;
    miss(r, 1);
    lfc_intr_enable();
}

static void ended(struct region *r) {
    if (home_of(r->rid) == self)
        serve(r);
    else
        let_go(r);
}

void rgn_end_read(void *memory) {
    lfc_intr_disable();
    struct region *r = MAPPED("rgn_end_read");
    WRONG(!r->reading, "rgn_end_read: region 0x%x is not being read", r->rid);
    --r->reading;
    ended(r);
    lfc_intr_enable();
}

void rgn_end_write(void *memory) {
    lfc_intr_disable();
    struct region *r = MAPPED("rgn_end_write");
    WRONG(!r->writing, "rgn_end_write: region 0x%x is not being written", r->rid);
    r->writing = 0;
    ended(r);
    lfc_intr_enable();
}

rid_t rgn_rid(const void *memory) { return MAPPED("rgn_rid")->rid; }
unsigned rgn_size(const void *memory) { return MAPPED("rgn_size")->size; }

void rgn_flush(void *memory) {
    struct region *r = MAPPED("rgn_flush");
    WRONG(r->reading || r->writing, "rgn_flush: region 0x%x is in use", r->rid);
    if (home_of(r->rid) == self) return;
    lfc_intr_disable();
    if (r->copy == modified) write_back(r, 0);
    r->copy = invalid;
    lfc_intr_enable();
}

// --- collective operations, start and end --------------------------------------------------------

static void send_number(unsigned dest, double value) {
    struct packet *p = lfc_send_alloc(1);
    *p = (struct packet){reduce, 0, 0, 0, 0};
    memcpy(p->bytes, &value, sizeof value);
    lfc_ucast_launch(dest, p, sizeof *p + sizeof value, 1);
}

void rgn_barrier(void) {
    lfc_intr_disable();
    // Dissemination (Hensgen, Finkel, Manber 1988).
    static unsigned times;
    ++times;
    for (unsigned k = 0; 1u << k < procs; ++k) {
        send((self + (1u << k)) % procs, arrive, 0, k);
        while (arrived_at[k] < times) lfc_wait();
    }
    lfc_intr_enable();
}

void rgn_bcast_send(int bytes, void *buffer) {
    lfc_intr_disable();
    WRONG(bytes < 0, "rgn_bcast_send: %d bytes", bytes);
    const unsigned number = broadcasts_done++;
    for (const char *from = buffer; bytes > 0;) {
        const int n = bytes < packet_bytes ? bytes : packet_bytes;
        struct packet *p = lfc_send_alloc(1);
        *p = (struct packet){broadcast, 0, number, 0, 0};
        memcpy(p->bytes, from, (size_t)n);
        lfc_bcast_launch(p, sizeof *p + (unsigned)n, 1);
        from += n, bytes -= n;
    }
    lfc_intr_enable();
}

void rgn_bcast_recv(int bytes, void *buffer) {
    lfc_intr_disable();
    WRONG(bytes < 0, "rgn_bcast_recv: %d bytes", bytes);
    const unsigned number = broadcasts_done++;
    for (char *to = buffer; bytes > 0;) {
        struct received **at = &broadcasts;
        while (*at && (*at)->number != number) at = &(*at)->next;
        struct received *b = *at;
        if (!b) {
            lfc_wait();
            continue;
        }
        WRONG((int)b->bytes > bytes, "rgn_bcast_recv: more has been sent than %d bytes", bytes);
        memcpy(to, b->data, b->bytes);
        to += b->bytes, bytes -= (int)b->bytes;
        *at = b->next;
        if (!*at) last_broadcast = at;
        free(b);
    }
    lfc_intr_enable();
}

enum operation { add, least, greatest };

static double reduction(double value, enum operation op) {
    lfc_intr_disable();
    if (self == 0) {
        while (reduced.count < procs - 1) lfc_wait();
        reduced.count = 0;
        reduced.values[0] = value;
        for (unsigned i = 1; i < procs; ++i) {
            const double other = reduced.values[i];
            if (op == add) value += other;
            if (op == least && other < value) value = other;
            if (op == greatest && other > value) value = other;
        }
        rgn_bcast_send(sizeof value, &value);
    } else {
        send_number(0, value);
        rgn_bcast_recv(sizeof value, &value);
    }
    lfc_intr_enable();
    return value;
}
double rgn_reduce_dadd(double value) { return reduction(value, add); }
double rgn_reduce_dmin(double value) { return reduction(value, least); }
double rgn_reduce_dmax(double value) { return reduction(value, greatest); }

void crl_init(char *unused) {
    (void)unused;
    WRONG(procs, "crl_init: called twice");
    lfc_init(0);
    self = lfc_my_proc();
    reduced.values = calloc(lfc_nr_procs(), sizeof(double));
    if (!reduced.values) xnet_fail("CRL: no memory");
    procs = lfc_nr_procs();
    rgn_barrier();     // no process receives a request before it can answer
    lfc_intr_enable(); // and from here on also while this process computes
}

void crl_exit(void) {
    WRONG(!procs, "crl_exit: crl_init comes first");
    for (unsigned i = 0; i < rows; ++i)
        for (struct region *r = table[i]; r; r = r->next)
            WRONG(r->reading || r->writing, "crl_exit: region 0x%x is in use", r->rid);
    rgn_barrier();
    lfc_intr_disable();
    lfc_exit();
}
