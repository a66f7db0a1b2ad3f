// The device over Active Messages (<am_core.h>). Handlers only record what has come; main matches
// it, in calls of MPI.
//
// A message is one of these:
//   short       up to 8 bytes, in the words of one Active Message;
//   eager       up to mpi_eager bytes: a bulk transfer into a region that the receiver has for this
//               sender, and an Active Message about it;
//   rendezvous  the receiver is asked, and answers with an address when it has a receive; then the
//               data go there by a bulk transfer.
// What a receiver stores is bounded. An Active Message takes one of `window` slots of its sender,
// which is free again when main has looked at it. A short message without a receive takes a credit,
// an eager one its place in the region, until a receive has it. A sender without credit or place
// uses a rendezvous, whose store at the receiver is bounded by the sends that are open.
//
// Messages of a pair may come in any order: the slot has the number of the message, and main takes
// them in sequence.
//
// A request that finds no free slot is queued, and later ones to the same process behind it. While
// there is a queue this process keeps no credit, so that no message overtakes the queue; the
// schedules' progress (mpi_schedules_serve) sends queued requests when slots are free again.
#include "mpi_matching.h"
#include "mpi_queue.h"

#include <am_core.h>
#if __has_include(<am_spread.h>)
#include <am_spread.h>
#endif

enum kind { kind_short = 1, kind_eager, kind_ask, kind_cancel };
enum {
    window = 8,           ///< slots of a sender
    short_bytes = 8,      ///< in the words of a message
    regions = 256 * 1024, ///< bytes of the regions of all senders
    region_most = 8192,   ///< bytes of one sender's region, at most
    chunks = 16,          ///< parts of a region
};

/// The first word of a message: bits from low to high.
enum {
    head_full = 1, ///< it is not 0
    head_credits = 1,
    head_stored = 5,
    head_bytes = 9,
    head_kind = 13,
    head_place = 16,
    head_context = 20,
    head_mask = 15
};

struct slot {
    volatile uint32_t head; ///< 0: free
    uint32_t tag, words[2];
};

/// The state of one peer, as this process knows it. Of pairs of counters handlers write the first
/// one.
struct peer {
    volatile uint8_t returned; ///< slots there that are free again
    uint8_t returned_seen;
    volatile uint8_t unstored; ///< short messages that a receive has got
    uint8_t unstored_seen;
    volatile uint8_t listed; ///< it is in `came`
    uint8_t credits;         ///< free slots there
    uint8_t put_next;        ///< slot there for the next message
    uint8_t take_next;       ///< slot here that is looked at next
    uint8_t owed;            ///< slots that are free here, of which the peer has not heard
    uint8_t owed_stored;     ///< short messages, the same
    uint8_t may_store;       ///< short messages that the peer may have without a receive
    uint8_t unused;
    uint16_t owed_chunks;          ///< places of its region here, the same: bits
    uint16_t free_chunks;          ///< of this process's region there
    volatile int returned_chunks;  ///< bits
    volatile uint8_t data[window]; ///< by slot: the bytes of an eager message have come
    struct mpi_request *queue;     ///< of sends that wait for a slot
};
_Static_assert(sizeof(struct peer) == 32, "handlers find it by a shift");

int mpid_self, mpid_processes;
static struct peer *peers;
static struct slot *slots; ///< by sender and place
static char region[regions] __attribute__((aligned(8)));
static unsigned region_bytes, chunk_shift, eager_most;
static uint8_t may_store;

// Senders with a message that main has not looked at: a ring, each once.
static uint16_t *came;
static volatile unsigned came_end; ///< handlers write it
static unsigned came_first, came_places;

/// Handlers count what main has to look at.
static volatile unsigned arrivals;
static unsigned arrivals_seen;
static volatile int granted; ///< sends that may start, a list; an int for am_atomic_store

// --- handlers ------------------------------------------------------------------------------------

AM_INLINE void list_peer(struct peer *p, int src) {
    if (!p->listed) {
        p->listed = 1;
        const unsigned at = came_end;
        came[at] = (uint16_t)src;
        came_end = at + 1 == came_places ? 0 : at + 1;
    }
    ++arrivals;
}

