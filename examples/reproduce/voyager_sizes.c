// What the mechanisms cost by size and number: Tag-On and multicast, pointers that several messages
// share, computing beside a stream, transfers from memory to memory, DMA (voyager_measure.h).
#include "voyager_measure.h"

/// Both nodes have come here.
static void meet(void) {
    rest();
    if (me) {
        take_express();
        send_express(0);
    } else {
        send_express(0);
        take_express();
    }
    rest();
}

// --- Messages, some together: node 0 sends, node 1 takes them when they are measured ---

/// `lines` of the pool, from line `first` on.
static inline __attribute__((always_inline)) void fill_pool(unsigned first, unsigned lines) {
    volatile uint32_t *const p = nes_pool(entries) + first * NES_LINE / 4;
    for (unsigned i = 0; i < lines * NES_LINE / 4; ++i) p[i] = i;
    for (unsigned i = 0; i < lines; ++i) nes_clean(p + i * NES_LINE / 4);
}
static inline __attribute__((always_inline)) void tag_on(unsigned first, unsigned lines) {
    nes_store(nes_express(express, peer, 0) + NES_TAG_ON(first, lines), 7);
}

enum { most_together = 16 };

/// The same data to several targets, until the bus is free.
static void multicast_tagged(unsigned targets) {
    fill_pool(0, 3);
    nes_sync();
    for (unsigned i = 0; i < targets; ++i) tag_on(0, 3);
    nes_sync();
}
static void multicast_basic(unsigned targets) {
    for (unsigned i = 0; i < targets; ++i) compose(&by_flush, most_words, 1);
    launch(&by_flush, 1);
    nes_sync();
}
/// Messages of a line each that are launched together.
static void together_tagged(unsigned count) {
    for (unsigned i = 0; i < count; ++i) fill_pool(i, 1);
    nes_sync();
    for (unsigned i = 0; i < count; ++i) tag_on(i, 1);
}
static void singly_tagged(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        fill_pool(i, 1);
        nes_sync();
        tag_on(i, 1);
    }
}
static void together_basic(unsigned count) {
    for (unsigned i = 0; i < count; ++i) compose(&by_flush, 7, 1);
    launch(&by_flush, 1);
}
/// Data that are in the endpoint's memory, in three lines.
static void resident_tagged(unsigned count) {
    (void)count;
    tag_on(0, 3);
    nes_sync();
}
static void resident_basic(unsigned count) {
    (void)count;
    volatile uint32_t *const from = nes_pool(entries);
    volatile uint32_t *const e = nes_entry(pairs, flushed, 0, entries, by_flush.sent++);
    e[0] = peer << 8 | most_words;
    for (unsigned i = 0; i < most_words; ++i) e[1 + i] = from[i];
    for (unsigned line = 0; line <= most_words; line += NES_LINE / 4) nes_clean(e + line);
    for (unsigned line = 0; line < most_words; line += NES_LINE / 4) nes_flush(from + line);
    launch(&by_flush, 1);
    nes_sync();
}

static void together(const char *name, void (*send)(unsigned), unsigned count, unsigned lines,
                     unsigned words) {
    for (int again = 0; again < 2; ++again) { // the first time fetches lines
        meet();
        if (me == 0) {
            const unsigned start = cycles();
            send(count);
            const unsigned took = cycles() - start - empty;
            if (again) point(name, count, took, 0);
            continue;
        }
        for (unsigned i = 0; i < count; ++i)
            if (lines)
                take_tagged(lines);
            else
                take_basic(&by_flush, words, 1);
    }
}

// --- What a dirty line takes more than a clean one of the bus: by the processor's flush, and by
// the endpoint's Reclaim, which the processor retries while it writes the line ---

