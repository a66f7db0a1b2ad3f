// run: --nodes 8
// expect: ok reply
// Handlers that send: AM handlers reply with 0 to 4 words, raw handlers send high messages of 0 to
// 5 words.
#include "check.h"

static volatile int replies, raws;
static volatile unsigned sum;

static void back0(int src) { sum += src, ++replies; }
static void back1(int src, int a) { sum += src + a, ++replies; }
static void back2(int src, int a, int b) { sum += src + a + b, ++replies; }
static void back3(int src, int a, int b, int c) { sum += src + a + b + c, ++replies; }
static void back4(int src, int a, int b, int c, int d) { sum += src + a + b + c + d, ++replies; }

static void ask(int src, int a) {
    am_reply_0(src, back0);
    am_reply_1(src, back1, a);
    am_reply_2(src, back2, a, a + 1);
    am_reply_3(src, back3, a, a + 1, a + 2);
    am_reply_4(src, back4, a, a + 1, a + 2, a + 3);
}

static XNET_HANDLER void raw_back0(void) { ++raws; }
static XNET_HANDLER void raw_back5(int a, int b, int c, int d, int e) {
    sum += a + b + c + d + e;
    ++raws;
}
// Sends the message's own words on, the fifth in $29.
static XNET_LOW_HANDLER void raw_ask(int src, int a, int b, int c, int d) {
    XNET_UNTIL_SENT(xnet_send0h(src, raw_back0));
    XNET_UNTIL_SENT(xnet_send5h(src, raw_back5, d, c, b, a, am_my_proc()));
}

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    for (int round = 0; round < 30; ++round) {
        sum = 0;
        for (int to = 0; to < n; ++to) {
            am_request_1(to, ask, 100);
            XNET_UNTIL_SENT(xnet_send5(to, raw_ask, me, 1, 2, 3, 4));
        }
        am_wait(&replies, 5 * n);
        am_wait(&raws, 2 * n);
        CHECK_EQUAL(sum, 6 * (n * (n - 1) / 2) + n * (10 * 100 + 10) + n * 10);
    }
    return finish("reply");
}
