// What `inlet reproduce sp2` runs for Figure 7 of 003: two nodes exchange blocks; node 2 starts
// them (Figure 4). Node 0 prints a line for each point: "curve NAME X CYCLES BYTES".
#include <am.h>
#include <stdio.h>

enum { megabyte = 1000000 }; // 003, footnote 1

static char block[megabyte] __attribute__((aligned(256))),
    sink[megabyte] __attribute__((aligned(256)));
static volatile int answered, fetched, started;

static void answer_h(int source, int value) { (void)source, answered += value; }
static void stored_h(int source, void *at, int bytes, void *arg) {
    (void)at, (void)bytes, (void)arg;
    am_reply_1(source, answer_h, 1);
}
static void fetched_h(int source, void *at, int bytes, void *arg) {
    (void)source, (void)at, (void)bytes, (void)arg;
    ++fetched;
}

static void wait_for(volatile int *what, int count) {
    while (*what < count) am_poll();
    *what = 0;
}

#ifdef EXCHANGED
#define CURVE "exchange_busy"
static const int sizes[] = {EXCHANGED};
#else
#define CURVE "exchange"
#define LABEL(name)
static const int sizes[] = {64,    128,   256,   512,   1024,   2048,   4096,   8064,    12096,
                            16128, 24192, 32768, 65536, 131072, 262144, 524288, megabyte};
#endif
enum { count = sizeof sizes / sizeof *sizes };

// --- Figure 7: exchange --------------------------------------------------------------------------

static volatile int other_done;
static void begin_h(int source, int bytes) { (void)source, started = bytes; }
static void other_h(int source, int value) { (void)source, other_done += value; }

/// Both store into each other; node 2 starts them (Figure 4). Each tells the other one when its own
/// is complete.
static __attribute__((noinline)) unsigned swap(void) {
    while (!started) am_poll();
    const int bytes = started, other = 1 - am_my_proc();
    started = 0;
    const unsigned start = am_cycles();
    LABEL(exchange_begin);
    am_store(other, block, sink, bytes, stored_h, (void *)1);
    wait_for(&answered, 1);
    LABEL(exchange_end);
    am_request_1(other, other_h, 1);
    wait_for(&other_done, 1);
    return am_cycles() - start;
}
static unsigned get_and_store(int bytes) {
    const unsigned start = am_cycles();
    am_get(1, sink, block, bytes, fetched_h, 0);
    am_store(1, block, sink, bytes, stored_h, (void *)1);
    wait_for(&answered, 1);
    wait_for(&fetched, 1);
    return am_cycles() - start;
}
static volatile int ready;
static void ready_h(int source, int value) { (void)source, ready += value; }

static void exchanges(void) {
    for (int i = 0; i < count; ++i) {
        const int bytes = sizes[i], me = am_my_proc();
        if (me == 2) {
            wait_for(&ready, 2);
            am_request_1(0, begin_h, bytes);
            am_request_1(1, begin_h, bytes);
            continue;
        }
        am_request_1(2, ready_h, 1);
        const unsigned cycles = swap();
        if (me == 0) printf("curve " CURVE " %d %u %d\n", bytes, cycles, 2 * bytes);
    }
    for (int i = 2; i < count && am_my_proc() == 0; ++i)
        if (sizes[i] <= megabyte)
            printf("curve get_and_store %d %u %d\n", sizes[i], get_and_store(sizes[i]),
                   2 * sizes[i]);
}

int main(void) {
    am_enable(AM_POLLING);
    exchanges();
    am_disable();
    return 0;
}
