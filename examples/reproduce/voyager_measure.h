// What `inlet reproduce voyager` measures (docs/reproduce.md), on 2 nodes (one hop) and on 32 (nine
// hops): 004's mechanisms by hand, without the runtime's queues. Node 0 prints a line for each
// point: "curve NAME X CYCLES BYTES". Conditions of 004 5 to 5.3: data in registers, empty queues,
// no contention, a site only sends or only receives a stream. Code is that of -O2 for a processor
// that executes in order.
#include <am.h>
#include <stdio.h>
#include <voyager_nes.h>

enum { express = 4, flushed = 4, reclaimed = 6, pairs = 8, most_words = 22, rounds = 32 };

static uint32_t entries;
static unsigned peer, me;
static volatile uint32_t seen;

/// A queue of Basic messages, by its place; the program's copies of its pointers.
struct queue {
    unsigned place;
    uint32_t sent, taken, received;
};
static struct queue by_flush = {flushed, 0, 0, 0}, by_reclaim = {reclaimed, 0, 0, 0};
static uint32_t express_sent, express_taken;

static inline unsigned cycles(void) { return am_cycles(); }

static inline __attribute__((always_inline)) void compose(struct queue *q, unsigned words,
                                                          int clean) {
    volatile uint32_t *const e = nes_entry(pairs, q->place, 0, entries, q->sent);
    e[0] = peer << 8 | words;
    for (unsigned i = 1; i <= words; ++i) e[i] = i;
    for (unsigned line = 0; clean && line <= words; line += NES_LINE / 4) nes_clean(e + line);
    ++q->sent;
}
static inline __attribute__((always_inline)) void launch(struct queue *q, int clean) {
    if (clean) nes_sync();
    nes_store(nes_pointer(NES_BASIC + q->place, NES_TX_PRODUCER), q->sent);
}
static inline void wait_for_places(struct queue *q, uint32_t places) {
    while (q->sent - q->taken + places > entries)
        q->taken = nes_load(nes_pointer(NES_BASIC + q->place, NES_TX_CONSUMER));
}
/// The words go to registers; `seen` keeps the compiler from leaving loads out.
static inline __attribute__((always_inline)) void read_one(struct queue *q, unsigned words,
                                                           int flush) {
    volatile uint32_t *const e = nes_entry(pairs, q->place, 1, entries, q->received);
    for (unsigned i = 0; i <= words; ++i) (void)e[i];
    for (unsigned line = 0; flush && line <= words; line += NES_LINE / 4) nes_flush(e + line);
    ++q->received;
}
static inline void release(struct queue *q) {
    nes_store(nes_pointer(NES_BASIC + q->place, NES_RX_CONSUMER), q->received);
}
static inline void wait_for_message(struct queue *q) {
    while (nes_load(nes_pointer(NES_BASIC + q->place, NES_RX_PRODUCER)) == q->received) {
    }
}
static inline void send_express(uint32_t word) {
    nes_store(nes_express(express, peer, 0), word);
    ++express_sent;
}
static inline uint32_t take_express(void) {
    struct nes_message m;
    do m = nes_take(NES_EXPRESS_RECEIVE + express * NES_PAGE);
    while (!(m.first & NES_VALID));
    return m.second;
}
static inline __attribute__((always_inline)) void send_basic(struct queue *q, unsigned words,
                                                             int by_hand) {
    compose(q, words, by_hand);
    launch(q, by_hand);
}
static inline __attribute__((always_inline)) void take_basic(struct queue *q, unsigned words,
                                                             int by_hand) {
    wait_for_message(q);
    read_one(q, words, by_hand);
    release(q);
}
/// Tag-On (004 3.5): an Express message with lines of the pool, or into the Express queue's entry.
static uint32_t tagged_taken;
static inline __attribute__((always_inline)) void send_tagged(unsigned lines) {
    volatile uint32_t *const p = nes_pool(entries);
    for (unsigned i = 0; i < lines * NES_LINE / 4; ++i) p[i] = i;
    for (unsigned i = 0; i < lines; ++i) nes_clean(p + i * NES_LINE / 4);
    nes_sync();
    nes_store(nes_express(express, peer, 0) + NES_TAG_ON(0, lines), 7);
    ++express_sent;
}
static inline __attribute__((always_inline)) void take_tagged(unsigned lines) {
    volatile uint32_t *const p = nes_tagged(express, entries, tagged_taken);
    seen = take_express();
    for (unsigned i = 0; i < lines * NES_LINE / 4; ++i) (void)p[i];
    for (unsigned i = 0; i < lines; ++i) nes_flush(p + i * NES_LINE / 4);
    nes_store(nes_pointer(express, NES_RX_CONSUMER), ++tagged_taken);
}
static void point(const char *name, unsigned x, unsigned took, unsigned bytes) {
    printf("curve %s %u %u %u\n", name, x, took, bytes);
}

