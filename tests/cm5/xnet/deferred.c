// A deferred function that stores a block, at every cycle of code with live vectors: main's vector
// register 1 and vlr are as they were. (Bulk transfers use register 1, and a deferred function runs
// on main's level.) Node 1 makes node 0 defer it, a cycle later each time.
#include <am.h>
#include <stdint.h>
#include <stdio.h>
#include <xnet.h>

enum { words = 32, length = 5, steps = 600, period = 6000, before = 450, start = 60000 };

static uint32_t source[words], found[words], block[words], landing[words];
static volatile int runs, stored;

static void landed(int src, void *at, int bytes, void *unused) {
    (void)src, (void)at, (void)bytes, (void)unused;
    ++stored;
}
static void f(void) {
    ++runs;
    am_store_async(1, block, landing, sizeof block, landed, 0, 0, 0);
}
static void ask(int unused) {
    (void)unused;
    am_defer(f);
}

static void wait_for(unsigned cycle) {
    while ((int)(am_cycles() - cycle) < 0) {
    }
}

/// How often it has been interrupted, in addition to what is wrong.
static __attribute__((noinline)) int compute(int *inside) {
    const int before_it = runs;
    xnet_set_vlr(words);
    xnet_lwv(1, source);
    xnet_set_vlr(length);
    for (int i = 0; i < 40; ++i) __asm__ volatile("nop\n\tnop\n\tnop\n\tnop" ::: "memory");
    const unsigned kept = xnet_get_vlr();
    *inside += runs != before_it;
    xnet_set_vlr(words);
    xnet_swv(1, found);
    int wrong = kept != length;
    for (int i = 0; i < words; ++i) wrong += found[i] != source[i];
    return wrong;
}

int main(void) {
    const int me = am_my_proc();
    if (me == 1) {
        for (unsigned n = 0; n < steps; ++n) {
            wait_for(start + (n + 1) * period - before + n);
            XNET_UNTIL_SENT(xnet_send1(0, AM_ENTRY(ask), 0));
        }
        while (stored < steps) {
        }
        return 0;
    }
    for (uint32_t i = 0; i < words; ++i) source[i] = i << 8 | 1, block[i] = 0xABCD0000 | i;
    int wrong = 0, inside = 0;
    for (unsigned n = 0; n < steps; ++n) {
        wait_for(start + (n + 1) * period);
        wrong += compute(&inside);
        wait_for(start + (n + 1) * period + period / 2);
        if (runs != (int)n + 1) ++wrong;
    }
    if (inside < 100) ++wrong;
    printf("%d runs, %d within, %d wrong\n", runs, inside, wrong);
    return wrong != 0;
}