static AM_SHORT void arrive_h(int src, uint32_t head, uint32_t tag, uint32_t a, uint32_t b) {
    struct peer *p = &peers[src];
    struct slot *s = &slots[(unsigned)src * window + (head >> head_place & (window - 1))];
    s->tag = tag;
    s->words[0] = a;
    s->words[1] = b;
    s->head = head;
    p->returned = (uint8_t)(p->returned + (head >> head_credits & head_mask));
    p->unstored = (uint8_t)(p->unstored + (head >> head_stored & head_mask));
    list_peer(p, src);
}
#if !AM_ORDERED
/// The bytes of an eager message.
static AM_BULK_HANDLER void eager_h(int src, void *to, unsigned bytes, unsigned place) {
    (void)to, (void)bytes;
    struct peer *p = &peers[src];
    p->data[place] = 1;
    list_peer(p, src);
}
#endif
static AM_SHORT void credits_h(int src, uint32_t credits, uint32_t stored) {
    struct peer *p = &peers[src];
    p->returned = (uint8_t)(p->returned + credits);
    p->unstored = (uint8_t)(p->unstored + stored);
    ++arrivals;
}
static AM_SHORT void chunks_h(int src, uint32_t mask) {
    peers[src].returned_chunks |= (int)mask;
    ++arrivals;
}
AM_EXPRESS(chunks_h);
static AM_SHORT void grant_h(struct mpi_request *s, char *there, struct mpi_request *receiver,
                             uint32_t bytes) {
    s->there = there;
    s->other = receiver;
    s->granted = bytes;
    s->next = (struct mpi_request *)(uintptr_t)(uint32_t)granted;
    granted = (int)(uint32_t)(uintptr_t)s;
    ++arrivals;
}
/// The bytes of a rendezvous.
static AM_BULK_HANDLER void data_h(int src, void *to, unsigned bytes, unsigned receiver) {
    (void)src, (void)to, (void)bytes;
    ((struct mpi_request *)(uintptr_t)receiver)->done = 1;
    ++arrivals;
}
static AM_SHORT void cancelled_h(struct mpi_request *s, uint32_t forgotten) {
    if (forgotten) {
        s->cancelled = 1;
        s->done = 1;
    }
    s->cancel_asked = 0;
    ++arrivals;
}

// --- unexpected messages -------------------------------------------------------------------------

static struct arrival *free_arrivals;
enum { arrivals_at_once = 32 };
static struct arrival *new_arrival(void) {
    if (!free_arrivals) {
        struct arrival *more = mpi_get("MPI", arrivals_at_once * sizeof *more);
        for (int i = 0; i < arrivals_at_once; ++i) {
            more[i].next = free_arrivals;
            free_arrivals = &more[i];
        }
    }
    struct arrival *a = free_arrivals;
    free_arrivals = a->next;
    return a;
}
static void free_arrival(struct arrival *a) {
    a->next = free_arrivals;
    free_arrivals = a;
}

// --- receiving -----------------------------------------------------------------------------------

static __attribute__((noinline)) void tell_credits(struct peer *p, int process) {
    am_short_request_2_from(process, credits_h, p->owed, p->owed_stored);
    p->owed = p->owed_stored = 0;
}

/// The places of an eager message in the region: its second word has its bytes and its first chunk.
static uint16_t chunks_of(uint32_t about) {
    const unsigned bytes = about & 0xffff, first = about >> 16;
    const unsigned count = (bytes + (1u << chunk_shift) - 1) >> chunk_shift;
    return (uint16_t)(((1u << count) - 1) << first);
}
static char *eager_place(int process, uint32_t about) {
    return region + (unsigned)process * region_bytes + ((about >> 16) << chunk_shift);
}
/// An eager message has been copied to its receive.
static void free_chunks(int process, uint32_t about) {
    struct peer *p = &peers[process];
    p->owed_chunks |= chunks_of(about);
    if ((p->owed_chunks & (p->owed_chunks - 1)) == 0) return; // one of them may wait
    am_short_request_1_from(process, chunks_h, p->owed_chunks);
    p->owed_chunks = 0;
}

