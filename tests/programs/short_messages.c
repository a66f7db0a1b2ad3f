// run: --nodes 5 --max-cycles 10000000
// expect: ok short_messages
// <am_core.h>: short requests and replies of 1 to 5 words, with the source and without, blocks and
// bulk data, to every node including itself, with handlers at any time and in a hold.
#include "check.h"

static volatile int requests[6], replies[6], low_bytes, high_bytes;

static int word(int node, int i) { return (node + 1) * 0x01010101 * i; }

AM_SHORT void reply_1(int a) { replies[1] += a == 1; }
AM_SHORT void reply_2(int a, int b) { replies[2] += a == 1 && b == -2; }
AM_SHORT void reply_3(int a, int b, int c) { replies[3] += a == 1 && b == -2 && c == 3; }
AM_SHORT void reply_4(int a, int b, int c, int d) {
    replies[4] += a == 1 && b == -2 && c == 3 && d == 0x7fffffff;
}
AM_SHORT void reply_5(int src, int a, int b, int c, int d) {
    replies[5] += src >= 0 && src < am_procs() && a == 1 && b == -2 && c == 3 && d == 0x7fffffff;
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
    am_short_reply_4_from(src, reply_5, 1, -2, 3, 0x7fffffff);
}

#if AM_MAX_WORDS >= 5
static volatile int fives;
AM_SHORT void five_reply(int a, int b, int c, int d, int e) {
    fives += a == 1 && b == 2 && c == 3 && d == 4 && e == (int)0x80000000;
}
AM_SHORT void five(int src, int a, int b, int c, int d) {
    am_short_answer_5(src, five_reply, a, b, c, d, 0x80000000);
}
#endif

enum { most = 300 };
static unsigned char sent[most], came[8][most], fetched[8][most];
// A high handler may interrupt a low one: each has its own counter.
static AM_BULK_HANDLER void low_came(int src, void *to, unsigned bytes, unsigned arg) {
    low_bytes += to == came[src] + 1 && arg == (unsigned)src + 5 ? (int)bytes : 0;
}
static AM_BULK_HANDLER void high_came(int proc, void *to, unsigned bytes, unsigned arg) {
    high_bytes += to == fetched[proc] + 1 && arg == (unsigned)proc + 6 ? (int)bytes : 0;
}

static volatile int low_blocks, high_blocks;
static int block_is_right(const uint32_t *words, int count) {
    for (int i = 0; i < count; ++i)
        if (words[i] != words[0] + (uint32_t)i) return 0;
    return count >= 1 && count <= AM_BLOCK_WORDS;
}
static void high_block(const uint32_t *words, int count) {
    high_blocks += block_is_right(words, count);
}
static void low_block(const uint32_t *words, int count) {
    low_blocks += block_is_right(words, count);
    am_block_reply((int)words[0] / 1000, high_block, words, count);
}

static void all(void) {
    const int me = am_my_proc(), n = am_procs();
    for (int i = 0; i < n; ++i) {
        const int to = (me + i) % n;
        am_short_request_0_from(to, request_1);
        am_short_request_1_from(to, request_2, word(me, 1));
        am_short_request_2_from(to, request_3, word(me, 1), word(me, 2));
        am_short_request_4(to, request_4, me, word(me, 1), word(me, 2), word(me, 3));
        am_short_request_4_from(to, request_5, word(me, 1), word(me, 2), word(me, 3), word(me, 4));
#if AM_MAX_WORDS >= 5
        am_short_request_5(to, five, me, 1, 2, 3, 4);
#endif
    }
#if AM_MAX_WORDS >= 5
    while (fives < n) am_poll();
    fives = 0;
#endif
    for (int i = 1; i <= 5; ++i) {
        while (requests[i] < n || replies[i] < n) am_poll();
        CHECK_EQUAL(requests[i], n);
        CHECK_EQUAL(replies[i], n);
    }
    barrier();
    for (int i = 1; i <= 5; ++i) requests[i] = replies[i] = 0;

    for (int count = 1; count <= AM_BLOCK_WORDS; ++count) {
        uint32_t words[AM_BLOCK_WORDS];
        for (int i = 0; i < count; ++i) words[i] = (uint32_t)(me * 1000 + i);
        am_block_request((me + count) % n, low_block, words, count);
    }
    while (low_blocks < AM_BLOCK_WORDS || high_blocks < AM_BLOCK_WORDS) am_poll();
    low_blocks = high_blocks = 0;

    for (int i = 0; i < most; ++i) sent[i] = (unsigned char)(me * 41 + i);
    barrier();
    for (int to = 0; to < n; ++to) {
        am_bulk_request(to, came[me] + 1, sent + 1, most - 2, low_came, me + 5);
        am_bulk_get(to, fetched[to] + 1, sent + 2, most - 2, high_came, to + 6);
    }
    while (low_bytes < n * (most - 2) || high_bytes < n * (most - 2)) am_poll();
    for (int from = 0; from < n; ++from) {
        CHECK_EQUAL(came[from][0], 0);
        CHECK_EQUAL(came[from][most - 1], 0);
        CHECK_EQUAL(fetched[from][0], 0);
        CHECK_EQUAL(fetched[from][most - 1], 0);
        for (int i = 1; i < most - 1; ++i) {
            CHECK_EQUAL(came[from][i], (unsigned char)(from * 41 + i));
            CHECK_EQUAL(fetched[from][i], (unsigned char)(from * 41 + i + 1));
            came[from][i] = fetched[from][i] = 0;
        }
    }
    low_bytes = high_bytes = 0;
    barrier();
}

int main(void) {
#ifdef XNET_NI_NISTAT // T1
    xnet_set_vlr(7);  // as the program chooses
#endif
    all();
    am_hold();
    all();
#ifdef XNET_NI_NISTAT
    CHECK_EQUAL(xnet_get_vlr(), 7);
#endif
    am_release();
    return finish("short_messages");
}
