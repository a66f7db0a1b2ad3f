// run: --nodes 2
// with: parts/temporaries.S
// expect: ok event_temporaries
// $8 and $9 of each event set keep their values from one handler to the next (CSD-94-823 A.9.1),
// can be set up and read from main through EE and LPEE (A.10), and are not the normal set's $8 and
// $9. AM entries use $8, so the messages in between are raw ones; $9 belongs to the ABI.
#include "check.h"

// temporaries.S
void count_low(void), count_high(void);        // handlers: ++$8
extern volatile int handled_low, handled_high; // the handlers count too, in memory
unsigned
exchange8(unsigned levels,
          unsigned value); // returns $8 of the set that `levels` makes visible, and sets it
unsigned read9(unsigned levels);
int normal_kept(
    int spins); // holds $4-$9 in the normal set for a while; 1 if they kept their values

extern char __low_stack_top[], __high_stack_top[];

#define LOW XNET_NISTAT_EE
#define HIGH XNET_NISTAT_LPEE

int main(void) {
    const int me = am_my_proc();
    CHECK_EQUAL(read9(LOW), (unsigned)__low_stack_top);
    CHECK_EQUAL(read9(HIGH), (unsigned)__high_stack_top);
    CHECK_EQUAL(read9(0), (unsigned)__high_stack_top); // 0 makes the high set visible too
    am_hold();
    exchange8(LOW, 1000);
    exchange8(HIGH, 5000);
    am_release();
    barrier(); // its AM messages use $8
    am_hold();
    exchange8(LOW, 1000);
    exchange8(HIGH, 5000);
    am_release();

    enum { messages = 200 };
    for (int i = 0; i < messages; ++i) {
        XNET_UNTIL_SENT(xnet_send0(me, count_low));
        XNET_UNTIL_SENT(xnet_send0h(me, count_high));
        XNET_UNTIL_SENT(xnet_send0h(me, count_high));
        CHECK(normal_kept(i % 32 + 1));
    }
    while (handled_low < messages || handled_high < 2 * messages) {
    }
    am_hold();
    CHECK_EQUAL(exchange8(LOW, 0), 1000 + messages);
    CHECK_EQUAL(exchange8(HIGH, 0), 5000 + 2 * messages);
    am_release();
    return finish("event_temporaries");
}
