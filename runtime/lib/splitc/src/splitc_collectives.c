// Barrier, and the tree of all other collectives.
//
// The tree: the parent of processor p is p without its lowest set bit; p's children are p + 2^k
// while 2^k is below that bit. So the subtree of p consists of the processors that follow it, child
// 0's first, and values are combined in the order of processors, whatever the order of arrival.
//
// A value waits at its receiver in one of two places per edge and direction, of which its sender
// names one. So a processor may be two values ahead on an edge, and then waits until its neighbour
// takes one. Any message in the opposite direction tells that one was taken: the neighbour sends it
// in its own order of collectives, after it took the values of the preceding ones. After a
// collective that sends nothing in the opposite direction, the neighbour acknowledges explicitly as
// soon as two values are unacknowledged. Nothing here relies on the order of messages.
#include "splitc_runtime.h"

#include <host_calls.h>

struct edge {
    unsigned taken; // by main
    unsigned told;  // of these, known to the sender
};
struct sent {
    unsigned count;                 // values sent; main's
    unsigned known;                 // of these taken, as main knows
    volatile unsigned acknowledged; // of these taken, as a handler recorded
};
static struct edge from_child[splitc_levels], from_parent;
static struct sent to_parent, to_child[splitc_levels];

// Edges by number: of each child, and of the parent. A value's tag contains its place, which is not
// 0, and above that the collective; it is 0 where there is no value.
enum { first_place = 2, parent_edge = splitc_levels, edges, place_bits = 6 };
enum { all_places = first_place + 2 * edges };
_Static_assert(all_places <= 1 << place_bits, "a tag has the place");
static struct place {
    volatile unsigned tag;
    const char *name;
    splitc_value value;
} places[all_places];

static volatile unsigned barrier_arrived[splitc_levels];
static unsigned barriers, calls;

// Arrivals of collectives, by number. A barrier, the tree and all_gather have separate edges, so a
// processor that waits in one of them for a processor in another waits forever unless it checks
// these.
static struct {
    volatile unsigned no_barrier, no_tree, no_gather; // number of a collective other than this one
    const char *name;                                 // of a collective other than a barrier
} seen[8];

static AM_SHORT void barrier_h(volatile unsigned *arrived, unsigned number) {
    seen[number & 7].no_tree = number;
    seen[number & 7].no_gather = number;
    ++*arrived;
}
AM_INLINE void put(unsigned tag, const char *name, uint32_t a, uint32_t b) {
    struct place *const place = &places[tag & ((1 << place_bits) - 1)];
    const unsigned number = tag >> place_bits;
    place->name = name;
    place->value.word[0] = a;
    place->value.word[1] = b;
    seen[number & 7].name = name;
    seen[number & 7].no_barrier = number;
    seen[number & 7].no_gather = number;
    place->tag = tag;
}
static AM_SHORT void value_h(unsigned tag, const char *name, uint32_t a, uint32_t b) {
    put(tag, name, a, b);
}
// The last value that arrived need not be the last one sent.
static AM_SHORT void acknowledge_h(volatile unsigned *acknowledged, unsigned count) {
    if ((int)(count - *acknowledged) > 0) *acknowledged = count;
}

static _Noreturn void mismatch(const splitc_call *call, const char *other) {
    xnet_fail_at(call->return_address,
                 "collective %d of this processor is %s, but another processor's is %s",
                 (int)call->number, call->name, other);
}

static _Noreturn void mismatch_seen(const splitc_call *call) {
    const char *const name = seen[call->number & 7].name;
    const int is_barrier = seen[call->number & 7].no_barrier != call->number || name == call->name;
    mismatch(call, is_barrier ? "barrier" : name);
}

splitc_call splitc_enter(const char *name, void *return_address) {
    calls = (calls + 1) << place_bits >> place_bits;
    return (splitc_call){calls, name, return_address};
}

static unsigned lowest_bit(unsigned p) { return p ? p & -p : 1u << splitc_levels; }

