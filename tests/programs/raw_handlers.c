// run: --nodes 3
// expect: ok raw_handlers
// Raw handlers: 0 to 5 words, leaf, with a frame, with calls, with HI and LO; at both priorities.
#include "check.h"

static volatile int got[6][6], calls, sums;
static volatile unsigned hash;

static XNET_HANDLER void r0(void) { ++calls; }
static XNET_HANDLER void r1(int a) {
    got[1][1] = a;
    ++calls;
}
static XNET_HANDLER void r2(int a, int b) {
    got[2][1] = a, got[2][2] = b;
    ++calls;
}
static XNET_HANDLER void r3(int a, int b, int c) {
    got[3][1] = a, got[3][2] = b, got[3][3] = c;
    ++calls;
}
static XNET_HANDLER void r4(int a, int b, int c, int d) {
    got[4][1] = a, got[4][2] = b, got[4][3] = c, got[4][4] = d;
    ++calls;
}
static XNET_HANDLER void r5(int a, int b, int c, int d, int e) {
    got[5][1] = a, got[5][2] = b, got[5][3] = c, got[5][4] = d, got[5][5] = e;
    ++calls;
}

// A frame for an array, indexed so that it stays in memory; then every word of the message is used.
static XNET_HANDLER void frame(int a, int b, int c, int d, int e) {
    volatile int words[32];
    for (int i = 0; i < 32; ++i) words[i] = i * a;
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += words[i ^ 5];
    sums += sum + b + c + d + e;
    ++calls;
}

__attribute__((noinline)) static unsigned mix(unsigned h, unsigned x) {
    return (h ^ x) * 16777619u + h / 7 + h % 13;
}

// Calls, with the message alive across them; multiplies and divides.
static XNET_HANDLER void calling(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
    unsigned h = mix(2166136261u, a);
    h = mix(h, b);
    h = mix(h, c);
    h = mix(h, d);
    hash = mix(h, e);
    ++calls;
}

static void wait_for(int n) { am_wait(&calls, n); }

static void check_words(int n) {
    for (int i = 1; i <= n; ++i) {
        CHECK_EQUAL(got[n][i], 100 * n + i);
        got[n][i] = 0;
    }
}

static void round_of(int self, int high) {
#define SEND(n, ...)                                                                               \
    do {                                                                                           \
        if (high)                                                                                  \
            XNET_UNTIL_SENT(xnet_send##n##h(self, __VA_ARGS__));                                   \
        else                                                                                       \
            XNET_UNTIL_SENT(xnet_send##n(self, __VA_ARGS__));                                      \
        wait_for(1);                                                                               \
        check_words(n);                                                                            \
    } while (0)
    SEND(0, r0);
    SEND(1, r1, 101);
    SEND(2, r2, 201, 202);
    SEND(3, r3, 301, 302, 303);
    SEND(4, r4, 401, 402, 403, 404);
    SEND(5, r5, 501, 502, 503, 504, 505);
#undef SEND
#define SEND5(...)                                                                                 \
    do {                                                                                           \
        if (high)                                                                                  \
            XNET_UNTIL_SENT(xnet_send5h(self, __VA_ARGS__));                                       \
        else                                                                                       \
            XNET_UNTIL_SENT(xnet_send5(self, __VA_ARGS__));                                        \
        wait_for(1);                                                                               \
    } while (0)
    sums = 0;
    SEND5(frame, 3, 10000, 200000, 3000000, 40000000);
    CHECK_EQUAL(sums, 43210000 + 3 * 496);

    SEND5(calling, 11, 22, 33, 44, 55);
    unsigned h = mix(2166136261u, 11);
    h = mix(h, 22), h = mix(h, 33), h = mix(h, 44), h = mix(h, 55);
    CHECK_EQUAL(hash, h);
}

int main(void) {
    const int me = am_my_proc();
    for (int i = 0; i < 20; ++i) {
        round_of(me, 0);
        round_of(me, 1);
    }
    return finish("raw_handlers");
}
