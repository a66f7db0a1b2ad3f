// What `inlet reproduce sp2` runs for the curves of 003: Figures 2, 5, 6 and 8, and Table 2.
// Node 0 prints a line for each point: "curve NAME X CYCLES BYTES". docs/reproduce.md. The loops
// are those of Figure 3; node 2 only starts an exchange (Figure 4).
#include <am.h>
#include <stdio.h>

enum { megabyte = 1000000, most = 4 * megabyte }; // 003, footnote 1

static char block[most] __attribute__((aligned(256))), sink[most] __attribute__((aligned(256)));
static volatile int arrived, answered, ended, fetched;

static void print(const char *name, int x, unsigned cycles, int bytes) {
    printf("curve %s %d %u %d\n", name, x, cycles, bytes);
}

static void answer_h(int source, int value) { (void)source, answered += value; }
/// At the receiver of a store, when all of it is there; `arg`: whether the sender waits for that.
static void stored_h(int source, void *at, int bytes, void *arg) {
    (void)at, (void)bytes;
    ++arrived;
    if (arg) am_reply_1(source, answer_h, 1);
}
static void ended_h(int dest, void *from, int bytes, void *arg) {
    (void)dest, (void)from, (void)bytes, (void)arg;
    ++ended;
}
static void fetched_h(int source, void *at, int bytes, void *arg) {
    (void)source, (void)at, (void)bytes, (void)arg;
    ++fetched;
}

static void wait_for(volatile int *what, int count) {
    while (*what < count) am_poll();
    *what = 0;
}
static void dawdle(int turns) {
    for (volatile int i = 0; i < turns; ++i) {
    }
}

// --- Figures 2 and 5: one transfer ---------------------------------------------------------------

static unsigned store_once(int bytes) {
    const unsigned start = am_cycles();
    am_store(1, block, sink, bytes, stored_h, (void *)1);
    wait_for(&answered, 1);
    return am_cycles() - start;
}
static unsigned get_once(int bytes) {
    const unsigned start = am_cycles();
    am_get(1, sink, block, bytes, fetched_h, 0);
    wait_for(&fetched, 1);
    return am_cycles() - start;
}
/// What the call takes: the copy into the send FIFO.
static unsigned hand_over(int bytes) {
    const unsigned start = am_cycles();
    am_store_async(1, block, sink, bytes, 0, 0, ended_h, 0);
    const unsigned cycles = am_cycles() - start;
    wait_for(&ended, 1);
    dawdle(2000);
    return cycles;
}

/// Sizes that show the packets first, and then the chunks.
static int next_size(int bytes) {
    if (bytes < 600) return bytes + 10;
    if (bytes < 2240) return bytes == 600 ? 672 : bytes + 56;
    if (bytes < 40320) return bytes == 2240 ? 4032 : bytes + 1008;
    return 2 * bytes;
}

static void one_at_a_time(void) {
    for (int bytes = 16; bytes <= 4096; bytes += bytes < 512 ? 16 : 128) {
        store_once(bytes);
        print("latency_store", bytes, store_once(bytes), bytes);
        print("latency_get", bytes, get_once(bytes), bytes);
    }
    for (int bytes = 10; bytes < megabyte; bytes = next_size(bytes))
        print("processor", bytes, hand_over(bytes), bytes);
    print("processor", megabyte, hand_over(megabyte), megabyte);
}

// --- Figure 6, Table 2: streams ------------------------------------------------------------------

static const int sizes[] = {
    16,    32,    64,     96,     128,    160,      192,          224,          256,         288,
    320,   384,   448,    672,    896,    1024,     1344,         2016,         2400,        2800,
    3000,  3200,  3600,   4096,   6048,   8064,     10080,        12096,        16128,       24192,
    32768, 65536, 131072, 262144, 524288, megabyte, 2 * megabyte, 3 * megabyte, 4 * megabyte};
enum { count = sizeof sizes / sizeof *sizes };

static void streams(void) {
    for (int i = 0; i < count; ++i) {
        const int bytes = sizes[i], repeat = bytes < 20000 ? 20 : bytes < megabyte ? 4 : 1;
        unsigned start = am_cycles();
        for (int k = 0; k < repeat; ++k)
            am_store(1, block, sink, bytes, stored_h, (void *)(k + 1 == repeat));
        wait_for(&answered, 1);
        print("store", bytes, am_cycles() - start, repeat * bytes);
        start = am_cycles();
        for (int k = 0; k < repeat; ++k) {
            am_get(1, sink, block, bytes, fetched_h, 0);
            wait_for(&fetched, 1);
        }
        print("get", bytes, am_cycles() - start, repeat * bytes);
    }
    // 1 MB in pieces, "from 64 bytes (15625 requests) to 1 MB (1 request)" (4.1).
    // Short pieces: a fifth of that, in which they are many enough.
    for (int i = 0; i < count; ++i) {
        const int bytes = sizes[i], repeat = (bytes < 1000 ? megabyte / 5 : megabyte) / bytes;
        if (bytes < 64 || repeat == 0) continue;
        unsigned start = am_cycles();
        for (int k = 0; k < repeat; ++k)
            am_store_async(1, block, sink, bytes, stored_h, (void *)(k + 1 == repeat), ended_h, 0);
        wait_for(&ended, repeat);
        wait_for(&answered, 1);
        print("async_store", bytes, am_cycles() - start, repeat * bytes);
        start = am_cycles();
        for (int k = 0; k < repeat; ++k) am_get(1, sink, block, bytes, fetched_h, 0);
        wait_for(&fetched, repeat);
        print("async_get", bytes, am_cycles() - start, repeat * bytes);
    }
}

// --- Figure 8: a poll that finds messages --------------------------------------------------------

static volatile int wanted, got;
static void want_h(int source, int value) { (void)source, wanted = value; }
static void nothing_h(int source, int value) { (void)source, (void)value, ++got; }

static void polls(void) {
    for (int k = 1; k <= 64; ++k) {
        am_request_1(1, want_h, k);
        for (int turn = 0; turn < 40; ++turn) dawdle(100 + 4 * k); // all have come
        got = 0;
        const unsigned start = am_cycles();
        am_poll();
        const unsigned cycles = am_cycles() - start;
        print("poll", k, cycles, 0);
        while (got < k) am_poll();
        dawdle(2000);
    }
    am_request_1(1, want_h, -1);
}
static void send_wanted(void) {
    for (;;) {
        while (!wanted) am_poll();
        const int k = wanted;
        wanted = 0;
        if (k < 0) return;
        am_hold(); // requests that do not poll, so that nothing goes back meanwhile
        for (int i = 0; i < k; ++i) am_request_1(0, nothing_h, i);
        am_release();
    }
}

int main(void) {
    const int me = am_my_proc();
    am_enable(AM_POLLING);
    if (me == 0) {
        one_at_a_time();
        streams();
    }
    am_enable(AM_POLLING); // a barrier
    if (me == 0) polls();
    if (me == 1) send_wanted();
    am_disable();
    return 0;
}