unsigned splitc_children(void) {
    const unsigned me = (unsigned)MYPROC, low = lowest_bit(me);
    unsigned n = 0;
    while (1u << n < low && me + (1u << n) < (unsigned)PROCS) ++n;
    return n;
}

static void take(const splitc_call *call, int number, struct edge *edge, splitc_value *value) {
    struct place *const place = &places[first_place + 2 * number + (edge->taken & 1)];
    volatile unsigned *const other = &seen[call->number & 7].no_tree;
    SPLITC_WAIT_(place->tag || *other == call->number);
    if (!place->tag) mismatch_seen(call);
    if (place->name != call->name || place->tag >> place_bits != call->number)
        mismatch(call, place->name);
    *value = place->value;
    place->tag = 0;
    ++edge->taken;
}

// The tag of a value for an edge, with this number at the other end; waits for a place.
AM_INLINE unsigned next_tag(const splitc_call *call, int number, struct sent *sent) {
    if (sent->count - sent->known >= 2) {
        SPLITC_WAIT_((int)(sent->count - sent->acknowledged) < 2);
        sent->known = sent->acknowledged;
    }
    return call->number << place_bits | (unsigned)(first_place + 2 * number) | (sent->count++ & 1);
}

static void give(const splitc_call *call, int proc, int number, struct sent *sent,
                 const splitc_value *value) {
    am_short_request_4(proc, value_h, next_tag(call, number, sent), call->name, value->word[0],
                       value->word[1]);
}

void splitc_up(const splitc_call *call, splitc_combine combine, splitc_value *value,
               splitc_value *below) {
    for (unsigned k = 0, n = splitc_children(); k < n; ++k) {
        if (below) below[k] = *value;
        splitc_value right;
        splitc_from_child(call, k, &right);
        combine(value, &right);
    }
    splitc_to_parent(call, value);
}

void splitc_from_child(const splitc_call *call, unsigned k, splitc_value *value) {
    take(call, (int)k, &from_child[k], value);
    to_child[k].known = to_child[k].count;
}

void splitc_to_parent(const splitc_call *call, const splitc_value *value) {
    const unsigned me = (unsigned)MYPROC, low = lowest_bit(me);
    if (me == 0) return;
    give(call, (int)(me - low), __builtin_ctz(low), &to_parent, value);
    from_parent.told = from_parent.taken;
}

int splitc_from_parent(const splitc_call *call, splitc_value *value) {
    if (MYPROC == 0) return 0;
    take(call, parent_edge, &from_parent, value);
    to_parent.known = to_parent.count;
    return 1;
}

void splitc_to_child(const splitc_call *call, unsigned k, const splitc_value *value) {
    give(call, MYPROC + (1 << k), parent_edge, &to_child[k], value);
    from_child[k].told = from_child[k].taken;
}

void splitc_to_children(const splitc_call *call, const splitc_value *value) {
    for (unsigned k = 0, n = splitc_children(); k < n; ++k) splitc_to_child(call, k, value);
}

// A processor that is two ahead has sent the second in a collective without an opposite direction,
// and gets an acknowledgement: an opposite message would have confirmed the first.
static void acknowledge(int proc, volatile unsigned *acknowledged, struct edge *edge) {
    if (edge->taken - edge->told < 2) return;
    edge->told = edge->taken;
    am_short_request_2(proc, acknowledge_h, acknowledged, edge->taken);
}

void splitc_acknowledge_down(void) {
    const unsigned me = (unsigned)MYPROC, low = lowest_bit(me);
    if (me) acknowledge((int)(me - low), &to_child[__builtin_ctz(low)].acknowledged, &from_parent);
}

void splitc_acknowledge_up(void) {
    for (unsigned k = 0, n = splitc_children(); k < n; ++k)
        acknowledge(MYPROC + (1 << k), &to_parent.acknowledged, &from_child[k]);
}

