// run: --nodes 5
// with: parts/churn.S
// expect: ok preserve
// Handlers leave no trace in the code they interrupt. `churn` keeps values in every register, HI,
// LO and $29 included; it runs until each of four kinds of handler has interrupted it before each
// of its instructions.
#include "check.h"

#include <string.h>

enum { words_most = 512, rounds_most = 2000 };

void churn(unsigned seed, unsigned out[33]);
void trash(void);
extern const unsigned churn_first[], churn_last[];

static volatile unsigned char came[4][words_most];
static volatile int stop, stopped;
static volatile unsigned noise = 1;

__attribute__((noinline)) static void note(int kind, unsigned pc) {
    const unsigned word = (pc - (unsigned)churn_first) / 4;
    if (word < (unsigned)(churn_last - churn_first)) came[kind][word] = 1;
    noise = noise * 69069u + noise % 5;
    trash();
}

static void low(int src, int a, int b, int c, int d) {
    note(0, xnet_get_lpepc());
    noise += src + a + b + c + d;
}
static void high(int src, int a, int b, int c, int d) {
    note(1, xnet_get_hpepc());
    noise += src + a + b + c + d;
}
static XNET_HANDLER void raw_low(int a, int b, int c, int d, int e) {
    note(2, xnet_get_lpepc());
    noise += a + b + c + d + e;
}
static XNET_HANDLER void raw_high(int a, int b, int c, int d, int e) {
    note(3, xnet_get_hpepc());
    noise += a + b + c + d + e;
}

static void halt(int src) {
    (void)src;
    stop = 1;
}
static void halted(int src) {
    (void)src;
    ++stopped;
}

static void disturb(int me) {
    unsigned random = 99u * (unsigned)me;
    while (!stop) {
        switch (me) {
        case 1: am_request_4(0, low, 1, 2, 3, 4); break;
        case 2: am_reply_4(0, high, 1, 2, 3, 4); break;
        case 3: XNET_UNTIL_SENT(xnet_send5(0, raw_low, 1, 2, 3, 4, 5)); break;
        case 4: XNET_UNTIL_SENT(xnet_send5h(0, raw_high, 1, 2, 3, 4, 5)); break;
        }
        delay(random_below(&random, 2400));
    }
    am_request_0(0, halted);
}

// An event in a delay slot resumes at the branch (CSD-94-823 A.9.1), so no handler sees a slot's
// own address.
static int in_slot(int word) { return word > 0 && churn_first[word - 1] >> 26 == 1; }

static int covered(void) {
    const int words = (int)(churn_last - churn_first);
    for (int kind = 0; kind < 4; ++kind)
        for (int i = 0; i < words; ++i)
            if (!came[kind][i] && !in_slot(i)) return 0;
    return 1;
}

int main(void) {
    const int me = am_my_proc();
    if (me != 0)
        disturb(me);
    else {
        CHECK(churn_last - churn_first < words_most);
        enum { seeds = 20 };
        static unsigned undisturbed[seeds][33];
        am_hold();
        for (unsigned i = 0; i < seeds; ++i) churn((i + 1) * 0x01234567u, undisturbed[i]);
        am_release();
        int round = 0;
        while (!covered() && ++round < rounds_most) {
            for (unsigned i = 0; i < seeds; ++i) {
                unsigned disturbed[33];
                churn((i + 1) * 0x01234567u, disturbed);
                if (memcmp(disturbed + 1, undisturbed[i] + 1, 32 * 4) == 0) continue;
                for (int r = 1; r < 33; ++r) CHECK_EQUAL(disturbed[r], undisturbed[i][r]);
            }
        }
        CHECK(round < rounds_most);
        for (int to = 1; to < am_procs(); ++to) am_request_0(to, halt);
        am_wait(&stopped, am_procs() - 1);
    }
    return finish("preserve");
}
