// Vector messages at every cycle of a function that loads, stores and sends vectors of its own: to
// a handler of low level, one of high level, or one of each, which may nest. The function's vector
// registers are live meanwhile, the handlers use their levels' $vr1 and change vlr. The results of
// the function and its sends are those of an undisturbed run; the handlers get what was sent.
//
// Node 0 computes, node 1 disturbs it, node 2 gets node 0's messages. Nodes 0 and 1 wait for the
// same cycle of the machine's clock, exactly.
#define SETTLE_EXACTLY
#include "settle.h"

#include <am.h>
#include <stdint.h>
#include <xnet.h>

// `cycles` messages of each way, `apart` cycles later each.
#ifdef __i386__ // every instruction takes an even number of cycles
enum { before = 90, period = 24000, apart = 2, most = 4000 };
#else
enum { before = 90, period = 12000, apart = 1, most = 2300 };
#endif
#ifdef SHORT // for configurations: each takes its time
enum { cycles = 40 };
#else
enum { cycles = most };
#endif

enum { parts = 4, words = 32, low_words = 7, high_words = 9 };
static uint32_t source[parts][words], copied[parts][words];

static volatile unsigned sunk, sunk_sum; // node 2's
static void sink(unsigned a, unsigned b) {
    uint32_t got[words];
    const unsigned count = xnet_store_vector(got);
    unsigned sum = a + 3 * b + 7 * count;
    for (unsigned i = 0; i < count; ++i) sum += got[i] << (i & 7);
    sunk_sum += sum;
    ++sunk;
}

/// Vector registers 1 to 3 are live over sends and stores of other lengths.
static __attribute__((noinline)) uint32_t compute(uint32_t sum) {
    xnet_set_vlr(words);
    xnet_lwv(3, source[3]);
    xnet_lwv(2, source[3]);
    xnet_lwv(1, source[3]);
    for (unsigned i = 0; i < 3; ++i) {
        xnet_set_vlr(8 * i + 5);
        xnet_lwv(1, source[i]);
        xnet_lwv(2, source[i + 1]);
        xnet_swv(1, copied[i]);
        while (!xnet_send2v(2, AM_ENTRY(sink), 1, i, sum)) {
        }
        xnet_set_vlr(words);
        xnet_swv(2, copied[i + 1]); // the end is from before
        while (!xnet_send2v(2, AM_ENTRY(sink), 3, i, xnet_get_vlr())) {
        }
        for (unsigned k = 0; k < words; k += 5) sum = sum * 5 + copied[i][k] + copied[i + 1][k];
    }
    xnet_swv(3, copied[3]);
    return sum + copied[3][31] + xnet_get_vlr();
}

static volatile uint32_t sums[2];
static volatile int handled[2];
static volatile unsigned entered[2];

static void work(int level, const uint32_t *got, unsigned count) {
    uint32_t sum = sums[level];
    for (unsigned i = 0; i < count; ++i) sum = sum * 3 + got[i];
    sums[level] = sum;
    ++handled[level];
}
/// Uses its level's $vr1 again after what has arrived in it.
static void take(int level) {
    uint32_t got[words], again[3];
    entered[level] = am_cycles();
    const unsigned count = xnet_store_vector(got);
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr(3);
    xnet_lwv(1, got + 2);
    xnet_swv(1, again);
    xnet_set_vlr(kept);
    got[0] = again[0], got[1] = again[2];
    work(level, got, count);
}
static void low(int n) {
    (void)n;
    take(0);
}
static void high(int n) {
    (void)n;
    take(1);
}
static void fill(uint32_t *to, int n) {
    for (int i = 0; i < words; ++i) to[i] = (uint32_t)n << 8 ^ (uint32_t)i << 3;
}

/// The messages of step `n`, and their distance from the function's beginning.
typedef struct {
    int low, high, low_after, high_after;
} Step;
static Step step(int n) {
    const int which = n / cycles, at = n % cycles * apart;
    if (which == 0) return (Step){1, 0, at, 0};
    if (which == 1) return (Step){0, 1, 0, at};
    const int later = at + 100 + at * 7 % 83; // in the handler of the first, or after it
    return which == 2 ? (Step){1, 1, at, later} : (Step){1, 1, later, at};
}

static void disturb(unsigned start, int steps) {
    for (int n = 0; n < steps; ++n) {
        const Step now = step(n);
        const unsigned at = start + (unsigned)(n + 1) * period - before;
        uint32_t all[words];
        fill(all, n);
        xnet_set_vlr(words);
        xnet_lwv(4, all);
        for (int turn = 0; turn < 2; ++turn) {
            const int is_high = turn != (now.high_after < now.low_after);
            if (!(is_high ? now.high : now.low)) continue;
            xnet_set_vlr(is_high ? high_words : low_words);
            wait_until(at + (unsigned)(is_high ? now.high_after : now.low_after));
            if (is_high)
                XNET_UNTIL_SENT(xnet_send1hv(0, AM_ENTRY(high), 4, (uint32_t)n));
            else
                XNET_UNTIL_SENT(xnet_send1v(0, AM_ENTRY(low), 4, (uint32_t)n));
        }
    }
}

int main(void) {
    const int me = am_my_proc(), steps = 4 * cycles;
    if (me == 2) {
        while (sunk < 6u * (unsigned)(steps + 1)) {
        }
        printf("%u messages, sum %u\n", sunk, sunk_sum);
        return 0;
    }
    if (me == 3) return 0; // a hypercube has it
    const unsigned start = 60000;
    if (me == 1) {
        disturb(start, steps);
        return 0;
    }
    for (int i = 0; i < parts; ++i)
        for (int k = 0; k < words; ++k) source[i][k] = (uint32_t)i << 20 | (uint32_t)k << 4 | 1;
    wait_until(start);
    const unsigned first = am_cycles();
    const uint32_t expected = compute(12345);
    const int alone = (int)(am_cycles() - first);
    int wrong = 0, inside[4] = {0, 0, 0, 0};
    uint32_t sum[2] = {0, 0};
    for (int n = 0; n < steps; ++n) {
        wait_until(start + (unsigned)(n + 1) * period);
        const unsigned from = am_cycles();
        const uint32_t found = compute(12345);
        const unsigned end = am_cycles();
        if (found != expected) ++wrong;
        const Step now = step(n);
        while (handled[0] + handled[1] < 1) {
        }
        wait_until(start + (unsigned)(n + 1) * period + period / 2);
        if (handled[0] != now.low || handled[1] != now.high) ++wrong;
        handled[0] = handled[1] = 0;
        for (int level = 0; level < 2; ++level)
            if (level ? now.high : now.low) {
                if (entered[level] - from < end - from) ++inside[n / cycles];
                const uint32_t mine = sums[level];
                uint32_t all[words]; // the same by main, undisturbed
                fill(all, n);
                all[0] = all[2], all[1] = all[4];
                sums[level] = sum[level];
                work(level, all, level ? high_words : low_words);
                handled[level] = 0;
                sum[level] = sums[level];
                if (mine != sum[level]) ++wrong;
            }
    }
    // A message one step later arrives so many cycles later.
    for (int way = 0; cycles > 1000 && way < 4; ++way)
        if (inside[way] < alone / apart - 50 || alone / apart > cycles - 100) {
            printf("way %d: %d of %d cycles had a message\n", way, inside[way], alone / apart);
            ++wrong;
        }
    printf("%d steps, %d wrong\n", steps, wrong);
    return wrong != 0;
}