static void grant(int process, struct mpi_request *sender, struct mpi_request *r, size_t bytes) {
    am_short_request_4(process, grant_h, sender, mpi_landing(r, bytes), r, bytes);
}

/// A short message's words are its bytes.
static inline void deliver_short(struct mpi_request *r, const uint32_t *words, size_t bytes) {
    if (bytes == 0) {
    } else if (r->buffer && (((uintptr_t)r->buffer | bytes) & 3) == 0) {
        uint32_t *const to = (uint32_t *)(void *)r->buffer;
        to[0] = words[0];
        if (bytes == 8) to[1] = words[1];
    } else {
        mpi_deliver(r, words, bytes);
    }
    r->done = 1;
}

/// The bytes of a message in a slot.
static inline size_t size_of(uint32_t head, const struct slot *s) {
    switch (head >> head_kind & 7) {
    case kind_short: return head >> head_bytes & head_mask;
    case kind_eager: return s->words[0] & 0xffff;
    default: return s->words[0];
    }
}

/// A message that is not short, or has no receive yet.
static __attribute__((noinline)) void take_slowly(struct peer *p, int process, uint32_t head,
                                                  struct slot *s) {
    const unsigned kind = head >> head_kind & 7;
    if (kind == kind_cancel) {
        struct mpi_request *const sender = (struct mpi_request *)(uintptr_t)s->words[1];
        struct arrival *a = forget_unexpected(process, sender);
        am_short_request_2(process, cancelled_h, sender, a != 0);
        if (a) free_arrival(a);
        return;
    }
    if (kind == kind_eager) {
        p->data[head >> head_place & (window - 1)] = 0;
        p->free_chunks |= (uint16_t)s->words[1];
    }
    const int context = (int)(head >> head_context), tag = (int)s->tag;
    const size_t size = size_of(head, s);
    struct mpi_request *r = kind == kind_short ? 0 : take_posted(context, process, tag);
    if (r) {
        const size_t bytes = mpi_matched(r, process, tag, size);
        if (kind == kind_eager) {
            mpi_deliver(r, eager_place(process, s->words[0]), bytes);
            free_chunks(process, s->words[0]);
        } else {
            grant(process, (struct mpi_request *)(uintptr_t)s->words[1], r, bytes);
        }
        return;
    }
    struct arrival *a = new_arrival();
    a->context = context;
    a->process = process;
    a->tag = tag;
    a->size = size;
    a->sender = 0;
    a->about = 0;
    switch (kind) {
    case kind_short:
        a->words[0] = s->words[0];
        a->words[1] = s->words[1];
        a->data = (char *)a->words;
        break;
    case kind_eager:
        a->about = s->words[0];
        a->data = eager_place(process, s->words[0]);
        break;
    default: a->sender = (struct mpi_request *)(uintptr_t)s->words[1];
    }
    append_unexpected(a);
}

/// The messages of a sender that have come, in sequence.
static inline void take_from(int process) {
    struct peer *p = &peers[process];
    p->listed = 0;
    for (;;) {
        struct slot *s = &slots[(unsigned)process * window + p->take_next];
        const uint32_t head = s->head;
        if (!head) break;
        struct mpi_request *r = 0;
        if ((head >> head_kind & 7) == kind_short)
            r = take_posted((int)(head >> head_context), process, (int)s->tag);
        else if (!AM_ORDERED && (head >> head_kind & 7) == kind_eager && !p->data[p->take_next])
            break; // its bytes list the sender again
        if (r) {
            ++p->owed_stored;
            deliver_short(r, s->words,
                          mpi_matched(r, process, (int)s->tag, head >> head_bytes & head_mask));
        } else {
            take_slowly(p, process, head, s);
        }
        s->head = 0;
        p->take_next = (uint8_t)((p->take_next + 1) & (window - 1));
        if (__builtin_expect(++p->owed >= window / 2, 0)) tell_credits(p, process);
    }
    if (__builtin_expect(p->owed_stored > may_store / 2, 0)) tell_credits(p, process);
}

