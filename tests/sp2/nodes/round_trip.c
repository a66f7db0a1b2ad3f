// Requests, replies, bulk transfers and gets between all nodes, with the counts of every node; node
// 0 also prints the mean round-trip time (003, Figure 1).
#include <am.h>
#include <stdio.h>
#include <string.h>

enum { turns = 100, rounds = 20, longest = 20000 };

static volatile int back, asked, stores, fetched, ended;
static unsigned char from[longest], to[16][longest], got[longest];

static void reply(int src, int value) { back += value; }
static void request(int src, int value) {
    ++asked;
    am_reply_1(src, reply, value);
}
static void stored(int src, void *at, int bytes, void *arg) {
    const unsigned char *const data = at;
    for (int i = 0; i < bytes; ++i)
        if (data[i] != (unsigned char)(src * 7 + i)) return;
    ++stores;
}
static void has_got(int src, void *at, int bytes, void *arg) { ++fetched; }
static void end(int proc, void *at, int bytes, void *arg) { ++ended; }

int main(void) {
    const int me = am_my_proc(), all = am_procs();
    for (int i = 0; i < longest; ++i) from[i] = (unsigned char)(me * 7 + i);
    am_enable(AM_POLLING);
    if (me == 0) {
        const unsigned start = am_cycles();
        for (int i = 1; i <= turns; ++i) {
            am_request_1(1 % all, request, 1);
            while (back < i) am_poll();
        }
        printf("mean round trip %u cycles\n", (am_cycles() - start) / turns);
        back = 0;
    }
    am_enable(AM_POLLING); // a barrier
    int bytes = 1, moved = 0;
    for (int n = 0; n < all; ++n)
        for (int i = 0; i < rounds; ++i) am_request_1((me + n) % all, request, i);
    for (int n = 0; n < all; ++n) {
        for (bytes = 1; bytes < longest; bytes *= 9, moved += 2) {
            am_store((me + n) % all, from, to[me], bytes, stored, 0);
            am_store_async((me + n) % all, from, to[me], bytes, stored, 0, end, 0);
        }
        am_get((me + n) % all, from, got, longest, has_got, 0);
        while (fetched <= n) am_poll();
        for (int i = 0; i < longest; ++i)
            if (got[i] != (unsigned char)((me + n) % all * 7 + i)) {
                printf("node %d: wrong byte %d from node %d\n", me, i, (me + n) % all);
                break;
            }
    }
    while (stores < moved || back < all * rounds * (rounds - 1) / 2 || ended < moved / 2) am_poll();
    am_disable();
    printf("node %d: %d stores, %d gets, sum %d\n", me, stores, fetched, back);
}
