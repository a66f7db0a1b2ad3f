// sentences: A.1-21 A.2.12-2 A.9.2-3 A.10-22
// run: --nodes 2
// machine: network.receive_packets=1
// Continuous outlets, and the background transfer that they are made for.
#include "conform.h"

enum { words = 100 };

static volatile uint32_t idle, next, refused, sent_all;
static volatile uint32_t came, wrong, computed;

enum { endless = 50 };

/// Neither sends nor disables outlets: normal code stops until, after many, it does.
static XNET_HANDLER void do_nothing(void) {
    if (++idle == endless) xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
}

/// A.10: attempt a send; if it was successful, update; return.
static XNET_HANDLER void transfer(void);
static XNET_HANDLER void take(uint32_t number) {
    if (number != came) ++wrong;
    ++came;
}
static XNET_HANDLER void transfer(void) {
    if (xnet_send1(1, take, next)) {
        if (++next == words) {
            xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
            sent_all = 1;
        }
    } else {
        ++refused;
    }
}

static void sender(void) {
    xnet_set_outh((uint32_t)do_nothing);
    set_mask(XNET_NISTAT_OM);
    const uint32_t at_once = idle;
    pass(3000);
    EXPECT("A.9.2-3", at_once, endless);
    EXPECT("A.9.2-3", idle, endless); // the mask ends them

    xnet_set_outh((uint32_t)transfer);
    set_mask(XNET_NISTAT_OM);
    uint32_t sum = 0;
    while (!sent_all) { // the computation of normal code meanwhile
        sum += 3;
        ++computed;
    }
    EXPECT("A.10-22", sum, 3 * computed);
    HOLDS("A.10-22", computed > 100);
    EXPECT("A.10-22", next, words);
    EXPECT("A.1-21", next, words);
    EXPECT("A.2.12-2", next, words);
}

int main(void) {
    if (xnet_node() == 0) {
        sender();
    } else {
        while (came < words) { // slowly
            set_mask(0);
            pass(3000);
            set_mask(XNET_NISTAT_LPMM);
        }
        EXPECT("A.10-22", wrong, 0);
        EXPECT("A.10-22", came, words);
    }
    return conform_end();
}
