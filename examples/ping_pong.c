// run: --nodes 2
// flags: -O2
// A message back and forth between nodes 0 and 1, K times (default 100) with 0 to 4 words each way,
// as in von Eicken's thesis, section 4.3.4. The time comes from the Count register, which all nodes
// share (CSD-94-823 A.2.3). The words come back one larger, so that they are checked.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int back, sum;

static void pong_0(int src) { (void)src, ++back; }
static void pong_1(int src, int a) { (void)src, sum += a, ++back; }
static void pong_2(int src, int a, int b) { (void)src, sum += a + b, ++back; }
static void pong_3(int src, int a, int b, int c) { (void)src, sum += a + b + c, ++back; }
static void pong_4(int src, int a, int b, int c, int d) { (void)src, sum += a + b + c + d, ++back; }

static void ping_0(int src) { am_reply_0(src, pong_0); }
static void ping_1(int src, int a) { am_reply_1(src, pong_1, a + 1); }
static void ping_2(int src, int a, int b) { am_reply_2(src, pong_2, a + 1, b + 1); }
static void ping_3(int src, int a, int b, int c) { am_reply_3(src, pong_3, a + 1, b + 1, c + 1); }
static void ping_4(int src, int a, int b, int c, int d) {
    am_reply_4(src, pong_4, a + 1, b + 1, c + 1, d + 1);
}

// One function for each number of words: a choice in the loop would be part of the time.
#define TRIPS(words, request)                                                                      \
    static unsigned trips_##words(int trips) {                                                     \
        const unsigned start = am_cycles();                                                        \
        for (int i = 0; i < trips; ++i) {                                                          \
            request;                                                                               \
            am_wait(&back, 1);                                                                     \
        }                                                                                          \
        return am_cycles() - start;                                                                \
    }
TRIPS(0, am_request_0(1, ping_0))
TRIPS(1, am_request_1(1, ping_1, i))
TRIPS(2, am_request_2(1, ping_2, i, i))
TRIPS(3, am_request_3(1, ping_3, i, i, i))
TRIPS(4, am_request_4(1, ping_4, i, i, i, i))

int main(int argc, char **argv) {
    static unsigned (*const of[])(int) = {trips_0, trips_1, trips_2, trips_3, trips_4};
    const int trips = argc > 1 ? atoi(argv[1]) : 100;
    if (am_procs() < 2 || trips < 1) {
        puts("usage: ping_pong [trips], on at least 2 nodes");
        return 2;
    }
    if (am_my_proc() != 0) return 0; // and serves pings

    int wrong = 0;
    for (int words = 0; words <= 4; ++words) {
        sum = 0;
        const unsigned cycles = of[words](trips);
        printf("%d words: %d round trips, %u cycles, %u each\n", words, trips, cycles,
               cycles / trips);
        if (sum != words * (trips * (trips - 1) / 2 + trips)) ++wrong;
    }
    if (wrong) puts("words are wrong");
    return wrong != 0;
}
