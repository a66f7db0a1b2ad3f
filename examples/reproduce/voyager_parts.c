// One message from node 0 to the last node, by each mechanism (004 5.2, Figure 7): from the begin
// of the routine that sends it until its first word is in a register. Labels mark both ends.
#include "voyager_measure.h"

#include <voyager_queues.h>

enum { times = 32 }; // the first half fetches the lines of a queue

#define WAY(name, send, take, after)                                                               \
    static __attribute__((noinline)) void way_##name(void) {                                       \
        _Pragma("clang loop unroll(disable)") for (int i = 0; i < times; ++i) {                    \
            if (me) {                                                                              \
                take;                                                                              \
                LABEL(name##_end);                                                                 \
                after;                                                                             \
                rest();                                                                            \
                send_express(0);                                                                   \
            } else {                                                                               \
                rest();                                                                            \
                rest_for(i); /* so that the receiver looks at other cycles */                      \
                LABEL(name##_begin);                                                               \
                send;                                                                              \
                take_express();                                                                    \
            }                                                                                      \
        }                                                                                          \
    }
#define BASIC(name, q, words, by_hand)                                                             \
    WAY(                                                                                           \
        name, send_basic(q, words, by_hand),                                                       \
        {                                                                                          \
            wait_for_message(q);                                                                   \
            (void)nes_entry(pairs, (q)->place, 1, entries, (q)->received)[1];                      \
        },                                                                                         \
        {                                                                                          \
            read_one(q, words, by_hand);                                                           \
            release(q);                                                                            \
        })
WAY(express, send_express(7), seen = take_express(), )
BASIC(flush_4, &by_flush, 4, 1)
BASIC(flush_8, &by_flush, 8, 1)
BASIC(flush_16, &by_flush, 16, 1)
BASIC(flush_22, &by_flush, 22, 1)
BASIC(reclaim_4, &by_reclaim, 4, 0)
BASIC(reclaim_8, &by_reclaim, 8, 0)
BASIC(reclaim_16, &by_reclaim, 16, 0)
BASIC(reclaim_22, &by_reclaim, 22, 0)
WAY(tagged_1, send_tagged(1), seen = take_express(), finish_tagged(1))
WAY(tagged_3, send_tagged(3), seen = take_express(), finish_tagged(3))

// A queue that is not resident (004 4.3).
static struct nes_queue_memory memory;
static struct nes_queue not_resident;

static void send_by_memory(void) {
    static const uint32_t words[NES_LEAST_WORDS] = {1, 2, 3, 4};
    while (!nes_queue_send(&not_resident, peer, words, NES_LEAST_WORDS)) {
    }
}
static void take_by_memory(void) {
    uint32_t words[NES_MOST_WORDS];
    unsigned from;
    while (!nes_queue_receive(&not_resident, words, &from)) {
    }
}
WAY(memory, send_by_memory(), take_by_memory(), )

// 256 bytes by DMA: the target is told, since nothing else of it sees the end.
static unsigned char source[256], target[256];
static volatile int copied;
static void copied_h(int src, void *to, unsigned bytes, unsigned arg) {
    (void)src, (void)to, (void)bytes, (void)arg;
    ++copied;
}
static void told_h(int src) { (void)src, ++copied; }
static __attribute__((noinline)) void way_dma(void) {
    am_enable(AM_POLLING);
    _Pragma("clang loop unroll(disable)") for (int i = 0; i < times; ++i) {
        if (me) {
            am_wait(&copied, 1);
            LABEL(dma_end);
            rest();
            am_request_0(0, told_h);
        } else {
            rest();
            rest_for(i);
            LABEL(dma_begin);
            am_bulk_request((int)peer, target, source, sizeof source, copied_h, 0);
            am_wait(&copied, 1);
        }
    }
    am_disable();
}

int main(void) {
    me = (unsigned)am_my_proc();
    entries = nes_load(NES_BASIC_ENTRIES);
    const unsigned last = (unsigned)am_procs() - 1;
    peer = me ? 0 : last;
    if (me != 0 && me != last) { // all nodes take part in these
        am_enable(AM_POLLING);
        am_disable();
        return 0;
    }
    way_express();
    way_flush_4();
    way_flush_8();
    way_flush_16();
    way_flush_22();
    way_reclaim_4();
    way_reclaim_8();
    way_reclaim_16();
    way_reclaim_22();
    way_tagged_1();
    way_tagged_3();
    nes_queue_open(&not_resident, 100, &memory);
    way_memory();
    way_dma();
    return 0;
}
