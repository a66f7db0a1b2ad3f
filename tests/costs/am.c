// nodes: 2
// bulk: yes
// target: store_4096: busy >= 90
// target: short_request_*: before_i == 0
// <am.h> and its core.
#include "cost.h"

#include <am.h>

static volatile int seen, answered;

static void take_0(int src) { seen = src; }
static void take_1(int src, int a) { seen = src + a; }
static void take_2(int src, int a, int b) { seen = src + a + b; }
static void take_3(int src, int a, int b, int c) { seen = src + a + b + c; }
static void take_4(int src, int a, int b, int c, int d) { seen = src + a + b + c + d; }
static void take_df(int src, int a, int b, double d) { seen = src + a + b + (d > 0); }
static void done(int src) { (void)src, ++answered; }
static void answer_0(int src) { am_reply_0(src, done); }
static void stored(int src, void *at, int bytes, void *arg) {
    (void)at, (void)bytes, (void)arg;
    am_reply_0(src, done);
}
static void got(int src, void *at, int bytes, void *arg) {
    (void)src, (void)at, (void)bytes, (void)arg;
    ++answered;
}

static AM_SHORT void short_1(int a) { seen = a; }
static AM_SHORT void short_2(int a, int b) { seen = a + b; }
static AM_SHORT void short_3(int a, int b, int c) { seen = a + b + c; }
static AM_SHORT void short_4(int a, int b, int c, int d) { seen = a + b + c + d; }
static AM_SHORT void short_5(int a, int b, int c, int d, int e) { seen = a + b + c + d + e; }
static AM_SHORT void short_done(int a) { (void)a, ++answered; }
static AM_SHORT void short_answer(int src) { am_short_reply_1(src, short_done, src); }

static char data[4096] __attribute__((aligned(64))), landing[4096] __attribute__((aligned(64)));

COST(request_0, (int to), am_request_0(to, take_0))
COST(request_1, (int to, int a), am_request_1(to, take_1, a))
COST(request_2, (int to, int a, int b), am_request_2(to, take_2, a, b))
COST(request_3, (int to, int a, int b, int c), am_request_3(to, take_3, a, b, c))
COST(request_4, (int to, int a, int b, int c, int d), am_request_4(to, take_4, a, b, c, d))
COST(request_df, (int to, int a, int b, double d), am_request_df(to, take_df, a, b, d))
COST(reply_0, (int to), am_reply_0(to, take_0))
COST(reply_1, (int to, int a), am_reply_1(to, take_1, a))
COST(reply_2, (int to, int a, int b), am_reply_2(to, take_2, a, b))
COST(reply_3, (int to, int a, int b, int c), am_reply_3(to, take_3, a, b, c))
COST(reply_4, (int to, int a, int b, int c, int d), am_reply_4(to, take_4, a, b, c, d))
COST(short_request_1, (int to, int a), am_short_request_1(to, short_1, a))
COST(short_request_2, (int to, int a, int b), am_short_request_2(to, short_2, a, b))
COST(short_request_3, (int to, int a, int b, int c), am_short_request_3(to, short_3, a, b, c))
COST(short_request_4, (int to, int a, int b, int c, int d),
     am_short_request_4(to, short_4, a, b, c, d))
COST(short_request_5, (int to, int a, int b, int c, int d),
     am_short_request_5(to, short_5, a, b, c, d, to))
COST(to_oneself, (int to, int a), am_request_1(to, take_1, a))
COST(round_trip, (int to), am_request_0(to, answer_0); while (!answered) am_poll())
COST(short_round_trip, (int to), am_short_request_1(to, short_answer, 0);
     while (!answered) am_poll())
COST(wait_for_nothing, (volatile int *flag), am_wait(flag, 0))
COST(round_trip_wait, (int to), am_request_0(to, answer_0); am_wait(&answered, 1))
COST(poll, (void), am_poll())
COST(hold_release, (void), am_hold(); am_release())
COST(poll_in_hold, (void), am_poll())
COST(request_1_in_hold, (int to, int a), am_request_1(to, take_1, a))

#define STORES(bytes)                                                                              \
    COST(store_##bytes, (int to), am_store(to, data, landing, bytes, stored, 0);                   \
         while (!answered) am_poll())                                                              \
    COST(get_##bytes, (int to), am_get(to, data, landing, bytes, got, 0);                          \
         while (!answered) am_poll())
STORES(4)
STORES(16)
STORES(128)
STORES(1024)
STORES(4096)
COST(store_3_misaligned, (int to), am_store(to, data + 1, landing + 2, 3, stored, 0);
     while (!answered) am_poll())
COST(store_128_misaligned, (int to), am_store(to, data + 1, landing + 2, 128, stored, 0);
     while (!answered) am_poll())

