// am_defer at every cycle of a computation: node 1 sends node 0 a message, a cycle later each time,
// whose handler of low level, of high level, or both of them defer a function. The function runs on
// main's level, once for each deferral, outside holds and handlers and not nested; it sends,
// stores, gets, allocates and computes in floating point. The computation finds, sends and stores
// the same as in an undisturbed run.
//
//   defer [PLACES]: at this many cycles of the computation; 0, the default: at every one. 3 nodes
//   or more.
#include "check.h"
#include "settle.h"

#include <am.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { low, high, both, ways };
enum { words = 16, turns = 2, rows = 16 };

// --- node 2: sums of what main and f send it ----------------------------------------------------

static volatile int sums[2];
static int landing[2][rows][words], source[words]; // a store's row is not reused soon

static int weighed(const void *from, int bytes) {
    int value, sum = 0;
    for (int i = 0; i < bytes / 4; ++i) {
        memcpy(&value, (const char *)from + 4 * i, 4);
        sum += value * (i + 1);
    }
    return sum;
}
static void sink(int src, int from_f, int value) {
    (void)src;
    sums[from_f] += value;
}
static void landed(int src, void *at, int bytes, void *from_f) {
    (void)src;
    sums[(intptr_t)from_f] += weighed(at, bytes);
}

/// The expected sums: node 0 counts as it sends.
static volatile int expected[2];
static void send(int from_f, int value) {
    expected[from_f] += value;
    am_request_2(2, sink, from_f, value);
}
static void store(intptr_t from_f, const void *from, int bytes) {
    expected[from_f] += weighed(from, bytes);
    static int next[2];
    am_store(2, from, landing[from_f][next[from_f]++ % rows], bytes, landed, (void *)from_f);
}
static volatile int all_known;
static void take_expected(int src, int of_main, int of_f) {
    (void)src;
    expected[0] = of_main, expected[1] = of_f;
    all_known = 1;
}

// --- what is deferred ----------------------------------------------------------------------------

static volatile int in_f, in_hold, runs, all_runs, runs_of_g;

static void count(int src, void *at, int bytes, void *counter) {
    (void)src, (void)at, (void)bytes;
    ++*(volatile int *)counter;
}
/// Gets node 2's words, except the last `left_out` of them.
static void get(int *to, int left_out, volatile int *done) {
    *done = 0;
    am_get(2, source, to, 4 * (words - left_out), count, (void *)done);
    while (!*done) am_poll();
}

static void f(void) {
    static int fetched[words];
    static volatile int done;
    CHECK(!in_f && !in_hold && am_level() == AM_LEVEL_MAIN);
    in_f = 1;
    int *const block = malloc(4 * words);
    for (int i = 0; i < words; ++i) block[i] = i * 3;
    volatile double x = runs + 3; // uses floating-point registers
    x = x * 0.5 + 1.0 / x;
    send(1, 7);
    store(1, block, 4 * words);
    get(fetched, 3, &done);
    CHECK(fetched[0] == 5 && fetched[words - 4] == 5 + (words - 4) * 9);
    free(block);
    ++runs, ++all_runs;
    in_f = 0;
}
static void g(void) {
    CHECK(!in_f && !in_hold);
    ++runs_of_g;
}

static volatile int asked;
static volatile unsigned asked_at;
static void ask(int src) {
    (void)src;
    asked_at = am_cycles();
    am_atomic_add(&asked, 1); // the other level too
    am_defer(f);
    am_defer(g);
    am_defer(f); // it already waits
}

// --- the computation -----------------------------------------------------------------------------

static volatile int counter, echoed;
static void echo_back(int src) {
    (void)src;
    ++echoed;
}
static void echo(int src) { am_reply_0(src, echo_back); }

