// run: --nodes 9
// expect: ok five_words
// Messages of five words, the fifth through $29, from code that uses $29 as its stack pointer, and
// under back-pressure: node 0 holds events off until the network refuses, so that the retry path
// runs too.
#include "check.h"

enum { messages = 40 };

static volatile int arrived, raw_arrived, replies, refused_total, stopped;
static volatile unsigned sums[16][5]; // on node 0, by sender

static void five(int src, int a, int b, int c, int d) {
    CHECK_EQUAL(b, a * 3);
    CHECK_EQUAL(d, ~a);
    sums[src][1] += a, sums[src][2] += b, sums[src][3] += c, sums[src][4] += d;
    ++arrived;
}

static XNET_HANDLER void raw_five(int src, int a, int b, int c, int d) {
    sums[src][1] += a, sums[src][2] += b, sums[src][3] += c, sums[src][4] += d;
    sums[src][0] += a ^ b ^ c ^ d;
    ++raw_arrived;
}

static void back(int src, int a, int b, int c, int d) {
    CHECK_EQUAL(a, 1), CHECK_EQUAL(b, 20), CHECK_EQUAL(c, 300), CHECK_EQUAL(d, 4000 + src);
    ++replies;
}
static void ask_back(int src) { am_reply_4(src, back, 1, 20, 300, 4000 + am_my_proc()); }

static void refusals(int src, int n) {
    (void)src;
    refused_total += n;
    ++stopped;
}

// All memory that the stack pointer addresses must be intact after the send, accepted or
// not.
__attribute__((noinline)) static int send_all(int seed) {
    volatile int locals[8];
    const int me = am_my_proc();
    int refused = 0;
    for (int i = 0; i < 8; ++i) locals[i] = seed + i;
    for (int i = 0; i < messages; ++i) {
        const int a = locals[i % 8];
        am_request_4(0, five, a, a * 3, i, ~a);
        while (!xnet_send5(0, raw_five, me, a, i, locals[7], me)) ++refused;
        CHECK_EQUAL(locals[(i + 3) % 8], seed + (i + 3) % 8);
    }
    return refused;
}

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    if (me != 0) {
        const int refused = send_all(100 * me);
        am_request_1(0, refusals, refused);
    } else {
        for (int i = 0; i < 10; ++i) { // takes nothing, then everything that has arrived
            am_hold();
            const int before = arrived + raw_arrived;
            delay(3000);
            CHECK_EQUAL(arrived + raw_arrived, before);
            am_release();
        }
        am_wait(&stopped, n - 1);
        CHECK(refused_total > 0);
        CHECK_EQUAL(arrived, (n - 1) * messages);
        CHECK_EQUAL(raw_arrived, (n - 1) * messages);
        for (int src = 1; src < n; ++src) {
            unsigned expected[5] = {0};
            for (int i = 0; i < messages; ++i) {
                const int a = 100 * src + i % 8;
                const int first[] = {0, a, a * 3, i, ~a},
                          second[] = {a ^ i ^ (100 * src + 7) ^ src, a, i, 100 * src + 7, src};
                for (int w = 0; w < 5; ++w) expected[w] += (unsigned)first[w] + (unsigned)second[w];
            }
            for (int w = 0; w < 5; ++w) CHECK_EQUAL(sums[src][w], expected[w]);
        }
    }
    for (int to = 0; to < n; ++to) am_request_0(to, ask_back);
    am_wait(&replies, n);
    return finish("five_words");
}