// The rest of <am.h> and the core.
static volatile int word;
static uint32_t words[AM_BLOCK_WORDS];
static void take_block(const uint32_t *block, int count) { seen = (int)block[0] + count; }
static void free_again(int to, void *from, int bytes, void *arg) {
    (void)to, (void)from, (void)bytes, (void)arg;
}
static AM_SHORT void short_answers(int src) { am_short_answer_1(src, short_done, src); }
COST(reply_df, (int to, int a, int b, double d), am_reply_df(to, take_df, a, b, d))
COST(short_reply_1, (int to, int a), am_short_reply_1(to, short_1, a))
COST(short_reply_2, (int to, int a, int b), am_short_reply_2(to, short_2, a, b))
COST(short_reply_3, (int to, int a, int b, int c), am_short_reply_3(to, short_3, a, b, c))
COST(short_reply_4, (int to, int a, int b, int c, int d), am_short_reply_4(to, short_4, a, b, c, d))
COST(short_reply_5, (int to, int a, int b, int c, int d),
     am_short_reply_5(to, short_5, a, b, c, d, to))
COST(short_answer, (int to), am_short_request_1(to, short_answers, 0); while (!answered) am_poll())
COST(atomic_add, (void), COST_USE(am_atomic_add(&word, 1)))
COST(atomic_store, (void), COST_USE(am_atomic_store(&word, 1)))
COST(atomic_swap, (void), COST_USE(am_atomic_swap(&word, 1, 2)))
COST(block_request_1, (int to), am_block_request(to, take_block, words, 1))
COST(block_request_32, (int to), am_block_request(to, take_block, words, AM_BLOCK_WORDS))
COST(block_reply_1, (int to), am_block_reply(to, take_block, words, 1))
COST(block_reply_32, (int to), am_block_reply(to, take_block, words, AM_BLOCK_WORDS))
COST(bulk_request_128, (int to), am_bulk_request(to, landing, data, 128, 0, 0))
COST(bulk_get_128, (int to), am_bulk_get(to, landing, data, 128, 0, 0))
COST(store_async_128, (int to), am_store_async(to, data, landing, 128, stored, 0, free_again, 0);
     while (!answered) am_poll())
COST(enable_polling, (void), am_enable(AM_POLLING))
COST(disable, (void), am_disable())

static volatile int stopped;
static void stop(int src) { (void)src, ++stopped; }

#define WITH_ANSWER(call) (answered = 0, call)

int main(void) {
    if (am_my_proc() != 0) {
        am_wait(&stopped, 1);
        am_enable(AM_POLLING); // it is there first
        am_disable();
        return 0;
    }
    cost_request_0(1), cost_request_1(1, 1), cost_request_2(1, 1, 2), cost_request_3(1, 1, 2, 3);
    cost_request_4(1, 1, 2, 3, 4), cost_request_df(1, 1, 2, 1.5);
    cost_reply_0(1), cost_reply_1(1, 1), cost_reply_2(1, 1, 2), cost_reply_3(1, 1, 2, 3);
    cost_reply_4(1, 1, 2, 3, 4);
    cost_short_request_1(1, 1), cost_short_request_2(1, 1, 2), cost_short_request_3(1, 1, 2, 3);
    cost_short_request_4(1, 1, 2, 3, 4), cost_short_request_5(1, 1, 2, 3, 4);
    cost_to_oneself(0, 1);
    WITH_ANSWER(cost_round_trip(1));
    WITH_ANSWER(cost_short_round_trip(1));
    cost_wait_for_nothing(&answered);
    WITH_ANSWER(cost_round_trip_wait(1));
    cost_poll();
    cost_hold_release();
    am_hold();
    cost_poll_in_hold();
    cost_request_1_in_hold(1, 1);
    am_release();
    WITH_ANSWER(cost_store_4(1)), WITH_ANSWER(cost_get_4(1));
    WITH_ANSWER(cost_store_16(1)), WITH_ANSWER(cost_get_16(1));
    WITH_ANSWER(cost_store_128(1)), WITH_ANSWER(cost_get_128(1));
    WITH_ANSWER(cost_store_1024(1)), WITH_ANSWER(cost_get_1024(1));
    WITH_ANSWER(cost_store_4096(1)), WITH_ANSWER(cost_get_4096(1));
    WITH_ANSWER(cost_store_3_misaligned(1)), WITH_ANSWER(cost_store_128_misaligned(1));
    cost_reply_df(1, 1, 2, 1.5);
    cost_short_reply_1(1, 1), cost_short_reply_2(1, 1, 2), cost_short_reply_3(1, 1, 2, 3);
    cost_short_reply_4(1, 1, 2, 3, 4), cost_short_reply_5(1, 1, 2, 3, 4);
    WITH_ANSWER(cost_short_answer(1));
    cost_atomic_add(), cost_atomic_store(), cost_atomic_swap();
    cost_block_request_1(1), cost_block_request_32(1);
    cost_block_reply_1(1), cost_block_reply_32(1);
    cost_bulk_request_128(1), cost_bulk_get_128(1);
    WITH_ANSWER(cost_store_async_128(1));
    am_request_0(1, stop);
    cost_pause();
    cost_enable_polling();
    cost_disable();
}
