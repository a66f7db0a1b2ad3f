// machine: sp2
// nodes: 2
// <am.h> on the SP-2: a message is written into the send FIFO and flushed, and enters where a node
// polls (003, section 5).
#include "../cost.h"

#include <am.h>

static volatile int seen, answered, stopped;

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
static void stop(int src) { (void)src, ++stopped; }

static char data[4096] __attribute__((aligned(64))), landing[4096] __attribute__((aligned(64)));

COST(request_0, (int to), am_request_0(to, take_0))
COST(request_1, (int to, int a), am_request_1(to, take_1, a))
COST(request_2, (int to, int a, int b), am_request_2(to, take_2, a, b))
COST(request_3, (int to, int a, int b, int c), am_request_3(to, take_3, a, b, c))
COST(request_4, (int to, int a, int b, int c, int d), am_request_4(to, take_4, a, b, c, d))
COST(request_df, (int to, int a, int b, double d), am_request_df(to, take_df, a, b, d))
COST(reply_1, (int to, int a), am_reply_1(to, take_1, a))
COST(round_trip, (int to), am_request_0(to, answer_0); while (!answered) am_poll())
COST(round_trip_wait, (int to), am_request_0(to, answer_0); am_wait(&answered, 1))
COST(poll, (void), am_poll())
COST(hold_release, (void), am_hold(); am_release())
COST(poll_with_message, (void), am_poll())
COST(store_4, (int to), am_store(to, data, landing, 4, stored, 0); while (!answered) am_poll())
COST(get_4, (int to), am_get(to, data, landing, 4, got, 0); while (!answered) am_poll())
COST(store_4096, (int to), am_store(to, data, landing, 4096, stored, 0);
     while (!answered) am_poll())
COST(get_4096, (int to), am_get(to, data, landing, 4096, got, 0); while (!answered) am_poll())

#define WITH_ANSWER(call) (answered = 0, call)

int main(void) {
    if (am_my_proc() != 0) {
        am_wait(&stopped, 1);
        return 0;
    }
    cost_request_0(1), cost_request_1(1, 1), cost_request_2(1, 1, 2), cost_request_3(1, 1, 2, 3);
    cost_request_4(1, 1, 2, 3, 4), cost_request_df(1, 1, 2, 1.5);
    cost_reply_1(1, 1);
    WITH_ANSWER(cost_round_trip(1));
    WITH_ANSWER(cost_round_trip_wait(1));
    cost_poll(); // pending acknowledgements of the protocol
    cost_hold_release();
    answered = 0;
    am_request_0(1, answer_0);
    cost_pause();
    cost_poll_with_message();
    WITH_ANSWER(cost_store_4(1)), WITH_ANSWER(cost_get_4(1));
    WITH_ANSWER(cost_store_4096(1)), WITH_ANSWER(cost_get_4096(1));
    am_request_0(1, stop);
}
