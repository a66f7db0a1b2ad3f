// What `inlet reproduce sp2` runs with timing caches (machine sp2-cached): transfers whose source
// and destination are not in them, as those of 003 that are longer than the cache (2.2, 4.2). Node
// 0 prints "curve NAME X CYCLES BYTES".
#include <am.h>
#include <stdio.h>

enum { megabyte = 1000000, cache = 65536, chunks = 2 * 8064 }; // MB = 10^6 (003, footnote 1)

static char block[4 * megabyte] __attribute__((aligned(256))),
    sink[4 * megabyte] __attribute__((aligned(256)));
static volatile char other[2 * cache];
static volatile int answered, complete;

static void answer_h(int source, int value) { (void)source, answered += value; }
static void stored_h(int source, void *at, int bytes, void *arg) {
    (void)at, (void)bytes, (void)arg;
    am_reply_1(source, answer_h, 1);
}
static void complete_h(int source, void *at, int bytes, void *arg) {
    (void)source, (void)at, (void)bytes, (void)arg;
    ++complete;
}

int main(void) {
    am_enable(AM_POLLING);
    if (am_my_proc() == 0) {
        // The second time the protocol's own lines are there; the source's are not.
        for (int turn = 0; turn < 2; ++turn) {
            const int from = turn * megabyte;
            answered = complete = 0;
            for (int i = 0; i < cache / 2; i += 64) other[i] = 1;
            const unsigned start = am_cycles();
            am_store_async(1, block + from, sink + from, chunks, stored_h, 0, complete_h, 0);
            const unsigned cycles = am_cycles() - start;
            while (!answered || !complete) am_poll();
            if (turn) printf("curve processor_cold %d %u %d\n", chunks, cycles, chunks);
        }
        for (int size = megabyte; size <= 4 * megabyte; size += 3 * megabyte) {
            answered = 0;
            const unsigned start = am_cycles();
            am_store(1, block, sink, size, stored_h, 0);
            while (!answered) am_poll();
            printf("curve store_cold %d %u %d\n", size, am_cycles() - start, size);
        }
    }
    am_disable();
    return 0;
}
