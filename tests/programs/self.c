// run: --nodes 1
// expect: ok self
// A node sends to itself, more messages than its buffers hold at a time.
#include "check.h"

static volatile int requests, replies, sum;

static void reply(int src, int a) {
    sum += src + a;
    ++replies;
}
static void request(int src, int a) {
    am_reply_1(src, reply, 2 * a);
    ++requests;
}

int main(void) {
    for (int i = 0; i < 500; ++i) am_request_1(am_my_proc(), request, i);
    am_wait(&replies, 500);
    CHECK_EQUAL(requests, 500);
    CHECK_EQUAL(sum, 2 * (499 * 500 / 2));
    return finish("self");
}
