// run: --nodes 2
// expect: ok vectors
// Vector registers alone: vlr, loads and stores of every kind of length, the event copies of $vr1
// (CSD-94-823 A.1, A.3, A.10).
#include "check.h"

static int from[40], to[40];

static void fill(int *words, int first) {
    for (int i = 0; i < 40; ++i) words[i] = first + i;
}

/// `count` words were stored at to[at], and no other word has changed.
static void check_stored(int at, int count, int first) {
    for (int i = 0; i < 40; ++i)
        CHECK_EQUAL(to[i], i >= at && i < at + count ? first + i - at : -1000 + i);
}

static void lengths(void) {
    static const unsigned all[] = {0, 1, 2, 31, 32};
    CHECK_EQUAL(xnet_get_vlr(), 32);
    for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) {
        fill(from, 100), fill(to, -1000);
        xnet_set_vlr(all[i]);
        CHECK_EQUAL(xnet_get_vlr(), all[i]);
        xnet_lwv(7, from + 3);
        xnet_swv(7, to + 5);
        check_stored(5, (int)all[i], 103);
    }
}

/// A short load preserves the rest of the register; all 32 registers exist.
static void registers(void) {
    fill(from, 200), fill(to, -1000);
    xnet_set_vlr(32);
#define EIGHT(F, a, b, c, d, e, f, g, h) F(a) F(b) F(c) F(d) F(e) F(f) F(g) F(h)
#define EACH(F)                                                                                    \
    EIGHT(F, 0, 1, 2, 3, 4, 5, 6, 7)                                                               \
    EIGHT(F, 8, 9, 10, 11, 12, 13, 14, 15)                                                         \
    EIGHT(F, 16, 17, 18, 19, 20, 21, 22, 23)                                                       \
    EIGHT(F, 24, 25, 26, 27, 28, 29, 30, 31)
#define FILL(n)                                                                                    \
    from[0] = 1000 + n;                                                                            \
    xnet_lwv(n, from);
#define LOOK(n)                                                                                    \
    xnet_swv(n, to);                                                                               \
    CHECK_EQUAL(to[0], 1000 + n);                                                                  \
    CHECK_EQUAL(to[31], 231);
    EACH(FILL)
    EACH(LOOK)
    fill(from, 300);
    xnet_set_vlr(2);
    xnet_lwv(9, from);
    xnet_set_vlr(32);
    xnet_swv(9, to);
    CHECK_EQUAL(to[1], 301);
    CHECK_EQUAL(to[2], 202);
}

static volatile int changed;

static XNET_HANDLER void change(void) {
    static int words[32];
    for (int i = 0; i < 32; ++i) words[i] = 7777;
    xnet_lwv(1, words);
#pragma clang diagnostic ignored "-Wxnet-handler-vector" // on purpose
    xnet_lwv(2, words);
    ++changed;
}

/// $vr1 is the level's own, $vr2 is shared (isa/decisions.md).
static void copies(void) {
    fill(from, 400), fill(to, -1000);
    xnet_lwv(1, from);
    xnet_lwv(2, from);
    XNET_UNTIL_SENT(xnet_send0(am_my_proc(), change));
    am_wait(&changed, 1);
    XNET_UNTIL_SENT(xnet_send0h(am_my_proc(), change));
    am_wait(&changed, 1);
    xnet_swv(1, to);
    check_stored(0, 32, 400);
    xnet_swv(2, to);
    CHECK_EQUAL(to[0], 7777);

    // A.10: with LPEE or EE clear the copies of the events are visible to normal code.
    // The code in between uses neither its arguments nor its stack pointer.
    register unsigned all __asm__("$16") = xnet_get_nistat();
    register unsigned low __asm__("$17") = all & ~XNET_NISTAT_LPEE;
    register unsigned high __asm__("$18") = all & ~XNET_NISTAT_EE;
    register int *to_low __asm__("$19") = to;
    register int *to_high __asm__("$20") = from;
    __asm__ volatile(".set noreorder\n"
                     "ctc2 %1, $19\n nop\n nop\n sw.v $vr1, 0(%3)\n"
                     "ctc2 %2, $19\n nop\n nop\n sw.v $vr1, 0(%4)\n"
                     "ctc2 %0, $19\n nop\n nop\n"
                     ".set reorder"
                     :
                     : "r"(all), "r"(low), "r"(high), "r"(to_low), "r"(to_high)
                     : "memory");
    CHECK_EQUAL(to[31], 7777);
    CHECK_EQUAL(from[31], 7777);
}

/// A vector that crosses a page boundary.
static void pages(void) {
    static int words[3000];
    const unsigned at = (4096 - ((unsigned)words & 4095)) / 4 + 1024 - 16;
    for (unsigned i = 0; i < 32; ++i) words[at + i] = (int)(500 + i);
    xnet_lwv(3, words + at);
    xnet_swv(3, words + at + 1024);
    for (unsigned i = 0; i < 32; ++i) CHECK_EQUAL(words[at + 1024 + i], 500 + i);
}

int main(void) {
    lengths();
    registers();
    copies();
    pages();
    return finish("vectors");
}
