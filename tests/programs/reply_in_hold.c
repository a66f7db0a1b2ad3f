// run: --nodes 3
// expect: replies were refused, and 0 requests came in
// In a hold main sends replies that the network refuses. Reply handlers run meanwhile, and one that
// holds and releases itself does not admit requests.
#include <am.h>
#include <stdio.h>

static volatile int requests, replies, taken;

static void request(int src) {
    (void)src;
    ++requests;
}
static void reply(int src) {
    (void)src;
    am_hold();
    ++replies;
    am_release();
}
static void take(int src, int i) {
    (void)src;
    (void)i;
    ++taken;
}

static void wait(unsigned cycles) {
    const unsigned start = am_cycles();
    while (am_cycles() - start < cycles) {
    }
}

int main(void) {
    enum { sent = 2000 };
    const int me = am_my_proc();
    if (me == 1) { // takes nothing for a while
        am_hold();
        wait(60000);
        am_release();
    } else if (me == 2) {
        wait(3000);
        am_request_0(0, request);
        for (int i = 0; i < 20; ++i) {
            wait(500);
            am_reply_0(0, reply);
        }
    } else {
        am_hold();
        for (int i = 0; i < sent; ++i) am_reply_1(1, take, i);
        const int before = requests, served = replies;
        am_release();
        printf("replies were %s, and %d requests came in\n", served ? "refused" : "sent", before);
        am_wait(&requests, 1);
    }
    return me == 1 && (am_wait(&taken, sent), 0);
}
