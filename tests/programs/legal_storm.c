// run: --machine tiny --nodes 3x5
// expect: ok legal storm
// Everything that CSD-94-823 3.5 and A.10 allow, together, with one-packet buffers: main sends
// requests and replies until they are accepted, with and without a hold; request handlers send
// several replies until they are accepted, to any node, and try a request; reply handlers try a
// reply. An attempt is given up after one refusal. It never deadlocks, every message arrives once,
// and those of a pair at one priority in order. tests/storms runs it on other shapes.
#include "check.h"

enum { rounds = 40, replies = 3, most = 2048 };

static volatile int requests, answers, direct, wrong;
static int answers_to[most], direct_to[most]; // numbers of messages, by receiver
static int requests_from[most], answers_from[most], direct_from[most]; // and by sender

/// Messages that handlers tried to send to the next node, those that arrived from the previous one,
/// and the expected number.
static volatile int tried[2], accepted[2], extra[2], extra_told[2], told[2];

static int next_node(void) { return (am_my_proc() + 1) % am_procs(); }

static void extra_low(int src, int number) {
    (void)src;
    if (number != extra[0]++) ++wrong;
}
static void extra_high(int src, int number) {
    (void)src;
    if (number != extra[1]++) ++wrong;
}
static void tell_low(int src, int number) {
    (void)src;
    extra_told[0] = number;
    ++told[0];
}
static void tell_high(int src, int number) {
    (void)src;
    extra_told[1] = number;
    ++told[1];
}

static void answer(int src, int number) {
    if (number != answers_from[src]++) ++wrong;
    ++answers;
    // A high handler that sends restores nicond (A.10).
    const unsigned status = xnet_get_nistat();
    ++tried[1];
    accepted[1] += xnet_send2h((unsigned)next_node(), AM_ENTRY(extra_high), (unsigned)am_my_proc(),
                               (unsigned)accepted[1]);
    xnet_set_nistat(status);
}
static void note(int src, int number) {
    if (number != direct_from[src]++) ++wrong;
    ++direct;
}
static void reply(int to) { am_reply_1(to, answer, answers_to[to]++); }
/// Three replies: to the requester, to the node after it, to the node itself.
static void ask(int src, int seed) {
    // The numbers of the rounds in which src sends to this node increase.
    if (seed < requests_from[src]) ++wrong;
    requests_from[src] = seed + 1;
    ++requests;
    reply(src);
    reply((src + 1 + seed) % am_procs());
    ++tried[0];
    accepted[0] += xnet_send2((unsigned)next_node(), AM_ENTRY(extra_low), (unsigned)am_my_proc(),
                              (unsigned)accepted[0]);
    reply(am_my_proc());
}

int main(void) {
    const int me = am_my_proc(), all = am_procs();
    unsigned random = (unsigned)me;
    for (int i = 0; i < rounds; ++i) {
        // A different permutation each time, so that every node gets the same number of everything.
        const int to = (me + 7 * i) % all, hold = random_below(&random, 4) == 0;
        if (hold) am_hold();
        am_request_1(to, ask, i);
        if (i % 4 == 0) am_reply_1((to + 1) % all, note, direct_to[(to + 1) % all]++);
        if (hold) {
            delay(random_below(&random, 200));
            am_release();
        }
    }
    am_wait(&requests, rounds);
    am_wait(&answers, replies * rounds);
    am_wait(&direct, rounds / 4);
    CHECK_EQUAL(tried[0], rounds);
    CHECK_EQUAL(tried[1], replies * rounds);
    // After all attempts.
    am_request_1(next_node(), tell_low, accepted[0]);
    am_reply_1(next_node(), tell_high, accepted[1]);
    am_wait(&told[0], 1);
    am_wait(&told[1], 1);
    CHECK_EQUAL(extra[0], extra_told[0]);
    CHECK_EQUAL(extra[1], extra_told[1]);
    CHECK(accepted[0] > 0 && accepted[1] > 0);
    barrier();
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(requests, 0); // none arrived twice
    CHECK_EQUAL(answers, 0);
    CHECK_EQUAL(direct, 0);
    return finish("legal storm");
}
