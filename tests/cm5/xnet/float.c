// Messages at every cycle of a function with floating point and sends of its own, to handlers with
// floating point: a plain C function of low level, one of high level, or one of each, which may
// nest. The results of the function, its flags and its sends are those of an undisturbed run; so
// are the handlers' own sums.
//
// Node 0 computes, node 1 disturbs it, node 2 gets node 0's messages. Both wait for the same cycle
// of the machine's clock, exactly.
#include "settle.h"

#include <am.h>
#include <stdint.h>

#ifdef SHORT // for configurations: each takes its time
enum { before = 50, period = 6000, cycles = 40 };
#else
enum { before = 50, period = 6000, cycles = 1500 };
#endif

#ifdef __powerpc__
static int word;
static void clear_flags(void) {
    __asm__ volatile("mtfsf 255, %0" : : "f"(0.0));
    word = 0;
}
static unsigned flags(void) {
    union {
        double value;
        uint64_t bits;
    } all;
    __asm__ volatile("mffs %0" : "=f"(all.value));
    return (unsigned)all.bits;
}

/// Features of this processor only: a loop by CTR, bits of CR that become others, carries, and a
/// word that LWARX and STWCX. count up.
static int more(int n) {
    int sum, turns = 3, bits;
    __asm__ volatile("mtctr %1\n\t"
                     "li %0, 0\n\t"
                     "cmpwi 5, %2, 7\n\t"
                     "cmpwi 6, %2, 9\n"
                     "1: addc %0, %0, %2\n\t"
                     "addze %0, %0\n\t"
                     "cror 26, 20, 25\n\t"
                     "crnand 21, 26, 22\n\t"
                     "bdnz 1b\n\t"
                     "mfcr %1"
                     : "=&r"(sum), "+r"(turns)
                     : "r"(n)
                     : "ctr", "xer", "cr5", "cr6");
    bits = turns >> 4 & 0xFF;
    return __atomic_add_fetch(&word, 3, __ATOMIC_RELAXED) + sum + bits;
}
#else
static void clear_flags(void) {
    unsigned fsr = 0;
    __asm__ volatile("ld [%0], %%fsr" : : "r"(&fsr) : "memory");
}
static unsigned flags(void) {
    unsigned fsr;
    __asm__ volatile("st %%fsr, [%0]" : : "r"(&fsr) : "memory");
    return fsr & 0xFFC003FF;
}
static int more(int n) { return n & 0; }
#endif

typedef struct {
    uint64_t bits;
    unsigned flags;
} Outcome;

static volatile int sunk, sunk_sum; // node 2's
static AM_SHORT void sink(int a, int b, int c) {
    sunk_sum += a + 3 * b + 5 * c;
    ++sunk;
}

/// Exact except for one operation, which the flags show; values stay in registers, and a
/// comparison's branch follows at some distance.
static __attribute__((noinline)) Outcome compute(double x, float y, int factor) {
    double a = x, b = x * 2, c = x - 1, d = 0.5;
    float e = y, f = y * 0.25f, g = 1;
    int count = 0, found = 0;
    __asm__("" : "+r"(factor)); // no constant
    clear_flags();
    for (int i = 0; i < 3; ++i) {
        a = a * 0.5 + b;
        c = c - d * (double)i;
        e = e + f * g;
        g = -g;
        if (a < c) ++count;
        if (e > f) count += 2;
        found += more(count) & 255;
        while (!__builtin_xnet_send3(2, (void *)(uintptr_t)sink, count, i, (int)c)) {
        }
        count = count * factor & 15; // a V7 multiplies by way of %y
        d = d + (double)(count * 3);
        b = b - (double)e;
    }
    const unsigned raised = flags();
    union {
        double value;
        uint64_t bits;
    } all = {a + b * 4 + c * 16 + d * 64 + (double)e * 256 + (double)f * 1024 + count + found};
    return (Outcome){all.bits, raised};
}

