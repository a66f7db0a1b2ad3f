// What `inlet reproduce voyager` measures (docs/reproduce.md), on 2 nodes (one hop) and on 32 (nine
// hops): 004's mechanisms by hand, without the runtime's queues. Node 0 prints a line for each
// point: "curve NAME X CYCLES BYTES". Conditions of 004 5 to 5.3: data in registers, empty queues,
// no contention, a site only sends or only receives a stream. Code is that of -O2 for a processor
// that executes in order.
#include <am.h>
#include <stdio.h>
#include <voyager_nes.h>

enum { express = 4, flushed = 4, reclaimed = 6, pairs = 8, most_words = 22, rounds = 32 };

/// A constant that holds the address of this place in the code.
#define LABEL(name)                                                                                \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.align 4\n\t.type " #name                      \
                     ", @object\n\t" #name ":\n\t.long 1b\n\t.size " #name ", 4\n\t.popsection"    \
                     :                                                                             \
                     :                                                                             \
                     : "memory")

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
static inline __attribute__((always_inline)) void finish_tagged(unsigned lines) {
    volatile uint32_t *const p = nes_tagged(express, entries, tagged_taken);
    for (unsigned i = 0; i < lines * NES_LINE / 4; ++i) (void)p[i];
    for (unsigned i = 0; i < lines; ++i) nes_flush(p + i * NES_LINE / 4);
    nes_store(nes_pointer(express, NES_RX_CONSUMER), ++tagged_taken);
}
static inline __attribute__((always_inline)) void take_tagged(unsigned lines) {
    seen = take_express();
    finish_tagged(lines);
}
static inline void point(const char *name, unsigned x, unsigned took, unsigned bytes) {
    printf("curve %s %u %u %u\n", name, x, took, bytes);
}

// --- Overhead: cycles of the processor, without reads and writes of the receiver's pointers
// (004 5.1) ---

static __attribute__((unused)) unsigned empty; ///< of two readings of the clock

static inline void rest_for(int turns) {
    for (volatile int i = 0; i < turns; ++i) {
    }
}
static inline void rest(void) { rest_for(400); }

#define COST(name, words, before, code, after)                                                     \
    static void cost_##name(void) {                                                                \
        unsigned sum = 0;                                                                          \
        for (int i = 0; i < 2 * rounds; ++i) { /* the first half fetches lines */                  \
            before;                                                                                \
            rest();                                                                                \
            const unsigned start = cycles();                                                       \
            code;                                                                                  \
            if (i >= rounds) sum += cycles() - start;                                              \
            after;                                                                                 \
        }                                                                                          \
        point(#name, words, sum / rounds - empty, 0);                                              \
    }
