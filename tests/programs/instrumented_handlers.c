// run: --nodes 1
// flags: -Wno-unused-parameter -fstack-protector-all -finstrument-functions -fno-omit-frame-pointer
// expect: ok instrumented handlers
// Handlers and functions with entries under options that add code to each function, with
// over-aligned objects, beside a main that uses all registers: the state of the interrupted code
// does not change, and an entry is directly before its function.
#include "check.h"

#define PLAIN __attribute__((no_instrument_function, no_stack_protector))

unsigned __stack_chk_guard = 0x5ac0ffee;
static volatile int entered, left, taken, replies;
static volatile unsigned raw_sum, sum;

PLAIN _Noreturn void __stack_chk_fail(void) {
    CHECK(!"a guard of the stack was changed");
    for (;;) {
    }
}
PLAIN void __cyg_profile_func_enter(void *function, void *from) { ++entered; }
PLAIN void __cyg_profile_func_exit(void *function, void *from) { ++left; }

static unsigned mix(unsigned a) {
    _Alignas(64) volatile unsigned words[5];
    CHECK_EQUAL((uintptr_t)words % 64, 0);
    for (unsigned i = 0; i < 5; ++i) words[i] = a * (i + 3);
    return words[0] ^ words[4] / (words[1] | 1);
}

XNET_HANDLER static void raw_leaf(unsigned a) { ++taken; }
XNET_HANDLER static void raw(unsigned a, unsigned b) {
    _Alignas(32) volatile unsigned local[2] = {a, b};
    raw_sum += mix(local[0]) + local[1];
    ++taken;
}
static void reply(int src, int a) { sum += mix(a), ++replies; }
static void request(int src, int a, int b) { am_reply_1(src, reply, a ^ b); }

/// Copies twelve values at a time, from registers to registers.
static unsigned compute(unsigned turns) {
    unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12;
    while (turns-- > 0) {
        a += b * l, b ^= c + a, c -= d * 3, d += e ^ b, e *= f | 1, f += g / (a | 1);
        g ^= h + c, h += i * 7, i -= j ^ e, j += k % (g | 1), k ^= l + i, l += a - k;
    }
    return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l;
}

int main(void) {
    const unsigned expected = compute(40);
    for (int i = 0; i < 200; ++i) {
        XNET_UNTIL_SENT(xnet_send1(0, (void *)raw_leaf, i));
        XNET_UNTIL_SENT(xnet_send2(0, (void *)raw, i, 1));
        am_request_2(0, request, i, 5);
        CHECK_EQUAL(compute(40), expected);
    }
    am_wait(&replies, 200);
    am_wait(&taken, 400);
    unsigned raw_wanted = 0, wanted = 0;
    for (unsigned i = 0; i < 200; ++i) raw_wanted += mix(i) + 1, wanted += mix(i ^ 5);
    CHECK_EQUAL(raw_sum, raw_wanted);
    CHECK_EQUAL(sum, wanted);
    CHECK(entered > 1000 && left > 1000);
    return finish("instrumented handlers");
}