static unsigned flush_of(int dirty) {
    unsigned sum = 0;
    for (int i = 0; i < rounds; ++i) {
        volatile uint32_t *const line = nes_entry(pairs, flushed, 0, entries, by_flush.sent);
        seen = *line;
        if (dirty) *line = 0;
        nes_sync();
        const unsigned start = cycles();
        nes_flush(line);
        nes_sync();
        sum += cycles() - start;
    }
    return sum / rounds;
}
/// Until the endpoint has read the message. The first look comes at another cycle each time.
static unsigned reclaim_of(int dirty) {
    unsigned sum = 0;
    for (int i = 0; i < 2 * rounds; ++i) { // the first half fetches lines
        meet();
        if (me) {
            take_basic(&by_reclaim, 4, 0);
            continue;
        }
        compose(&by_reclaim, 4, !dirty);
        nes_sync();
        const unsigned start = cycles();
        launch(&by_reclaim, 0);
        while (cycles() - start < (unsigned)i) {
        }
        do by_reclaim.taken = nes_load(nes_pointer(NES_BASIC + reclaimed, NES_TX_CONSUMER));
        while (by_reclaim.taken != by_reclaim.sent);
        if (i >= rounds) sum += cycles() - start;
    }
    return sum / rounds;
}
static void dirty_lines(void) {
    const unsigned clean = reclaim_of(0), dirty = reclaim_of(1);
    if (me) return;
    point("dirty_by_flush", 1, flush_of(1) - flush_of(0), 0);
    point("dirty_by_reclaim", 1, dirty - clean, 0);
}

// --- Time left to compute beside a stream: iterations of a loop while messages go out in a fixed
// period ---

enum { streamed = 16, period = 700 };

static void compute(const char *name, struct queue *q, int by_hand) {
    for (int again = 0; again < 2; ++again) { // the first time fetches lines
        meet();
        unsigned iterations = 0, next = cycles();
        for (int i = 0; i < streamed; ++i, next += period) {
            if (me) {
                take_basic(q, most_words, by_hand);
                continue;
            }
            send_basic(q, most_words, by_hand);
            while ((int)(cycles() - next - period) < 0) ++iterations;
        }
        if (again && me == 0) point(name, most_words, iterations, 0);
    }
}

// --- Costs of Tag-On (Figure 5) ---

COST(send_tagged_1, 1, , send_tagged(1), )
COST(send_tagged_3, 3, , send_tagged(3), )
COST(take_tagged_1, 1, send_express(0); rest(), take_tagged(1), )
COST(take_tagged_3, 3, send_express(0); rest(), take_tagged(3), )
COST(clean, 1, *nes_entry(pairs, flushed, 0, entries, by_flush.sent) = 0,
     nes_clean(nes_entry(pairs, flushed, 0, entries, by_flush.sent)), )

static void costs(void) {
    if (me == 0) {
        cost_clean();
        cost_send_tagged_1();
        cost_send_tagged_3();
        cost_take_tagged_1();
        cost_take_tagged_3();
        return;
    }
    for (int i = 0; i < 2 * rounds; ++i) take_tagged(1);
    for (int i = 0; i < 2 * rounds; ++i) take_tagged(3);
    for (int i = 0; i < 4 * rounds; ++i) {
        take_express();
        send_tagged(i < 2 * rounds ? 1 : 3);
    }
}

/// Bandwidth: node 1 sends as many as a queue holds.
static void stream_tagged(void) {
    enum { bursts = 8 };
    unsigned sum = 0, counted = 0;
    for (int burst = 0; burst < bursts; ++burst) {
        meet();
        if (me) {
            for (unsigned i = 0; i < entries; ++i) {
                fill_pool(i % 4 * 3, 3);
                nes_sync();
                tag_on(i % 4 * 3, 3);
            }
            continue;
        }
        unsigned begun = 0;
        for (unsigned i = 0; i < entries; ++i) {
            if (i == entries / 4) begun = cycles();
            if (i >= entries / 4) ++counted;
            take_tagged(3);
        }
        sum += cycles() - begun;
    }
    if (me == 0) point("stream_tagged", 3, sum, counted * (3 * NES_LINE + 4));
}

