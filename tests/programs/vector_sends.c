// run: --nodes 3
// expect: ok vector_sends
// Every SEND with a vector: n = 0 to 5, lengths 0, 1, 31, 32, both priorities, to the node itself
// and to another, from main, from a low and from a high handler (CSD-94-823 A.6, A.9.1).
#include "check.h"

static int data[32];
static volatile int words[5], vector[32];
static volatile unsigned status;
static volatile int calls;

static XNET_HANDLER void got(int a, int b, int c, int d, int e) {
    words[0] = a, words[1] = b, words[2] = c, words[3] = d, words[4] = e;
    status = xnet_get_nistat();
    xnet_store_vector(vector);
    ++calls;
}

/// The handler has ended; its message had n words and `length` of the data.
static void check_message(int n, int length, int high) {
    am_wait(&calls, 1);
    CHECK_EQUAL((status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, n);
    CHECK_EQUAL((status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT, length);
    CHECK_EQUAL((status & XNET_NISTAT_PRI) != 0, high);
    CHECK(!(status & XNET_NISTAT_MCST));
    for (int i = 0; i < n; ++i) CHECK_EQUAL(words[i], 11 * (i + 1));
    for (int i = 0; i < 32; ++i) CHECK_EQUAL(vector[i], i < length ? data[i] : -1);
    for (int i = 0; i < 32; ++i) vector[i] = -1;
}

static void forms(int length) {
    const int me = am_my_proc();
    xnet_set_vlr((unsigned)length);
    xnet_lwv(4, data);
    xnet_lwv(31, data);
#define CALL(name, ...) name(__VA_ARGS__)
#define BOTH(n, ...)                                                                               \
    XNET_UNTIL_SENT(CALL(xnet_send##n##v, me, got, 4 __VA_ARGS__));                                \
    check_message(n, length, 0);                                                                   \
    XNET_UNTIL_SENT(CALL(xnet_send##n##hv, me, got, 31 __VA_ARGS__));                              \
    check_message(n, length, 1);
    BOTH(0)
    BOTH(1, , 11)
    BOTH(2, , 11, 22)
    BOTH(3, , 11, 22, 33)
    BOTH(4, , 11, 22, 33, 44)
    BOTH(5, , 11, 22, 33, 44, 55)
    // A message without a vector preserves $vr1 and reports no vector.
    XNET_UNTIL_SENT(xnet_send2(me, got, 11, 22));
    check_message(2, 0, 0);
}

/// Low: sends its message on from $vr1. The node's vlr need not be the vector's length.
static XNET_LOW_HANDLER void pass_on(int home) {
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr((xnet_get_nistat() & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT);
    XNET_UNTIL_SENT(xnet_send3hv(home, got, 1, 11, 22, 33));
    xnet_set_vlr(kept);
}

/// High: may try to send but not wait; the flag is the interrupted code's (A.9.1).
static volatile int refused;
static XNET_HANDLER void pass_on_high(int home) {
    const unsigned kept = xnet_get_vlr();
    const unsigned nicond = xnet_get_nistat() & XNET_NISTAT_NICOND;
    xnet_set_vlr((xnet_get_nistat() & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT);
    if (!xnet_send4v(home, got, 1, 11, 22, 33, 44)) ++refused;
    xnet_set_nistat((xnet_get_nistat() & ~XNET_NISTAT_NICOND) | nicond);
    xnet_set_vlr(kept);
}

static void from_handlers(int length) {
    const int me = am_my_proc(), other = (me + 1) % am_procs();
    xnet_set_vlr((unsigned)length);
    xnet_lwv(2, data);
    XNET_UNTIL_SENT(xnet_send1v(other, pass_on, 2, me));
    check_message(3, length, 1);
    XNET_UNTIL_SENT(xnet_send1hv(other, pass_on_high, 2, me));
    check_message(4, length, 0);
}

/// SEND sends the contents of a vector register at its execution, not later ones.
static void at_once(void) {
    static int later[32];
    xnet_set_vlr(32);
    xnet_lwv(5, data);
    XNET_UNTIL_SENT(xnet_send0v(am_my_proc(), got, 5));
    xnet_lwv(5, later);
    check_message(0, 32, 0);
}

int main(void) {
    static const int lengths[] = {0, 1, 31, 32};
    for (int i = 0; i < 32; ++i) data[i] = 1000 * (am_my_proc() + 1) + i, vector[i] = -1;
    for (int i = 0; i < 4; ++i) forms(lengths[i]);
    barrier();
    for (int i = 0; i < 4; ++i) from_handlers(lengths[i]);
    at_once();
    CHECK_EQUAL(refused, 0);
    return finish("vector_sends");
}