// Dissemination: in round k every processor notifies the processor 2^k further, so that after the
// last round each has heard from all (Hensgen, Finkel, Manber 1988). No processor is ahead by more
// than one barrier, and counters need not be reset.
static void barrier_at(void *return_address) {
    const splitc_call call = splitc_enter("barrier", return_address);
    const unsigned me = (unsigned)MYPROC, procs = (unsigned)PROCS, count = ++barriers;
    volatile unsigned *const other = &seen[call.number & 7].no_barrier;
    for (unsigned k = 0; 1u << k < procs; ++k) {
        unsigned to = me + (1u << k);
        if (to >= procs) to -= procs;
        am_short_request_2((int)to, barrier_h, &barrier_arrived[k], call.number);
        SPLITC_WAIT_((int)(barrier_arrived[k] - count) >= 0 || *other == call.number);
        if ((int)(barrier_arrived[k] - count) < 0) mismatch_seen(&call);
    }
}
void barrier(void) { barrier_at(__builtin_return_address(0)); }

static void add_words(splitc_value *left, const splitc_value *right) {
    left->word[0] += right->word[0];
}

// All stores before this have been sent, and arrivals never exceed sends. So once the sums agree,
// everything has arrived. No processor continues before all have given their last number, which
// counts only stores from before. Returns this processor's number.
static unsigned stores_arrived(const splitc_call *call) {
    for (;;) {
        const unsigned arrived = store_sync_bytes;
        splitc_value value = {{splitc_store_sent - arrived, 0}};
        splitc_up(call, add_words, &value, 0);
        splitc_from_parent(call, &value);
        splitc_to_children(call, &value);
        if (value.word[0] == 0) return arrived + splitc_store_here;
    }
}

// The base of store_sync's count.
static unsigned counted_from;

void all_store_sync(void) {
    const splitc_call call = splitc_enter("all_store_sync", __builtin_return_address(0));
    splitc_store_expected = counted_from = stores_arrived(&call);
}

__attribute__((weak)) void reset_store_sync(void) {
    splitc_store_expected = counted_from = store_sync_bytes + splitc_store_here;
}

// A processor that counts bytes counts all of them.
void splitc_end_of_main(void) {
    void *const place = (char *)splitc_main + host_call_bytes; // a return address
    const splitc_call call = splitc_enter("the end of splitc_main", place);
    sync();
    const unsigned left = stores_arrived(&call) - splitc_store_expected;
    if (left && splitc_store_expected != counted_from)
        xnet_fail_at(place,
                     "%d bytes more have come by stores than store_sync waited for; where others "
                     "wait for them, reset_store_sync or all_store_sync says so",
                     (int)left);
}

void splitc_bcast(void *value, size_t bytes) {
    const splitc_call call = splitc_enter("all_bcast", __builtin_return_address(0));
    splitc_value v = {{0, 0}};
    __builtin_memcpy(&v, value, bytes);
    splitc_from_parent(&call, &v);
    splitc_to_children(&call, &v);
    splitc_acknowledge_down();
    __builtin_memcpy(value, &v, bytes);
}

// A processor sends its parent the target address of the bytes; the handler that ends the transfer
// stores a value, which confirms that they are in place.
static const char bcast_buffer_name[] = "all_bcast_buffer";
static AM_BULK_HANDLER void bcast_buffer_h(int proc, void *to, unsigned bytes, unsigned tag) {
    (void)proc, (void)to, (void)bytes;
    put(tag, bcast_buffer_name, 0, 0);
}

__attribute__((weak)) void all_bcast_buffer(void *buffer, size_t bytes) {
    const splitc_call call = splitc_enter(bcast_buffer_name, __builtin_return_address(0));
    splitc_value wants = {{(uint32_t)(uintptr_t)buffer, bytes}};
    splitc_to_parent(&call, &wants);
    splitc_value there;
    splitc_from_parent(&call, &there);
    for (unsigned k = 0, n = splitc_children(); k < n; ++k) {
        splitc_from_child(&call, k, &wants);
        if (wants.word[1] != bytes)
            xnet_fail_at(call.return_address,
                         "all_bcast_buffer of %d bytes, but of %d on processor %d", (int)bytes,
                         (int)wants.word[1], MYPROC + (1 << k));
        am_bulk_request(MYPROC + (1 << k), (void *)(uintptr_t)wants.word[0], buffer, bytes,
                        bcast_buffer_h, next_tag(&call, parent_edge, &to_child[k]));
        from_child[k].told = from_child[k].taken;
    }
}

