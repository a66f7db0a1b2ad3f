// Overhead and bandwidth (voyager_measure.h).
#include "voyager_measure.h"

static uint32_t express_entries;

// --- Overhead ---

COST(send_express, 1, , send_express(7), )
COST(send_flush, 4, , send_basic(&by_flush, 4, 1), )
COST(send_flush_22, 22, , send_basic(&by_flush, 22, 1), )
COST(send_reclaim, 4, , send_basic(&by_reclaim, 4, 0), )
COST(send_reclaim_22, 22, , send_basic(&by_reclaim, 22, 0), )
COST(poll_nothing, 1, , seen = nes_take(NES_ONE_POLL + (0xFFFFu << 3)).first, )
COST(
    poll_nine, 9, , {
        for (unsigned i = 0; i < 8; ++i) seen = nes_take(NES_EXPRESS_RECEIVE + i * NES_PAGE).first;
        seen = nes_load(nes_pointer(NES_BASIC, NES_RX_PRODUCER));
    }, )
COST(sync, 1, , nes_sync(), )
COST(flush_clean, 1, seen = *nes_entry(pairs, flushed, 1, entries, 0),
     nes_flush(nes_entry(pairs, flushed, 1, entries, 0)), )
COST(flush_dirty, 1, *nes_entry(pairs, flushed, 0, entries, by_flush.sent) = 0,
     nes_flush(nes_entry(pairs, flushed, 0, entries, by_flush.sent)), )
COST(
    flush_and_sync, 1, *nes_entry(pairs, flushed, 0, entries, by_flush.sent) = 0, {
        nes_flush(nes_entry(pairs, flushed, 0, entries, by_flush.sent));
        nes_sync();
    }, )
COST(
    uncached_words, 8, , {
        for (unsigned i = 0; i < 8; ++i) send_express(i);
        nes_sync();
    }, )

COST(
    line_and_sync, 8, , {
        volatile uint32_t *const e = nes_entry(pairs, flushed, 0, entries, by_flush.sent);
        for (unsigned i = 0; i < 8; ++i) e[i] = i;
        nes_flush(e);
        nes_sync();
    }, )

// Node 1 sends a message whenever node 0 is ready for it.
COST(take_express, 1, send_express(0),
     seen = nes_take(NES_EXPRESS_RECEIVE + express * NES_PAGE).second, )
COST(
    take_express_loads, 1, send_express(0), {
        seen = nes_load(NES_EXPRESS_RECEIVE + express * NES_PAGE);
        seen = nes_load(NES_EXPRESS_RECEIVE + express * NES_PAGE + 4);
    }, )
#define TAKE(name, q, words, by_hand)                                                              \
    COST(                                                                                          \
        name, words,                                                                               \
        {                                                                                          \
            send_express(0);                                                                       \
            wait_for_message(q);                                                                   \
        },                                                                                         \
        read_one(q, words, by_hand), release(q))
TAKE(take_flush, &by_flush, 4, 1)
TAKE(take_flush_22, &by_flush, 22, 1)
TAKE(take_reclaim, &by_reclaim, 4, 0)
TAKE(take_reclaim_22, &by_reclaim, 22, 0)

static void drain(struct queue *q, unsigned words, int by_hand) {
    for (int i = 0; i < 2 * rounds; ++i) take_basic(q, words, by_hand);
}
static void feed(struct queue *q, unsigned words, int by_hand) {
    for (int i = 0; i < 2 * rounds; ++i) {
        take_express();
        send_basic(q, words, by_hand);
    }
}
static void feed_express(void) {
    for (int i = 0; i < 2 * rounds; ++i) {
        take_express();
        send_express(1);
    }
}

