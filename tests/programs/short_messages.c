// run: --nodes 5 --max-cycles 10000000
// expect: ok short_messages
// <am_core.h>: short requests and replies of 1 to 5 words and bulk data, to every node and to
// oneself, with handlers at any time and in a hold.
#include "check.h"

static volatile int requests[6], replies[6], low_bytes, high_bytes;

static int word(int node, int i) { return (node + 1) * 0x01010101 * i; }

AM_SHORT void reply_1(int a) { replies[1] += a == 1; }
AM_SHORT void reply_2(int a, int b) { replies[2] += a == 1 && b == -2; }
AM_SHORT void reply_3(int a, int b, int c) { replies[3] += a == 1 && b == -2 && c == 3; }
AM_SHORT void reply_4(int a, int b, int c, int d) {
    replies[4] += a == 1 && b == -2 && c == 3 && d == 0x7fffffff;
}
AM_SHORT void reply_5(int a, int b, int c, int d, int e) {
    replies[5] += a == 1 && b == -2 && c == 3 && d == 0x7fffffff && e == (int)0x80000000;
}

AM_SHORT void request_1(int src) {
    ++requests[1];
    am_short_reply_1(src, reply_1, 1);
}
AM_SHORT void request_2(int src, int a) {
    requests[2] += a == (src + 1) * 0x01010101;
    am_short_reply_2(src, reply_2, 1, -2);
}
AM_SHORT void request_3(int src, int a, int b) {
    requests[3] += a == (src + 1) * 0x01010101 && b == 2 * a;
    am_short_reply_3(src, reply_3, 1, -2, 3);
}
AM_SHORT void request_4(int src, int a, int b, int c) {
    requests[4] += a == (src + 1) * 0x01010101 && b == 2 * a && c == 3 * a;
    am_short_reply_4(src, reply_4, 1, -2, 3, 0x7fffffff);
}
AM_SHORT void request_5(int src, int a, int b, int c, int d) {
    requests[5] += a == (src + 1) * 0x01010101 && b == 2 * a && c == 3 * a && d == 4 * a;
    am_short_reply_5(src, reply_5, 1, -2, 3, 0x7fffffff, 0x80000000);
}

enum { most = 300 };
static unsigned char sent[most], came[8][most];
// A high handler may interrupt a low one: each has a counter of its own.
static AM_SHORT void low_came(int bytes) { low_bytes += bytes; }
static AM_SHORT void high_came(int bytes) { high_bytes += bytes; }

static void all(void) {
    const int me = am_my_proc(), n = am_procs();
    for (int i = 0; i < n; ++i) {
        const int to = (me + i) % n;
        am_short_request_1(to, request_1, me);
        am_short_request_2(to, request_2, me, word(me, 1));
        am_short_request_3(to, request_3, me, word(me, 1), word(me, 2));
        am_short_request_4(to, request_4, me, word(me, 1), word(me, 2), word(me, 3));
        am_short_request_5(to, request_5, me, word(me, 1), word(me, 2), word(me, 3), word(me, 4));
    }
    for (int i = 1; i <= 5; ++i) {
        while (requests[i] < n || replies[i] < n) am_poll();
        CHECK_EQUAL(requests[i], n);
        CHECK_EQUAL(replies[i], n);
    }
    barrier();
    for (int i = 1; i <= 5; ++i) requests[i] = replies[i] = 0;

    for (int i = 0; i < most; ++i) sent[i] = (unsigned char)(me * 41 + i);
    for (int to = 0; to < n; ++to) {
        am_bulk_request(to, came[me] + 1, sent + 1, 150);
        am_short_request_1(to, low_came, 150);
        am_bulk_reply(to, came[me] + 151, sent + 151, most - 151);
        am_short_reply_1(to, high_came, most - 151);
    }
    while (low_bytes < n * 150 || high_bytes < n * (most - 151)) am_poll();
    for (int from = 0; from < n; ++from) {
        CHECK_EQUAL(came[from][0], 0);
        for (int i = 1; i < most; ++i) {
            CHECK_EQUAL(came[from][i], (unsigned char)(from * 41 + i));
            came[from][i] = 0;
        }
    }
    low_bytes = high_bytes = 0;
    barrier();
}

int main(void) {
    xnet_set_vlr(7); // as the program likes
    all();
    am_hold();
    all();
    CHECK_EQUAL(xnet_get_vlr(), 7);
    am_release();
    return finish("short_messages");
}