static inline void drain(void) {
    arrivals_seen = arrivals;
    while (came_first != came_end) {
        const int process = came[came_first];
        came_first = came_first + 1 == came_places ? 0 : came_first + 1;
        take_from(process);
    }
}

/// Waits until a handler has run.
static void idle(void) {
    const unsigned seen = arrivals_seen;
    if (am_must_poll())
        while (arrivals == seen) am_poll();
    else
        while (arrivals == seen) {
        }
}

static __attribute__((noinline)) void send_granted(void) {
    struct mpi_request *s = (struct mpi_request *)(uintptr_t)(uint32_t)am_atomic_store(&granted, 0);
    while (s) {
        struct mpi_request *const next = s->next;
        am_bulk_request(s->process, s->there, s->buffer, (unsigned)s->granted, data_h, s->other);
        s->done = 1;
        s = next;
    }
}

void mpid_progress(void) {
    if (am_must_poll()) am_poll();
    drain();
    if (granted) send_granted();
}
void mpid_await(void) {
    idle();
    drain();
    if (__builtin_expect(granted != 0, 0)) send_granted();
}

// --- sending -------------------------------------------------------------------------------------

static uint8_t take_returned(struct peer *p) {
    const uint8_t now = p->returned, more = (uint8_t)(now - p->returned_seen);
    p->returned_seen = now;
    return more;
}
static uint8_t take_unstored(struct peer *p) {
    const uint8_t now = p->unstored, more = (uint8_t)(now - p->unstored_seen);
    p->unstored_seen = now;
    return more;
}

/// Sends a message into the next slot of a process, for which there is a credit. Its place.
static inline unsigned put_now(struct peer *p, int process, enum kind kind, int context, int tag,
                               unsigned bytes, uint32_t a, uint32_t b) {
    --p->credits;
    const unsigned place = p->put_next;
    p->put_next = (uint8_t)((place + 1) & (window - 1));
    unsigned stored = p->owed_stored;
    if (stored > head_mask) stored = head_mask;
    const uint32_t head = head_full | (uint32_t)p->owed << head_credits | stored << head_stored |
                          bytes << head_bytes | (uint32_t)kind << head_kind | place << head_place |
                          (uint32_t)context << head_context;
    p->owed = 0;
    p->owed_stored = (uint8_t)(p->owed_stored - stored);
    am_short_request_4_from(process, arrive_h, head, tag, a, b);
    return place;
}
/// The same, and waits for a credit; it only takes messages in, and sends queued ones, meanwhile.
static __attribute__((noinline)) unsigned put(int process, enum kind kind, int context, int tag,
                                              unsigned bytes, uint32_t a, uint32_t b) {
    struct peer *p = &peers[process];
    while (!p->credits) {
        if (queue_count) push_queues();
        if (!p->queue) p->credits = (uint8_t)(p->credits + take_returned(p));
        if (p->credits) break;
        idle();
        drain();
    }
    return put_now(p, process, kind, context, tag, bytes, a, b);
}

/// Room for an eager message in this process's region at another one: its second word, or 0.
static uint32_t find_chunks(struct peer *p, size_t bytes) {
    const unsigned count = ((unsigned)bytes + (1u << chunk_shift) - 1) >> chunk_shift,
                   mask = (1u << count) - 1;
    for (int attempt = 0; attempt < 2; ++attempt) {
        for (unsigned first = 0; first + count <= chunks; ++first)
            if ((p->free_chunks >> first & mask) == mask) {
                p->free_chunks &= (uint16_t) ~(mask << first);
                return (uint32_t)bytes | first << 16;
            }
        if (!p->returned_chunks) break;
        p->free_chunks |= (uint16_t)am_atomic_store(&p->returned_chunks, 0);
    }
    return 0;
}