// --- Transfers from memory to memory: software's packets in Basic messages, and DMA ---

enum { largest = 65536, data_words = 21, dma_place = 2 };
static uint32_t source[largest / 4], target[largest / 4];
static uint32_t requests;
static volatile int copied;

static void copied_h(unsigned from, const uint32_t *words, unsigned count) {
    (void)from, (void)words, (void)count;
    ++copied;
}
static void told_h(int from) { (void)from, ++copied; }

/// A request to this site's sP.
static void start_dma(unsigned bytes) {
    const uint32_t words[] = {NES_DMA_PUT,      peer,  (uint32_t)source,
                              (uint32_t)target, bytes, (uint32_t)copied_h | 2};
    volatile uint32_t *const e = nes_entry(pairs, dma_place, 0, entries, requests);
    e[0] = (NES_OTHER + me) << 8 | (sizeof words / 4);
    for (unsigned i = 0; i < sizeof words / 4; ++i) e[1 + i] = words[i];
    nes_clean(e);
    nes_sync();
    nes_store(nes_pointer(NES_BASIC + dma_place, NES_TX_PRODUCER), ++requests);
}
/// The source has been read.
static void finish_dma(void) {
    while (
        !(nes_take(NES_EXPRESS_RECEIVE + (NES_EXPRESS_OF_SP + 1) * NES_PAGE).first & NES_VALID)) {
    }
}

/// Messages of a place and 21 words.
static void send_words(const uint32_t *from, unsigned words) {
    for (unsigned at = 0; at < words; at += data_words) {
        wait_for_places(&by_flush, 1);
        const unsigned now = words - at < data_words ? words - at : data_words;
        volatile uint32_t *const e = nes_entry(pairs, flushed, 0, entries, by_flush.sent++);
        const unsigned all = now + 1 < NES_LEAST_WORDS ? NES_LEAST_WORDS : now + 1;
        e[0] = peer << 8 | all;
        e[1] = at;
        for (unsigned i = 0; i < now; ++i) e[2 + i] = from[at + i];
        for (unsigned line = 0; line <= all; line += NES_LINE / 4) nes_clean(e + line);
        launch(&by_flush, 1);
    }
}
static void take_words(uint32_t *to, unsigned words) {
    for (unsigned left = words; left;) {
        wait_for_message(&by_flush);
        volatile uint32_t *const e = nes_entry(pairs, flushed, 1, entries, by_flush.received++);
        const unsigned now = left < data_words ? left : data_words, at = e[1];
        for (unsigned i = 0; i < now; ++i) to[at + i] = e[2 + i];
        for (unsigned line = 0; line <= now + 1; line += NES_LINE / 4) nes_flush(e + line);
        release(&by_flush);
        left -= now;
    }
}

static void transfers(void) {
    static const unsigned sizes[] = {16,   32,   48,   64,   96,   128,  192,  256, 512,
                                     1024, 1280, 1536, 1792, 2048, 2560, 3072, 4096};
    for (int i = 0; i < 16; ++i) { // fetches the lines of the queue of requests
        if (me == 0) start_dma(32);
        if (me == 0) finish_dma();
    }
    am_enable(AM_POLLING);
    if (me) am_wait(&copied, 16);
    am_disable();
    meet();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const unsigned bytes = sizes[i];
        unsigned overhead = 0, begun = 0;
        for (int trip = 0; trip < 4; ++trip) { // the first two fetch lines
            if (trip == 2) begun = cycles();
            if (me) take_words(target, bytes / 4);
            const unsigned start = cycles();
            send_words(source, bytes / 4);
            overhead = cycles() - start;
            if (!me) take_words(target, bytes / 4);
        }
        if (me == 0) {
            point("latency_basic", bytes, (cycles() - begun) / 4, bytes);
            point("overhead_basic", bytes, overhead, bytes);
        }
        meet();
        am_enable(AM_POLLING);
        begun = cycles();
        for (int trip = 0; trip < 2; ++trip) {
            if (me) am_wait(&copied, 1);
            const unsigned start = cycles();
            start_dma(bytes);
            overhead = cycles() - start;
            finish_dma();
            if (!me) am_wait(&copied, 1);
        }
        if (me == 0) {
            point("latency_dma", bytes, (cycles() - begun) / 4, bytes);
            point("overhead_dma", bytes, overhead, bytes);
        }
        am_disable();
        meet();
    }
}

