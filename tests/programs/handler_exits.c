// run: --nodes 1
// expect: ok handler exits
// A handler that ends early restores the registers that it saved: general registers, HI and LO.
#include "check.h"

static volatile int out, ends;

__attribute__((noinline)) static int extend(int a) { return a * 12345 / 7 % 11; }

static XNET_HANDLER void early(int a) {
    const int r = extend(a);
    out = r;
    ++ends;
    if (r > 3) xnet_hret();
    out = extend(r);
}
static XNET_HANDLER void always(int a) {
    out = a * 777 / 13;
    ++ends;
    xnet_hret();
}

/// Values in registers, HI and LO over many places at which a message can arrive.
__attribute__((noinline)) static unsigned work(int sends) {
    unsigned a = 1, b = 2, c = 3, d = 4;
    for (int i = 0; i < 2000; ++i) {
        if (i < sends) XNET_UNTIL_SENT(xnet_send1(xnet_node(), i % 2 ? early : always, i % 9));
        a = a * 1664525u + 1013904223u;
        b = b / 3 + a % 1000;
        c ^= a * b + d;
        d += c % 17;
    }
    return a ^ b ^ c ^ d;
}

int main(void) {
    const unsigned quiet = work(0);
    CHECK_EQUAL(work(2000), quiet);
    CHECK_EQUAL(ends, 2000);
    return finish("handler exits");
}