// Dissemination again: after round k every processor has the blocks of the 2^k processors before it
// and its own, and sends as many of them as are missing to the processor 2^k further, which has
// sent the target address. It sends the next address only when this transfer is complete.
static volatile unsigned gather_wanted[splitc_levels], gather_arrived[splitc_levels];
static char *gather_to[splitc_levels];
static unsigned gathers, gather_parts[splitc_levels]; // transfers to come, over the whole run

static unsigned gather_bytes[splitc_levels];
static const char gather_name[] = "all_gather";

static AM_SHORT void gather_wanted_h(unsigned k, char *to, unsigned number, unsigned bytes) {
    seen[number & 7].name = gather_name;
    seen[number & 7].no_barrier = number;
    seen[number & 7].no_tree = number;
    gather_to[k] = to;
    gather_bytes[k] = bytes;
    ++gather_wanted[k];
}
static AM_BULK_HANDLER void gather_arrived_h(int proc, void *to, unsigned bytes, unsigned k) {
    (void)proc, (void)to, (void)bytes;
    ++gather_arrived[k];
}

static void wait_for_gather(const splitc_call *call, const volatile unsigned *counter,
                            unsigned want) {
    volatile unsigned *const other = &seen[call->number & 7].no_gather;
    SPLITC_WAIT_((int)(*counter - want) >= 0 || *other == call->number);
    if ((int)(*counter - want) < 0) mismatch_seen(call);
}

// Of the `count` blocks up to that of processor `last`, sends those up to its own; the others are
// at the end of the array.
static unsigned gather_low(unsigned count, unsigned last) {
    return count <= last + 1 ? count : last + 1;
}

__attribute__((weak)) void all_gather(void *to, const void *from, size_t bytes) {
    const splitc_call call = splitc_enter(gather_name, __builtin_return_address(0));
    const unsigned me = (unsigned)MYPROC, procs = (unsigned)PROCS;
    char *const blocks = to;
    ++gathers;
    __builtin_memmove(blocks + me * bytes, from, bytes);
    for (unsigned k = 0; 1u << k < procs; ++k) {
        const unsigned before = me >= 1u << k ? me - (1u << k) : me + procs - (1u << k);
        am_short_request_4((int)before, gather_wanted_h, k, blocks, call.number, bytes);
    }
    for (unsigned k = 0; 1u << k < procs; ++k) {
        const unsigned step = 1u << k, after = me + step < procs ? me + step : me + step - procs;
        const unsigned count = step < procs - step ? step : procs - step;
        const unsigned before = me >= step ? me - step : me + procs - step;
        wait_for_gather(&call, &gather_wanted[k], gathers);
        char *const there = gather_to[k];
        if (gather_bytes[k] != bytes)
            xnet_fail_at(call.return_address, "all_gather of %u bytes, but of %u on processor %u",
                         (unsigned)bytes, gather_bytes[k], after);
        const unsigned low = gather_low(count, me), high = count - low;
        // Where messages stay in order, the end of the second transfer is the end of both.
        void *const end = (void *)gather_arrived_h;
        am_bulk_request((int)after, there + (me + 1 - low) * bytes, blocks + (me + 1 - low) * bytes,
                        low * bytes, AM_ORDERED && high ? 0 : end, k);
        if (high)
            am_bulk_request((int)after, there + (procs - high) * bytes,
                            blocks + (procs - high) * bytes, high * bytes, gather_arrived_h, k);
        gather_parts[k] += AM_ORDERED || gather_low(count, before) == count ? 1 : 2;
        wait_for_gather(&call, &gather_arrived[k], gather_parts[k]);
    }
}
