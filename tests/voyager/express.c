// Messages of one word to marked handlers are Express messages (docs/voyager.md): they take less of
// the sender than Basic ones. With more marks than tags, every message still comes once, to its
// handler, with its source and word. On any number of nodes.
#include <am.h>
#include <stdio.h>

enum { marked = 40, times = 20 };
static volatile int wrong, came[marked], answers;
static volatile uint32_t plain_sum;

#define HANDLER(n)                                                                                 \
    static void h##n(int src, int word) {                                                          \
        wrong += word != src * 1000 + n;                                                           \
        ++came[n];                                                                                 \
    }                                                                                              \
    AM_EXPRESS(h##n);
// clang-format off
#define TEN(d)                                                                                     \
    HANDLER(d##0)                                                                                  \
    HANDLER(d##1) HANDLER(d##2) HANDLER(d##3) HANDLER(d##4) HANDLER(d##5) HANDLER(d##6)            \
        HANDLER(d##7) HANDLER(d##8) HANDLER(d##9)
TEN()
TEN(1) TEN(2) TEN(3)
// clang-format on
#define NAMES(d)                                                                                   \
    h##d##0, h##d##1, h##d##2, h##d##3, h##d##4, h##d##5, h##d##6, h##d##7, h##d##8, h##d##9
    static const am_handler_1_t handlers[marked] = {NAMES(), NAMES(1), NAMES(2), NAMES(3)};

static void answer(int src, int word) {
    wrong += word != src;
    ++answers;
}
AM_EXPRESS(answer);
static void ask(int src, int word) {
    (void)word;
    am_reply_1(src, answer, am_my_proc());
}

// Without the source; and the wrong mark for it, so it stays a Basic message.
static AM_SHORT void plain(uint32_t word) { plain_sum += word; }
AM_EXPRESS_SHORT(plain);
static AM_SHORT void mismarked(uint32_t word) { plain_sum += word; }
AM_EXPRESS(mismarked);

static void unmarked(int src, int word) { wrong += word != src; }

/// Cycles of a send, without those of polls.
static unsigned cost(am_handler_1_t h, int word) {
    am_hold();
    am_request_1((am_my_proc() + 1) % am_procs(), h, word); // the first one
    const unsigned begin = am_cycles();
    am_request_1((am_my_proc() + 1) % am_procs(), h, word);
    const unsigned end = am_cycles();
    am_release();
    return end - begin;
}

int main(void) {
    am_enable(AM_POLLING);
    const int me = am_my_proc(), next = (me + 1) % am_procs();
    for (int i = 0; i < times; ++i)
        for (int n = 0; n < marked; ++n) am_request_1(next, handlers[n], me * 1000 + n);
    for (int n = 0; n < marked; ++n) am_wait(&came[n], times);
    for (int i = 0; i < times; ++i) am_request_1(next, ask, i);
    am_wait(&answers, times);
    for (int i = 1; i <= times; ++i) {
        am_short_request_1(next, plain, i);
        am_short_request_1(next, mismarked, i * 1000);
    }
    while (plain_sum != times * (times + 1) / 2 * 1001u) am_poll();
    am_disable();
    const unsigned express = cost(handlers[0], me * 1000), basic = cost(unmarked, me);
    am_disable();
    printf("%d wrong, Express takes %s\n", wrong, 3 * express < 2 * basic ? "less" : "as much");
    return wrong != 0;
}
