// nodes: 2
// target: send*: send_i + rest_i <= 8
// target: send*: before_i == 0
// The machine's own instructions: <xnet.h>.
#include "cost.h"

#include <am.h>

static volatile int seen;

XNET_HANDLER void nothing(void) {}
XNET_HANDLER void take_1(int a) { seen = a; }
XNET_HANDLER void take_2(int a, int b) { seen = a + b; }
XNET_HANDLER void take_3(int a, int b, int c) { seen = a + b + c; }
XNET_HANDLER void take_4(int a, int b, int c, int d) { seen = a + b + c + d; }
XNET_HANDLER void take_5(int a, int b, int c, int d, int e) { seen = a + b + c + d + e; }
XNET_HANDLER void take_vector(void *to) { xnet_swv(1, to); }
XNET_HANDLER void take_5_vector(int a, int b, int c, int d, void *e) {
    seen = a + b + c + d;
    (void)e;
}
XNET_LOW_HANDLER void answer(int to, int value) {
    XNET_UNTIL_SENT(xnet_send1h((unsigned)to, take_1, (unsigned)value));
}

static int data[32], landing[32];

typedef unsigned u;
// Words first: they are then in the message's registers.
COST(send0, (u to), XNET_UNTIL_SENT(xnet_send0(to, nothing)))
COST(send1, (u a, u to), XNET_UNTIL_SENT(xnet_send1(to, take_1, a)))
COST(send2, (u a, u b, u to), XNET_UNTIL_SENT(xnet_send2(to, take_2, a, b)))
COST(send3, (u a, u b, u c, u to), XNET_UNTIL_SENT(xnet_send3(to, take_3, a, b, c)))
COST(send4, (u a, u b, u c, u d, u to), XNET_UNTIL_SENT(xnet_send4(to, take_4, a, b, c, d)))
COST(send5, (u a, u b, u c, u d, u to), XNET_UNTIL_SENT(xnet_send5(to, take_5, a, b, c, d, a)))
COST(send0h, (u to), XNET_UNTIL_SENT(xnet_send0h(to, nothing)))
COST(send1h, (u a, u to), XNET_UNTIL_SENT(xnet_send1h(to, take_1, a)))
COST(send2h, (u a, u b, u to), XNET_UNTIL_SENT(xnet_send2h(to, take_2, a, b)))
COST(send3h, (u a, u b, u c, u to), XNET_UNTIL_SENT(xnet_send3h(to, take_3, a, b, c)))
COST(send4h, (u a, u b, u c, u d, u to), XNET_UNTIL_SENT(xnet_send4h(to, take_4, a, b, c, d)))
COST(send5h, (u a, u b, u c, u d, u to), XNET_UNTIL_SENT(xnet_send5h(to, take_5, a, b, c, d, a)))
// 32 words from memory to memory; vlr is 32 from the start.
COST(send1v_32, (u to, int *from, int *into),
     (xnet_lwv(4, from), ({ XNET_UNTIL_SENT(xnet_send1v(to, take_vector, 4, (u)into)); })))
COST(send5v_32, (u a, u b, u c, u d, u to),
     XNET_UNTIL_SENT(xnet_send5v(to, take_5_vector, 4, a, b, c, d, a)))
COST(send2_answered, (u to, u a), XNET_UNTIL_SENT(xnet_send2(to, answer, 0, a)))
COST(may_send, (void), if (xnet_get_nistat() & XNET_NISTAT_LPA) seen = 1)
#define MASK (XNET_NISTAT_HPMM | XNET_NISTAT_LPMM)
COST(hold_by_mask, (void), xnet_set_nistat(xnet_get_nistat() & ~MASK))
COST(release_by_mask, (void), xnet_set_nistat(xnet_get_nistat() | MASK))
COST(poll_by_mask, (void), const u nistat = xnet_get_nistat(); xnet_set_nistat(nistat | MASK);
     xnet_set_nistat(nistat))
COST(critical_section, (void), xnet_set_enable(0); xnet_set_enable(1))

static volatile int stopped;
static void stop(int src) { (void)src, ++stopped; }

int main(void) {
    if (am_my_proc() != 0) {
        am_wait(&stopped, 1);
        return 0;
    }
    cost_send0(1), cost_send1(1, 1), cost_send2(1, 2, 1), cost_send3(1, 2, 3, 1);
    cost_send4(1, 2, 3, 4, 1), cost_send5(1, 2, 3, 4, 1);
    cost_send0h(1), cost_send1h(1, 1), cost_send2h(1, 2, 1), cost_send3h(1, 2, 3, 1);
    cost_send4h(1, 2, 3, 4, 1), cost_send5h(1, 2, 3, 4, 1);
    cost_send1v_32(1, data, landing);
    cost_send5v_32(1, 2, 3, 4, 1);
    cost_send2_answered(1, 1);
    cost_may_send();
    cost_hold_by_mask();
    cost_poll_by_mask();
    cost_release_by_mask();
    cost_critical_section();
    am_request_0(1, stop);
}
