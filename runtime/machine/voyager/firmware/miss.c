// Messages for queues that are full or not resident (004 4.3): firmware keeps them in memory, and
// puts them into their queues in order.
//
// The endpoint clears the tag of a queue that is full, so later messages for it come to the miss
// queue, too. When nothing of a queue is left outside, the tag is set again. Messages of low
// priority leave a quarter of the memory to the others, and those that have no place in memory step
// back in the miss queue, so that replies pass (004 does not say).
#include "firmware.h"

#include <fail.h>
#include <stddef.h>

#ifndef MISS_BUFFER
#define MISS_BUFFER 4096
#endif
enum { kept = MISS_BUFFER, scratch_entries = 32 };

static struct message messages[kept];
static struct message *unused;
static unsigned free_messages;

static unsigned miss_entries;
static unsigned untagged;  ///< a bit for each hardware queue whose queue has no tag
static uint32_t missed;    ///< messages of the miss queue that were read
static uint32_t looked_at; ///< those before this one have low priority
static int is_stuck;       ///< nothing of the miss queue can be taken,
static uint32_t stuck_at;  ///< which ends here
static unsigned scratch;   ///< the next entry for an operation

uint32_t next_scratch(void) {
    return (4 * basic_entries + miss_entries + scratch++ % scratch_entries) * NES_ENTRY;
}
volatile uint32_t *sram(uint32_t offset) {
    return (volatile uint32_t *)(uintptr_t)(NES_WINDOW + offset);
}
static volatile uint32_t *miss_entry(uint32_t count) {
    return sram((4 * basic_entries + count % miss_entries) * NES_ENTRY);
}

/// Entries move whole words, line by line.
static void copy(volatile uint32_t *to, const volatile uint32_t *from, unsigned words) {
    for (unsigned i = 0; i < words; ++i) to[i] = from[i];
}
static unsigned words_of(uint32_t header) { return NES_WORDS(header) + 2; }

static int has_memory(uint32_t header) {
    return free_messages > (header & NES_HIGH ? 0 : kept / 4);
}
static void keep(const volatile uint32_t *entry) {
    struct queue *const q = &queues[entry[1] & (logical_queues - 1)];
    struct message *const m = unused;
    unused = m->next;
    --free_messages;
    copy(m->entry, entry, words_of(entry[0]));
    m->next = NULL;
    *(q->first ? q->end : &q->first) = m;
    q->end = &m->next;
    if (q->state == resident) start_refill(q);
    fill_memory(q);
}
void drop_first(struct queue *q) {
    struct message *const m = q->first;
    q->first = m->next;
    m->next = unused;
    unused = m;
    ++free_messages;
    is_stuck = 0;
}

/// Frees the first entry of the miss queue.
static void free_entry(void) {
    volatile uint32_t *const entry = miss_entry(missed);
    for (unsigned at = 0; at < NES_ENTRY / 4; at += NES_LINE / 4) nes_flush(entry + at);
    nes_store(nes_pointer(NES_MISS, NES_RX_CONSUMER), ++missed);
    if ((int32_t)(looked_at - missed) < 0) looked_at = missed;
}

/// The first message has low priority, and there is no memory for it: a message of high priority
/// behind it is kept, and those before it take its place.
static void let_pass(void) {
    const uint32_t end = nes_load(nes_pointer(NES_MISS, NES_RX_PRODUCER));
    is_stuck = 1;
    stuck_at = end;
    for (; looked_at != end; ++looked_at) {
        const uint32_t header = miss_entry(looked_at)[0];
        if (!(header & NES_HIGH)) continue;
        if (!has_memory(header)) return;
        is_stuck = 0;
        keep(miss_entry(looked_at));
        for (uint32_t to = looked_at; to != missed; --to) {
            volatile uint32_t *const entry = miss_entry(to);
            const unsigned words = words_of(miss_entry(to - 1)[0]);
            copy(entry, miss_entry(to - 1), words);
            for (unsigned at = 0; at < words; at += NES_LINE / 4) nes_clean(entry + at);
        }
        ++looked_at;
        return free_entry();
    }
}

void take_missed(void) {
    const volatile uint32_t *const entry = miss_entry(missed);
    if (!has_memory(entry[0])) return let_pass();
    keep(entry);
    free_entry();
}

int can_take_missed(void) {
    if (is_stuck && nes_load(nes_pointer(NES_MISS, NES_RX_PRODUCER)) != stuck_at) is_stuck = 0;
    return !is_stuck;
}

void start_refill(const struct queue *q) { untagged |= 1u << q->hardware; }
void stop_refill(const struct queue *q) { untagged &= ~(1u << q->hardware); }

/// Moves messages from memory into the queue while it has places.
static void refill(unsigned hardware) {
    struct queue *const q = &queues[bound[hardware]];
    unsigned places = q->first ? nes_load(nes_pointer(hardware, NES_RX_FREE)) : 0;
    for (; q->first && places; --places) {
        const uint32_t offset = next_scratch();
        volatile uint32_t *const entry = sram(offset);
        const unsigned words = words_of(q->first->entry[0]);
        copy(entry, q->first->entry, words);
        for (unsigned at = 0; at < words; at += NES_LINE / 4) nes_clean(entry + at);
        nes_sync();
        nes_store(NES_REFILL, hardware << 24 | offset);
        drop_first(q);
    }
    if (q->first || is_stuck) return; // the miss queue is not empty
    nes_store(NES_TAGS_IF_NONE + 4 * hardware, NES_VALID | (uint32_t)bound[hardware]);
    if (nes_load(NES_TAGS + 4 * hardware)) stop_refill(q);
}

void start_miss(void) {
    miss_entries = nes_load(NES_MISS_ENTRIES);
    for (unsigned i = 0; i < kept; ++i) {
        messages[i].next = unused;
        unused = &messages[i];
    }
    free_messages = kept;
}

void refill_queues(void) {
    for (unsigned left = untagged; left; left &= left - 1) refill((unsigned)__builtin_ctz(left));
}