static inline int may_be_stored(struct peer *p) {
    if (!p->may_store) p->may_store = take_unstored(p);
    if (!p->may_store) return 0;
    --p->may_store;
    return 1;
}

static void ask(struct mpi_request *s) {
    put(s->process, kind_ask, s->context, s->tag, 0, (uint32_t)s->bytes, (uint32_t)(uintptr_t)s);
}

static void send_eager(struct mpi_request *s, uint32_t about) {
    struct peer *p = &peers[s->process];
    char *const there =
        region + (unsigned)mpid_self * region_bytes + ((about >> 16) << chunk_shift);
    const uint32_t owed = p->owed_chunks;
    p->owed_chunks = 0;
#if AM_ORDERED
    am_bulk_request(s->process, there, s->buffer, (unsigned)s->bytes, 0, 0);
    put(s->process, kind_eager, s->context, s->tag, 0, about, owed);
#else
    const unsigned place = put(s->process, kind_eager, s->context, s->tag, 0, about, owed);
    am_bulk_request(s->process, there, s->buffer, (unsigned)s->bytes, eager_h, place);
#endif
}

static __attribute__((noinline)) int send_short_slowly(int process, int context, int tag,
                                                       const char *buffer, size_t bytes) {
    if (bytes > short_bytes || process == mpid_self || !may_be_stored(&peers[process])) return 0;
    uint32_t words[2] = {0, 0};
    memcpy(words, buffer, bytes);
    put(process, kind_short, context, tag, (unsigned)bytes, words[0], words[1]);
    return 1;
}
int mpid_send_short(int process, int context, int tag, const char *buffer, size_t bytes) {
    struct peer *p = &peers[process];
    if (bytes > short_bytes || process == mpid_self || !p->may_store || !p->credits ||
        (bytes && ((bytes | (uintptr_t)buffer) & 3)))
        return send_short_slowly(process, context, tag, buffer, bytes);
    --p->may_store;
    uint32_t a = 0, b = 0;
    if (bytes) {
        a = ((const uint32_t *)(const void *)buffer)[0];
        if (bytes == 8) b = ((const uint32_t *)(const void *)buffer)[1];
    }
    put_now(p, process, kind_short, context, tag, (unsigned)bytes, a, b);
    return 1;
}

static struct mpi_request **queue_of(int process) { return &peers[process].queue; }
static int has_room(const struct mpi_request *s) {
    struct peer *const p = &peers[s->process];
    p->credits = (uint8_t)(p->credits + take_returned(p));
    return p->credits != 0;
}
static void begin_send(struct mpi_request *s) { mpid_send(s); }

static __attribute__((noinline)) void send_without_credit(struct mpi_request *s) {
    struct peer *const p = &peers[s->process];
    if (!p->queue) p->credits = take_returned(p);
    if (p->credits)
        mpid_send(s);
    else
        enqueue(s);
}
void mpid_send(struct mpi_request *s) {
    if (__builtin_expect(s->process == mpid_self, 0)) {
        self_send(s);
    } else if (__builtin_expect(!peers[s->process].credits, 0)) {
        send_without_credit(s);
    } else if (__builtin_expect(s->mode == mpi_synchronous, 0)) {
        ask(s);
    } else if (s->bytes <= short_bytes) {
        if (mpid_send_short(s->process, s->context, s->tag, s->buffer, s->bytes))
            s->done = 1;
        else
            ask(s);
    } else {
        const uint32_t about =
            s->bytes <= eager_most ? find_chunks(&peers[s->process], s->bytes) : 0;
        if (about) {
            send_eager(s, about);
            s->done = 1;
        } else {
            ask(s);
        }
    }
}