/// What the target's program loses while a transfer comes.
static __attribute__((noinline)) unsigned computed(void) {
    const unsigned start = cycles();
    for (volatile int i = 0; i < 40000; ++i) {
    }
    return cycles() - start;
}
static void beside_dma(void) {
    const unsigned alone = computed();
    meet();
    am_enable(AM_POLLING);
    if (me) {
        start_dma(largest);
        finish_dma();
        am_request_0(0, told_h);
    } else {
        const unsigned beside = computed();
        point("beside_dma", largest, beside - alone, 0);
        am_wait(&copied, 2); // the sP tells it, and node 1 that the source was read
    }
    am_disable();
    meet();
}

/// Node 1 sends by DMA, one transfer behind the other. Labels on node 0, which receives.
static __attribute__((noinline)) void received_dma(void) {
    enum { times = 4 };
    am_enable(AM_POLLING);
    if (me) {
        for (int i = 0; i < times; ++i) start_dma(largest);
        for (int i = 0; i < times; ++i) finish_dma();
    } else {
        am_wait(&copied, 1);
        LABEL(dma_stream_begin);
        am_wait(&copied, times - 1);
        LABEL(dma_stream_end);
    }
    am_disable();
    meet();
}

// --- Active Messages, which 004 does not have: there and back ---

static volatile int answers;
static void answer_h(int from, int word) { (void)from, (void)word, ++answers; }
static void ask_h(int from, int word) { am_reply_1(from, answer_h, word); }
static void express_answer_h(int from, int word) { (void)from, (void)word, ++answers; }
AM_EXPRESS(express_answer_h);
static void express_ask_h(int from, int word) { am_reply_1(from, express_answer_h, word); }
AM_EXPRESS(express_ask_h);

static void active_messages(void) {
    am_enable(AM_POLLING);
    if (me) {
        am_wait(&copied, 1);
        am_disable();
        return;
    }
    for (int express_words = 0; express_words < 2; ++express_words) {
        unsigned begun = 0;
        for (int i = 0; i < 2 * rounds; ++i) {
            if (i == rounds) begun = cycles();
            if (express_words)
                am_request_1(1, express_ask_h, 5);
            else
                am_request_1(1, ask_h, 5);
            am_wait(&answers, 1);
        }
        point(express_words ? "am_express" : "am_basic", 1, (cycles() - begun) / rounds, 4);
    }
    am_request_0(1, told_h);
    am_disable();
}

int main(void) {
    me = (unsigned)am_my_proc();
    entries = nes_load(NES_BASIC_ENTRIES);
    peer = !me;
    const unsigned start = cycles();
    empty = cycles() - start;
    for (unsigned targets = 1; targets <= most_together; targets *= 2) {
        together("multicast_tagged", multicast_tagged, targets, 3, 0);
        together("multicast_basic", multicast_basic, targets, 0, most_words);
    }
    for (unsigned count = 1; count <= 8; ++count) {
        together("together_tagged", together_tagged, count, 1, 0);
        together("singly_tagged", singly_tagged, count, 1, 0);
        together("together_basic", together_basic, count, 0, 7);
    }
    together("resident_tagged", resident_tagged, 1, 3, 0);
    together("resident_basic", resident_basic, 1, 0, most_words);
    dirty_lines();
    compute("compute_flush", &by_flush, 1);
    compute("compute_reclaim", &by_reclaim, 0);
    meet();
    costs();
    stream_tagged();
    transfers();
    beside_dma();
    received_dma();
    active_messages();
    return 0;
}
