// Blocks from node 0 to node 1, by size: the cycles from one block's beginning to the next one's in
// a stream of asynchronous stores, until the last one's handler has answered. On any machine of
// <am.h> (docs/what-instructions-buy.md).
#include <am.h>
#include <stdio.h>

enum { least = 4, most = 65536, stream = 262144, fewest = 16, blocks_at_most = 256 };
static uint32_t from[most / 4] __attribute__((aligned(8))),
    to[most / 4] __attribute__((aligned(8)));
static volatile int stored, ended;

static void answer(int source) {
    (void)source;
    ++stored;
}
static void last(int source, void *at, int bytes, void *unused) {
    (void)at, (void)bytes, (void)unused;
    am_reply_0(source, answer);
}
static void end(int source) {
    (void)source;
    ++ended;
}

static unsigned cycles_of(int bytes) {
    int count = stream / bytes;
    count = count < fewest ? fewest : count > blocks_at_most ? blocks_at_most : count;
    const unsigned begin = am_cycles();
    for (int i = 1; i < count; ++i) am_store_async(1, from, to, bytes, 0, 0, 0, 0);
    am_store_async(1, from, to, bytes, last, 0, 0, 0);
    const int wanted = stored + 1;
    am_wait(&stored, wanted);
    return (am_cycles() - begin) / (unsigned)count;
}

int main(void) {
    am_enable(AM_INTERRUPTS);
    for (unsigned i = 0; i < most / 4; ++i) from[i] = i * 2654435761u;
    if (am_my_proc() == 0) {
        cycles_of(most); // code and pages are there
        for (int bytes = least; bytes <= most; bytes *= 4)
            printf("block of %d: %u cycles\n", bytes, cycles_of(bytes));
        am_request_0(1, end);
        return 0;
    }
    am_wait(&ended, 1);
    for (unsigned i = 0; i < most / 4; ++i)
        if (to[i] != from[i]) return 1;
    return 0;
}