const int mpid_receives_short = short_bytes; // a longer one waits better with a request
/// Where no receive is posted and no message waits for one, the next message of a process may go
/// from its slot to the call. The process stays in `came`; `arrivals_seen` counts what its handler
/// has counted. Whatever else comes meanwhile has to be looked at.
int mpid_receive_short(int process, int context, int tag, char *buffer, size_t room) {
    struct peer *const p = &peers[process];
    struct slot *const s = &slots[(unsigned)process * window + p->take_next];
    if (posted || unexpected || granted || mpi_schedules || process == mpid_self) return -1;
    uint32_t head = s->head;
    if (!head) {
        idle();
        head = s->head;
    }
    const unsigned bytes = head >> head_bytes & head_mask;
    if ((head >> head_kind & 7) != kind_short || (int)(head >> head_context) != context ||
        (int)s->tag != tag || bytes > room)
        return -1;
    if (bytes) {
        if ((((uintptr_t)buffer | bytes) & 3) == 0) {
            ((uint32_t *)(void *)buffer)[0] = s->words[0];
            if (bytes == 8) ((uint32_t *)(void *)buffer)[1] = s->words[1];
        } else {
            memcpy(buffer, s->words, bytes);
        }
    }
    s->head = 0;
    ++arrivals_seen;
    p->take_next = (uint8_t)((p->take_next + 1) & (window - 1));
    ++p->owed;
    ++p->owed_stored;
    if (__builtin_expect(p->owed >= window / 2 || p->owed_stored > may_store / 2, 0))
        tell_credits(p, process);
    return (int)bytes;
}
void mpid_receive_taken(struct mpi_request *r, struct arrival *a) {
    if (a->process == mpid_self) {
        self_take(r, a);
        return;
    }
    const int process = a->process;
    const size_t bytes = mpi_matched(r, process, a->tag, a->size);
    if (a->sender) {
        grant(process, a->sender, r, bytes);
    } else {
        mpi_deliver(r, a->data, bytes);
        if (a->about) {
            free_chunks(process, a->about);
        } else {
            struct peer *p = &peers[process];
            if (++p->owed_stored > may_store / 2) tell_credits(p, process);
        }
    }
    free_arrival(a);
}
void mpid_cancel_send(struct mpi_request *s) {
    if (cancel_here(s)) return;
    s->cancel_asked = 1;
    put(s->process, kind_cancel, 0, 0, 0, 0, (uint32_t)(uintptr_t)s);
    while (s->cancel_asked) mpi_await();
}

// --- barrier and broadcast -----------------------------------------------------------------------

enum { rounds = 16 };
static volatile unsigned reached[rounds];

static AM_SHORT void barrier_h(volatile unsigned *round) {
    ++*round;
    ++arrivals;
}
AM_EXPRESS_SHORT(barrier_h);

/// By the machine, or a dissemination (Hensgen, Finkel, Manber 1988).
int mpid_barrier(void) {
#ifdef AM_MEETS
    if (am_can_meet()) {
        am_meet();
        while (!am_have_met()) mpi_progress();
        return 1;
    }
#endif
    static unsigned times;
    ++times;
    for (unsigned k = 0; 1u << k < (unsigned)mpid_processes; ++k) {
        int to = mpid_self + (1 << k);
        if (to >= mpid_processes) to -= mpid_processes;
        am_short_request_1(to, barrier_h, &reached[k]);
        while ((int)(reached[k] - times) < 0) mpi_await();
    }
    return 1;
}

#if AM_SPREADS
// A broadcast by the machine's multicasts. The first bytes come to a place that each process has
// for them; there are `places`, used in turn, with a barrier between two rounds. The rest come,
// after a barrier of the broadcast, to where the process wants them.
enum { places = 16, first_bytes = 512 };
static char first_data[places][first_bytes] __attribute__((aligned(8)));
static struct am_spread_place first_place[places], rest_place;

static void start_spread(void) {
    am_spread_start();
    for (int i = 0; i < places; ++i)
        first_place[i] = (struct am_spread_place){first_data[i], 0, 0, &arrivals};
    rest_place.arrivals = &arrivals;
}

static unsigned words_of(size_t bytes) { return (unsigned)((bytes + 3) / 4); }
static int is_aligned(const void *bytes, size_t size) {
    return (((uintptr_t)bytes | size) & 3) == 0;
}

