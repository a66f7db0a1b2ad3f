// run: --machine tiny --nodes 3x5
// expect: ok legal storm
// All that CSD-94-823 3.5 and A.10 allow at once, with one-packet buffers: main sends requests and replies until
// they are accepted, with and without a hold, request handlers send several replies until they are accepted, to
// anybody; reply handlers send nothing. It never jams, and every message comes.
#include "check.h"

enum { rounds = 40, replies = 3 };

static volatile int requests, answers, direct;

static void answer(int src) {
    (void)src;
    ++answers;
}
static void note(int src) {
    (void)src;
    ++direct;
}
/// Three replies: to who asks, to the node after it, to the node itself.
static void ask(int src, int seed) {
    ++requests;
    am_reply_0(src, answer);
    am_reply_0((src + 1 + seed) % am_procs(), answer);
    am_reply_0(am_my_proc(), answer);
}

int main(void) {
    const int me = am_my_proc(), all = am_procs();
    unsigned random = (unsigned)me;
    for (int i = 0; i < rounds; ++i) {
        // A permutation each time, so that everybody gets the same number of everything.
        const int to = (me + 7 * i) % all, hold = random_below(&random, 4) == 0;
        if (hold) am_hold();
        am_request_1(to, ask, i);
        if (i % 4 == 0) am_reply_0((to + 1) % all, note);
        if (hold) {
            delay(random_below(&random, 200));
            am_release();
        }
    }
    am_wait(&requests, rounds);
    am_wait(&answers, replies * rounds);
    am_wait(&direct, rounds / 4);
    barrier();
    CHECK_EQUAL(requests, 0); // none came twice
    CHECK_EQUAL(answers, 0);
    CHECK_EQUAL(direct, 0);
    return finish("legal storm");
}