static __attribute__((noinline)) uint64_t compute(double x, int factor) {
    static int block[words], back[words];
    static volatile int done;
    double a = x, b = x * 2;
    uint64_t sum = 0;
    int n = factor;
    for (int i = 0; i < turns; ++i) {
        a = a * 0.5 + b;
        b = b - a * 0.25;
        n = n * factor + (a < b ? 7 : 3);
        sum = sum * 31 + (uint64_t)(unsigned)n * 12345 + (unsigned)n / 7 % 11;
        send(0, n);
        for (int k = 0; k < words; ++k) block[k] = n + k;
        store(0, (char *)block + i, 4 * words - 4);
        am_hold();
        in_hold = 1;
        am_atomic_add(&counter, 1);
        send(0, n);
        am_poll();
        in_hold = 0;
        am_release();
        get(back, i, &done);
        am_request_0(2, echo);
        am_wait(&echoed, 1);
        int *const p = malloc(100);
        p[3] = n;
        sum += (unsigned)p[3];
        free(p);
    }
    union {
        double value;
        uint64_t bits;
    } all = {a + b};
    return sum ^ all.bits ^ (unsigned)back[words - turns];
}

// --- when ----------------------------------------------------------------------------------------

static struct { volatile unsigned start, period, steps, stride, known; } plan;
static void take_plan(int src, unsigned start, unsigned period, unsigned steps, unsigned stride) {
    (void)src;
    plan.start = start, plan.period = period, plan.steps = steps, plan.stride = stride;
    plan.known = 1;
}

static void disturb(void) {
    while (!plan.known) am_poll();
    for (unsigned n = 0; n < plan.steps; ++n) {
        const unsigned at = plan.start + n * plan.period + n / ways * plan.stride;
        const int way = (int)(n % ways);
        wait_until(at);
        if (way != high) am_request_0(0, ask);
        if (way != low) am_reply_0(0, ask);
    }
}

static void stay_the_same(unsigned places) {
    enum { before = 200 };
    const uint64_t alike = compute(3.25, 12345);
    unsigned from = am_cycles();
    CHECK(compute(3.25, 12345) == alike);
    const unsigned alone = am_cycles() - from;
    from = am_cycles();
    am_defer(f);
    while (!runs) am_poll();
    const unsigned f_alone = am_cycles() - from;
    runs = 0;
    const unsigned stride = places ? alone / places + 1 : 1;
    const unsigned steps = (alone / stride + 1) * ways, period = 3 * alone + 5 * f_alone + 4000;
    const unsigned start = am_cycles() + 10000;
    am_request_4(1, take_plan, start, period, steps, stride);
    unsigned inside = 0;
    for (unsigned n = 0; n < steps; ++n) {
        const int messages = n % ways == both ? 2 : 1;
        wait_until(start + n * period - before / 2);
        from = am_cycles();
        const uint64_t found = compute(3.25, 12345);
        const unsigned took = am_cycles() - from;
        CHECK(found == alike);
        while (asked < messages || !runs || in_f) am_poll();
        if (asked_at - from < took) ++inside;
        while ((int)(am_cycles() - (start + (n + 1) * period - 1000)) < 0) am_poll();
        CHECK(asked == messages && runs >= 1 && runs <= messages);
        CHECK(runs_of_g >= 1 && runs_of_g <= messages);
        asked = runs = runs_of_g = 0;
    }
    // Where handlers run in polls, the last messages are taken behind the computation.
    CHECK(inside * 10 > steps * 8);
    // In a hold it waits, in main's own hold too; then it runs.
    am_hold();
    in_hold = 1;
    am_defer(f);
    am_request_0(0, ask);
    while (!asked) am_poll();
    for (int i = 0; i < 50; ++i) am_poll();
    CHECK(runs == 0);
    in_hold = 0;
    am_release();
    while (!runs || !runs_of_g) am_poll();
    CHECK(runs == 1 && runs_of_g == 1);
    printf("%u steps, %u of them in a computation of %u cycles, %d runs\n", steps, inside, alone,
           all_runs);
    am_request_2(2, take_expected, expected[0], expected[1]);
}

int main(int argc, char **argv) {
    for (int i = 0; i < words; ++i) source[i] = 5 + i * 9;
    am_enable(AM_INTERRUPTS);
    if (am_my_proc() == 0) stay_the_same(argc > 1 ? (unsigned)atoi(argv[1]) : 0);
    if (am_my_proc() == 1) disturb();
    if (am_my_proc() == 2) // messages may pass each other
        while (!all_known || sums[0] != expected[0] || sums[1] != expected[1]) am_poll();
    am_disable();
    return finish("defer");
}
