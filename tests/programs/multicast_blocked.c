// run: --nodes 16
// expect: ok multicast_blocked
// A copy waits for room at a receiver that takes nothing (CSD-94-823 3.9): the multicast behind it
// waits, back to the sender, whose MCST clears nicond; nothing is lost, the order stays, and the
// other priority passes.
#include "check.h"

enum { messages = 40, sender = 4, masked = 5, last = 6 };

static volatile int taken, urgent, refused;
static int vector[32];

static XNET_HANDLER void low(int number) {
    const unsigned length = xnet_store_vector(vector);
    CHECK_EQUAL(number, taken);
    CHECK_EQUAL(length, 32);
    CHECK_EQUAL(vector[0], number);
    CHECK_EQUAL(vector[31], number + 31);
    ++taken;
}

static XNET_HANDLER void high(void) { ++urgent; }

static void open_mask(int open) {
    const unsigned status = xnet_get_nistat();
    xnet_set_nistat(open ? status | XNET_NISTAT_LPMM : status & ~XNET_NISTAT_LPMM);
}

static void send_all(void) {
    int sent = 0, idle = 0;
    while (sent < messages) {
        int data[32];
        for (int i = 0; i < 32; ++i) data[i] = sent + i;
        xnet_lwv(4, data);
        if (xnet_mcst1v(last, low, 4, sent)) {
            ++sent, idle = 0;
            continue;
        }
        ++refused;
        if (++idle == 200 && !urgent) { // blocked: the high priority network is free
            CHECK(sent < messages);
            XNET_UNTIL_SENT(xnet_mcst0h(last, high));
            ++urgent;
        }
    }
}

int main(void) {
    const int me = am_my_proc();
    if (me == masked) open_mask(0);
    if (me == sender) {
        send_all();
        CHECK(refused > 0);
    } else if (me == masked) {
        while (!urgent) { // arrives although the low priority path is blocked
        }
        CHECK_EQUAL(taken, 0);
        delay(5000);
        CHECK_EQUAL(taken, 0);
        open_mask(1);
        while (taken < messages) {
        }
    } else if (me == last) {
        while (!urgent) {
        }
        // A copy is left before the message continues: no more arrived than the masked node has
        // room for.
        CHECK(taken <= 4);
        while (taken < messages) {
        }
    }
    return finish("multicast_blocked");
}