static void overheads(void) {
    if (me == 0) {
        const unsigned start = cycles();
        empty = cycles() - start;
        cost_poll_nothing();
        cost_poll_nine();
        cost_sync();
        cost_flush_clean();
        cost_flush_dirty();
        cost_flush_and_sync();
        cost_uncached_words();
        cost_line_and_sync();
        cost_send_express();
        cost_send_flush();
        cost_send_flush_22();
        cost_send_reclaim();
        cost_send_reclaim_22();
        cost_take_express();
        cost_take_express_loads();
        cost_take_flush();
        cost_take_flush_22();
        cost_take_reclaim();
        cost_take_reclaim_22();
        return;
    }
    for (int i = 0; i < 18 * rounds; ++i) take_express();
    drain(&by_flush, 4, 1);
    drain(&by_flush, 22, 1);
    drain(&by_reclaim, 4, 0);
    drain(&by_reclaim, 22, 0);
    feed_express();
    feed_express();
    feed(&by_flush, 4, 1);
    feed(&by_flush, 22, 1);
    feed(&by_reclaim, 4, 0);
    feed(&by_reclaim, 22, 0);
}

// --- Bandwidth: node 1 sends what a queue holds as fast as it can, node 0 receives it. More would
// be faster than the receiver, and firmware would have to keep what does not fit. ---

enum { bursts = 8 };

static void stream_express(void) {
    unsigned sum = 0;
    for (int burst = 0; burst < bursts; ++burst) {
        if (me) {
            take_express(); // node 0 is ready
            for (unsigned i = 0; i < express_entries; ++i) {
                while (express_sent - express_taken >= express_entries)
                    express_taken = nes_load(nes_pointer(express, NES_TX_CONSUMER));
                send_express(i);
            }
            continue;
        }
        send_express(0);
        unsigned begun = 0;
        for (unsigned i = 0; i < express_entries; ++i) {
            if (i == express_entries / 4) begun = cycles();
            seen = take_express();
        }
        sum += cycles() - begun;
    }
    if (me == 0)
        point("stream_express", 1, sum, bursts * 4 * (express_entries - express_entries / 4));
}

/// `together`: messages for one store of a pointer.
static inline __attribute__((always_inline)) void
stream(const char *name, struct queue *q, unsigned words, int by_hand, unsigned together) {
    unsigned sum = 0, counted = 0;
    for (int burst = 0; burst < bursts; ++burst) {
        if (me) {
            wait_for_places(q, entries);
            take_express();
            for (unsigned i = 0; i < entries; i += together) {
                for (unsigned k = 0; k < together; ++k) compose(q, words, by_hand);
                launch(q, by_hand);
            }
            continue;
        }
        send_express(0);
        unsigned begun = 0;
        for (unsigned i = 0, first = q->received; i < entries; i = q->received - first) {
            if (!begun && i >= entries / 4) {
                begun = cycles();
                counted += entries - i;
            }
            uint32_t there;
            do there = nes_load(nes_pointer(NES_BASIC + q->place, NES_RX_PRODUCER));
            while (there == q->received);
            while (there != q->received) read_one(q, words, by_hand);
            release(q);
        }
        sum += cycles() - begun;
    }
    if (me == 0) point(name, words * 100 + together, sum, 4 * words * counted);
}

// --- DMA (004 3.4), by the runtime's requests: until the target has told its end ---

enum { large = 65536, times = 4 };
static unsigned char source[large], target[large];
static volatile int copied;

static void copied_h(int src, void *to, unsigned bytes, unsigned arg) {
    (void)src, (void)to, (void)bytes, (void)arg;
    ++copied;
}
static void told_h(int src) { (void)src, ++copied; }

static void dma(void) {
    am_enable(AM_POLLING);
    if (me) {
        am_wait(&copied, times);
        am_request_0(0, told_h);
        am_disable();
        return;
    }
    const unsigned begun = cycles();
    for (int i = 0; i < times; ++i) am_bulk_request((int)peer, target, source, large, copied_h, 0);
    am_wait(&copied, 1);
    point("stream_dma", large, cycles() - begun, times * large);
    am_disable();
}

int main(void) {
    me = (unsigned)am_my_proc();
    entries = nes_load(NES_BASIC_ENTRIES);
    express_entries = nes_load(NES_EXPRESS_ENTRIES);
    peer = !me;
    overheads();
    stream_express();
    stream("stream_flush", &by_flush, 4, 1, 1);
    stream("stream_flush", &by_flush, 22, 1, 1);
    stream("stream_flush", &by_flush, 22, 1, 4);
    stream("stream_reclaim", &by_reclaim, 22, 0, 1);
    stream("stream_reclaim", &by_reclaim, 22, 0, 4);
    dma();
    return 0;
}
