// Messages for queues that are full (004 4.3): firmware keeps them in memory, and refills the
// queues in order.
//
// The endpoint clears the tag of a queue that is full, so later messages for it come to the miss
// queue, too. When nothing of a queue is left outside, the tag is set again. A message of low
// priority leaves a quarter of the memory to the others, so that replies pass (004 does not say).
#include "firmware.h"

#include <fail.h>
#include <stddef.h>

enum { queues = 16, kept = 4096, scratch_entries = 32 };

/// A message of the miss queue, as it was there.
struct message {
    struct message *next;
    uint32_t entry[NES_ENTRY / 4];
};
static struct message messages[kept];
static struct message *unused;
static unsigned free_messages;
static struct queue {
    struct message *first, **end;
    int outside; ///< its tag is clear
} outside[queues];

static unsigned miss_entries, waiting; ///< waiting: queues with a clear tag
static uint32_t missed;                ///< messages of the miss queue that were read
static unsigned scratch;               ///< the next entry to compose

static uint32_t scratch_offset(unsigned place) {
    return (4 * basic_entries + miss_entries + place) * NES_ENTRY;
}

/// Entries move whole words, line by line.
static void copy(volatile uint32_t *to, const volatile uint32_t *from, unsigned words) {
    for (unsigned i = 0; i < words; ++i) to[i] = from[i];
}

/// The first message of the miss queue, if there is room for it. Returns whether it was moved.
static int keep_missed(void) {
    volatile uint32_t *const entry =
        (volatile uint32_t *)(NES_WINDOW + scratch_offset(missed % miss_entries) -
                              miss_entries * NES_ENTRY);
    const uint32_t header = entry[0], logical = entry[1] & 1023;
    const unsigned words = NES_WORDS(header) + 2;
    if (logical >= queues) xnet_fail("a message for queue %u, which is not resident", logical);
    const int is_low = !(header & NES_HIGH);
    const int has_room = free_messages > (is_low ? kept / 4 : 0);
    if (has_room) {
        struct message *const m = unused;
        unused = m->next;
        --free_messages;
        copy(m->entry, entry, words);
        struct queue *const q = &outside[logical];
        m->next = NULL;
        *(q->first ? q->end : &q->first) = m;
        q->end = &m->next;
        if (!q->outside) q->outside = 1, ++waiting;
    }
    for (unsigned at = 0; at < words; at += NES_LINE / 4) nes_flush(entry + at);
    if (has_room) nes_store(nes_pointer(NES_MISS, NES_RX_CONSUMER), ++missed);
    return has_room;
}

/// Moves messages from memory into the queue while it has places.
static void refill(unsigned queue) {
    struct queue *const q = &outside[queue];
    unsigned places = q->first ? nes_load(nes_pointer(queue, NES_RX_FREE)) : 0;
    for (; q->first && places; --places) {
        struct message *const m = q->first;
        const uint32_t offset = scratch_offset(scratch++ % scratch_entries);
        volatile uint32_t *const entry = (volatile uint32_t *)(NES_WINDOW + offset);
        const unsigned words = NES_WORDS(m->entry[0]) + 2;
        copy(entry, m->entry, words);
        for (unsigned at = 0; at < words; at += NES_LINE / 4) nes_clean(entry + at);
        nes_sync();
        nes_store(NES_REFILL, queue << 24 | offset);
        q->first = m->next;
        m->next = unused;
        unused = m;
        ++free_messages;
    }
    if (q->first) return;
    nes_store(NES_TAGS_IF_NONE + 4 * queue, NES_VALID | queue);
    if (nes_load(NES_TAGS + 4 * queue)) q->outside = 0, --waiting;
}

void start_miss(void) {
    miss_entries = nes_load(NES_MISS_ENTRIES);
    for (unsigned i = 0; i < kept; ++i) {
        messages[i].next = unused;
        unused = &messages[i];
    }
    free_messages = kept;
}

void take_missed(void) { keep_missed(); }

void refill_queues(void) {
    for (unsigned queue = 0; waiting && queue < queues; ++queue)
        if (outside[queue].outside) refill(queue);
}