// --- Latency: there and back ---

#define TRIP(name, send, take)                                                                     \
    static unsigned trip_##name(void) {                                                            \
        unsigned begun = 0;                                                                        \
        for (int i = 0; i < 2 * rounds; ++i) { /* the first half fetches lines */                  \
            if (i == rounds) begun = cycles();                                                     \
            if (me == 0) send;                                                                     \
            take;                                                                                  \
            if (me != 0) send;                                                                     \
        }                                                                                          \
        return cycles() - begun;                                                                   \
    }
TRIP(express, send_express(7), seen = take_express())
TRIP(flush_4, send_basic(&by_flush, 4, 1), take_basic(&by_flush, 4, 1))
TRIP(flush_8, send_basic(&by_flush, 8, 1), take_basic(&by_flush, 8, 1))
TRIP(flush_16, send_basic(&by_flush, 16, 1), take_basic(&by_flush, 16, 1))
TRIP(flush_22, send_basic(&by_flush, 22, 1), take_basic(&by_flush, 22, 1))
TRIP(reclaim_4, send_basic(&by_reclaim, 4, 0), take_basic(&by_reclaim, 4, 0))
TRIP(reclaim_8, send_basic(&by_reclaim, 8, 0), take_basic(&by_reclaim, 8, 0))
TRIP(reclaim_16, send_basic(&by_reclaim, 16, 0), take_basic(&by_reclaim, 16, 0))
TRIP(reclaim_22, send_basic(&by_reclaim, 22, 0), take_basic(&by_reclaim, 22, 0))
TRIP(tagged_1, send_tagged(1), take_tagged(1))
TRIP(tagged_3, send_tagged(3), take_tagged(3))

static void latencies(const char *where) {
    static unsigned (*const trips[])(void) = {trip_express,   trip_flush_4,    trip_flush_8,
                                              trip_flush_16,  trip_flush_22,   trip_reclaim_4,
                                              trip_reclaim_8, trip_reclaim_16, trip_reclaim_22,
                                              trip_tagged_1,  trip_tagged_3};
    static const char *const names[] = {"express", "flush",   "flush",   "flush",
                                        "flush",   "reclaim", "reclaim", "reclaim",
                                        "reclaim", "tagon",   "tagon"};
    static const unsigned words[] = {1, 4, 8, 16, 22, 4, 8, 16, 22, 9, 25};
    for (unsigned i = 0; i < sizeof trips / sizeof *trips; ++i) {
        char name[40];
        const unsigned took = trips[i]();
        snprintf(name, sizeof name, "%s_%s", where, names[i]);
        if (me) continue;
        point(name, words[i], took / (2 * rounds), 4 * words[i]);
        if (i == 0) { // beside a Basic message of four words
            snprintf(name, sizeof name, "%s_express_4", where);
            point(name, 4, took / (2 * rounds), 4);
        }
    }
}