static volatile double sums[2];
static volatile int handled[2];
static volatile unsigned entered[2];

/// Not exact: it raises flags. Uses registers of all kinds.
static void work(int level, int n, int m) {
    entered[level] = am_cycles();
    double third = (double)n / 3.0, sum = sums[level];
    float part = (float)(n * m) / 7.0f;
    if (third < part) third = -third;
    for (int i = 0; i < 2; ++i) {
        sum = sum + third * (double)part;
        part = part * 1.1f;
    }
    sums[level] = sum;
    ++handled[level];
}
static void low(int source, int n, int m) {
    (void)source;
    work(0, n, m);
}
static void high(int source, int n, int m) {
    (void)source;
    work(1, n, m);
}

/// The messages of step `n`, and their distance from the function's beginning.
typedef struct {
    int low, high, low_after, high_after;
} Step;
static Step step(int n) {
    const int which = n / cycles, at = n % cycles;
    if (which == 0) return (Step){1, 0, at, 0};
    if (which == 1) return (Step){0, 1, 0, at};
    const int later = at + 80 + at * 7 % 83; // in the handler of the first, or after it
    return which == 2 ? (Step){1, 1, at, later} : (Step){1, 1, later, at};
}

int main(void) {
    const int me = am_my_proc(), steps = 4 * cycles;
    if (me == 2) {
        while (sunk < 3 * (steps + 1)) {
        }
        printf("%d messages, sum %d\n", sunk, sunk_sum);
        return 0;
    }
    const unsigned start = 20000;
    if (me == 1) {
        for (int n = 0; n < steps; ++n) {
            const Step now = step(n);
            const unsigned at = start + (unsigned)(n + 1) * period - before;
            for (int turn = 0; turn < 2; ++turn) {
                const int is_high = turn != (now.high_after < now.low_after);
                if (!(is_high ? now.high : now.low)) continue;
                wait_until(at + (unsigned)(is_high ? now.high_after : now.low_after));
                if (is_high)
                    am_reply_2(0, high, n % 90, n % 37);
                else
                    am_request_2(0, low, n % 100, n % 31);
            }
        }
        return 0;
    }
    wait_until(start);
    const unsigned first = am_cycles();
    const Outcome expected = compute(3.25, 1.5f, 12345);
    const int alone = (int)(am_cycles() - first);
    int wrong = 0, inside[4] = {0, 0, 0, 0};
    double sum[2] = {0, 0};
    for (int n = 0; n < steps; ++n) {
        wait_until(start + (unsigned)(n + 1) * period);
        const unsigned from = am_cycles();
        const Outcome found = compute(3.25, 1.5f, 12345);
        const unsigned end = am_cycles();
        if (found.bits != expected.bits || found.flags != expected.flags) ++wrong;
        const Step now = step(n);
        while (handled[0] + handled[1] < 1) {
        }
        wait_until(start + (unsigned)(n + 1) * period + period / 2);
        if (handled[0] != now.low || handled[1] != now.high) ++wrong;
        handled[0] = handled[1] = 0;
        for (int level = 0; level < 2; ++level)
            if (level ? now.high : now.low) {
                if (entered[level] - from < end - from) ++inside[n / cycles];
                const double mine = sums[level];
                // The same by main, undisturbed.
                sums[level] = sum[level];
                work(level, n % (level ? 90 : 100), n % (level ? 37 : 31));
                handled[level] = 0;
                sum[level] = sums[level];
                if (mine != sum[level]) ++wrong;
            }
    }
    // A message one step later arrives one cycle later.
    for (int way = 0; cycles > 1000 && way < 4; ++way)
        if (inside[way] < alone - 50 || alone > cycles - 100) {
            printf("way %d: %d of %d cycles had a message\n", way, inside[way], alone);
            ++wrong;
        }
    printf("%d steps, %d wrong\n", steps, wrong);
    return wrong != 0;
}
