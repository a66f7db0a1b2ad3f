// run: --nodes 4
// expect: ok handler_calls
// AM handlers of all five shapes that call functions, use locals on their stack and divide.
#include "check.h"

static volatile int calls, total;

__attribute__((noinline)) static int depth(int n) { // n frames
    volatile int here = n;
    return n ? here + depth(n - 1) : 0;
}

__attribute__((noinline)) static int quotient(int a, int b) { return a / b * 1000 + a % b; }

static void h0(int src) {
    total += depth(src + 1);
    ++calls;
}
static void h1(int src, int a) {
    CHECK_EQUAL(a, quotient(src + 77, 10));
    ++calls;
}
static void h2(int src, int a, int b) {
    int values[64];
    for (int i = 0; i < 64; ++i) values[i] = depth(i) + a;
    for (int i = 0; i < 64; ++i) CHECK_EQUAL(values[i], i * (i + 1) / 2 + a);
    CHECK_EQUAL(b, src);
    ++calls;
}
static void h3(int src, int a, int b, int c) {
    CHECK_EQUAL(depth(a) + b, c + src);
    ++calls;
}
static void h4(int src, int a, int b, int c, int d) {
    CHECK_EQUAL(quotient(a, b), c);
    CHECK_EQUAL(d, ~src);
    CHECK_EQUAL(depth(200), 20100);
    ++calls;
}

int main(void) {
    const int me = am_my_proc();
    for (int to = 0; to < am_procs(); ++to) {
        am_request_0(to, h0);
        am_request_1(to, h1, quotient(me + 77, 10));
        am_request_2(to, h2, 1000 * me, me);
        am_request_3(to, h3, 9, me, 45);
        am_request_4(to, h4, 1234567, 89, quotient(1234567, 89), ~me);
    }
    am_wait(&calls, 5 * am_procs());
    CHECK_EQUAL(total, 1 + 3 + 6 + 10); // depth(1) + ... + depth(4)
    return finish("handler_calls");
}