/// Waits for the words of a place, and frees it.
static void take_place(struct am_spread_place *p, unsigned words) {
    while (p->come != words) mpi_await();
    p->come = 0;
}

static void spread_rest(const char *call, char *bytes, size_t size) {
    char *const own = is_aligned(bytes, size) ? 0 : mpi_get(call, size + 3);
    if (own) memcpy(own, bytes, size);
    mpid_barrier();
    am_spread(&rest_place, 0, own ? own : bytes, words_of(size), (unsigned)size);
    take_place(&rest_place, words_of(size));
    free(own);
}
/// Of `size` bytes this process wants the first `wanted`.
static void take_rest(const char *call, char *bytes, size_t size, size_t wanted) {
    char *const own = wanted == size && is_aligned(bytes, size) ? 0 : mpi_get(call, size + 3);
    rest_place.to = own ? own : bytes;
    mpid_barrier();
    take_place(&rest_place, words_of(size));
    if (own) memcpy(bytes, own, wanted);
    free(own);
}

int mpid_bcast(const char *call, struct mpi_comm *c, void *bytes, size_t size, int root) {
    static unsigned times;
    if (!am_can_spread(root)) return mpid_no_bcast;
    const unsigned place = times++ % places;
    if (place == 0) mpid_barrier();
    struct am_spread_place *const p = &first_place[place];
    if (c->rank == root) {
        const size_t first = size < first_bytes ? size : first_bytes;
        const char *from = bytes;
        if (!is_aligned(bytes, first) || first == 0) from = memcpy(p->to, bytes, first);
        const unsigned words = first ? words_of(first) : 1;
        am_spread(p, 0, from, words, (unsigned)size);
        take_place(p, words);
        if (size > first) spread_rest(call, (char *)bytes + first, size - first);
        return MPI_SUCCESS;
    }
    while (p->come == 0) mpi_await();
    const size_t told = p->told, first = told < first_bytes ? told : first_bytes;
    MPI_WRONG(told > size && mpi_is_fatal(c), call,
              "rank %d sends %u bytes, rank %d has room for %u", root, (unsigned)told, c->rank,
              (unsigned)size);
    take_place(p, first ? words_of(first) : 1);
    const size_t wanted = told < size ? told : size;
    memcpy(bytes, p->to, wanted < first ? wanted : first);
    if (told > first)
        take_rest(call, (char *)bytes + first, told - first, wanted > first ? wanted - first : 0);
    return told > size ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}
#else
static void start_spread(void) {}
int mpid_bcast(const char *call, struct mpi_comm *c, void *bytes, size_t size, int root) {
    (void)call, (void)c, (void)bytes, (void)size, (void)root;
    return mpid_no_bcast;
}
#endif

// --- start and end -------------------------------------------------------------------------------

void mpid_start(void) {
    static const char call[] = "MPI_Init";
    mpid_processes = am_procs();
    mpid_self = am_my_proc();
    const unsigned n = (unsigned)mpid_processes;
    region_bytes = region_most;
    while (region_bytes * n > regions) region_bytes /= 2;
    chunk_shift = 0;
    while ((chunks << chunk_shift) < (int)region_bytes) ++chunk_shift;
    eager_most = region_bytes < mpi_eager ? region_bytes : mpi_eager;
    may_store = (uint8_t)(n > 256 ? 8 : n > 32 ? 2048 / n : 64);
    came_places = n + 1;
    came = mpi_get(call, came_places * sizeof *came);
    queues = mpi_get(call, n * sizeof *queues);
    slots = mpi_get(call, n * window * sizeof *slots);
    memset(slots, 0, n * window * sizeof *slots);
    struct peer *all = mpi_get(call, n * sizeof *all);
    memset(all, 0, n * sizeof *all);
    for (unsigned i = 0; i < n; ++i) {
        all[i].credits = window;
        all[i].may_store = may_store;
        all[i].free_chunks = 0xffff;
    }
    peers = all;
    start_spread();
    // No process gets a message before MPI_Init's barrier, whose handler needs none of this.
}
void mpid_end(void) { report_left(); }
